// Columns shared by several tables.
import type { Civilian, Firearm, Vehicle } from "../api/types";
import { href } from "../app/router";
import { Validity, StateBadges } from "./Badge";
import type { Column } from "./Table";

export function CivilianLink({ name }: { name: string }) {
  return (
    <a href={href(["civilians", name])} dir="auto">
      {name}
    </a>
  );
}

export const civilianColumns: readonly Column<Civilian>[] = [
  { title: "Name", cell: ({ civilianName }) => <CivilianLink name={civilianName} /> },
  { title: "State", cell: (each) => <StateBadges {...each} />, kind: "state" },
  { title: "Born", cell: ({ civilianDOB }) => civilianDOB, kind: "wide" },
  { title: "Gender", cell: ({ civilianGender }) => civilianGender, kind: "wide" },
  { title: "Occupation", cell: ({ civilianOccupation }) => <span dir="auto">{civilianOccupation}</span>, kind: "wide" },
  { title: "Player", cell: ({ userName }) => <span dir="auto">{userName}</span>, kind: "wide" },
];

const plate: Column<Vehicle> = {
  title: "Plate",
  cell: ({ plate: text }) => (
    <a class="code" href={href(["vehicles", text])} dir="auto">
      {text}
    </a>
  ),
};
const vehicleFacts: readonly Column<Vehicle>[] = [
  { title: "State", cell: (each) => <StateBadges {...each} />, kind: "state" },
  { title: "Color", cell: ({ color }) => <span dir="auto">{color}</span>, kind: "wide" },
  { title: "Registration", cell: ({ registration }) => <Validity value={registration} />, kind: "wide" },
  { title: "Insurance", cell: ({ insurance }) => <Validity value={insurance} />, kind: "wide" },
];
const vehicleModel: Column<Vehicle> = { title: "Model", cell: ({ model }) => <span dir="auto">{model}</span> };

/** For a profile, where the owner is known. */
export const ownVehicleColumns: readonly Column<Vehicle>[] = [plate, vehicleModel, ...vehicleFacts];
export const vehicleColumns: readonly Column<Vehicle>[] = [
  plate,
  vehicleModel,
  { title: "Owner", cell: ({ civilianName }) => <CivilianLink name={civilianName} /> },
  ...vehicleFacts,
];

const serial: Column<Firearm> = {
  title: "Serial",
  cell: ({ serialNumber }) => (
    <a class="code" href={href(["firearms", serialNumber])}>
      {serialNumber}
    </a>
  ),
};
const firearmModel: Column<Firearm> = { title: "Model", cell: ({ model }) => <span dir="auto">{model}</span> };
const firearmState: Column<Firearm> = {
  title: "State",
  cell: ({ stolen }) => <StateBadges stolen={stolen} />,
  kind: "state",
};

export const ownFirearmColumns: readonly Column<Firearm>[] = [serial, firearmModel, firearmState];
export const firearmColumns: readonly Column<Firearm>[] = [
  serial,
  firearmModel,
  { title: "Owner", cell: ({ civilianName }) => <CivilianLink name={civilianName} /> },
  firearmState,
];
