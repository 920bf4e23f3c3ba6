// Maps locations to pages.
import type { VNode } from "preact";
import { Activity } from "../pages/Activity";
import { Check } from "../pages/Check";
import { Civilian } from "../pages/Civilian";
import { CivilianNew } from "../pages/CivilianNew";
import { Civilians } from "../pages/Civilians";
import { Custody } from "../pages/Custody";
import { Firearm } from "../pages/Firearm";
import { FirearmNew } from "../pages/FirearmNew";
import { Firearms } from "../pages/Firearms";
import { Home } from "../pages/Home";
import { Law } from "../pages/Law";
import { Medical } from "../pages/Medical";
import { Missing } from "../pages/Missing";
import { PenalCode } from "../pages/PenalCode";
import { Settings } from "../pages/Settings";
import { Vehicle } from "../pages/Vehicle";
import { VehicleNew } from "../pages/VehicleNew";
import { Vehicles } from "../pages/Vehicles";
import { Webhook } from "../pages/Webhook";
import type { Scope } from "../api/types";
import { useKey } from "./key";
import type { Place } from "./router";

/** The scopes of pages that need another one than `read`. */
const scopes: Readonly<Record<string, Scope>> = {
  "new/civilian": "civilian",
  "new/vehicle": "vehicle",
  "new/firearm": "firearm",
  law: "leo",
  medical: "medical",
  settings: "admin",
};

/** Record pages have a `key`: each record gets a new component with its own state. */
export function Pages({ place }: { place: Place }): VNode {
  const { can } = useKey();
  const [page = "", subject, id] = place.path;
  const scope = scopes[page === "new" ? `new/${subject}` : page];
  if (scope && !can(scope)) return <Missing scope={scope} />;
  if (page === "new" && subject === "civilian") return <CivilianNew />;
  if (page === "new" && subject === "vehicle") return <VehicleNew place={place} />;
  if (page === "new" && subject === "firearm") return <FirearmNew place={place} />;
  if (page === "law") return <Law place={place} />;
  if (page === "medical") return <Medical place={place} />;
  if (page === "settings") {
    return subject === "webhooks" && id ? <Webhook key={id} id={id} place={place} /> : <Settings />;
  }
  if (!can("read")) return page ? <Missing scope="read" /> : <Missing />;
  if (page === "civilians") return subject ? <Civilian key={subject} name={subject} /> : <Civilians place={place} />;
  if (page === "vehicles") return subject ? <Vehicle key={subject} plate={subject} /> : <Vehicles place={place} />;
  if (page === "firearms") return subject ? <Firearm key={subject} serial={subject} /> : <Firearms place={place} />;
  if (page === "custody") return <Custody place={place} />;
  if (page === "penal-code") return <PenalCode />;
  if (page === "check") return <Check place={place} />;
  if (page === "activity") return <Activity place={place} />;
  return page === "" ? <Home /> : <Missing />;
}
