// Maps locations to pages.
import type { VNode } from "preact";
import { Activity } from "../pages/Activity";
import { Civilian } from "../pages/Civilian";
import { CivilianNew } from "../pages/CivilianNew";
import { Civilians } from "../pages/Civilians";
import { Firearm } from "../pages/Firearm";
import { FirearmNew } from "../pages/FirearmNew";
import { Firearms } from "../pages/Firearms";
import { Home } from "../pages/Home";
import { Law } from "../pages/Law";
import { Medical } from "../pages/Medical";
import { Missing } from "../pages/Missing";
import { Settings } from "../pages/Settings";
import { Vehicle } from "../pages/Vehicle";
import { VehicleNew } from "../pages/VehicleNew";
import { Vehicles } from "../pages/Vehicles";
import { Webhook } from "../pages/Webhook";
import { useKey } from "./key";
import type { Place } from "./router";

/** Record pages have a `key`: each record gets a new component with its own state. */
export function Pages({ place }: { place: Place }): VNode {
  const { can } = useKey();
  const [page = "", subject, id] = place.path;
  if (page === "new" && subject === "civilian" && can("civilian")) return <CivilianNew />;
  if (page === "new" && subject === "vehicle" && can("vehicle")) return <VehicleNew place={place} />;
  if (page === "new" && subject === "firearm" && can("firearm")) return <FirearmNew place={place} />;
  if (page === "law" && can("leo")) return <Law place={place} />;
  if (page === "medical" && can("medical")) return <Medical place={place} />;
  if (page === "settings") {
    if (!can("admin")) return <Missing scope="admin" />;
    return subject === "webhooks" && id ? <Webhook key={id} id={id} place={place} /> : <Settings />;
  }
  if (!can("read")) return <Missing />;
  if (page === "civilians") return subject ? <Civilian key={subject} name={subject} /> : <Civilians place={place} />;
  if (page === "vehicles") return subject ? <Vehicle key={subject} plate={subject} /> : <Vehicles place={place} />;
  if (page === "firearms") return subject ? <Firearm key={subject} serial={subject} /> : <Firearms place={place} />;
  if (page === "activity") return <Activity place={place} />;
  return page === "" ? <Home /> : <Missing />;
}
