// Columns shared by several tables.
import type { Civilian, Firearm, Vehicle } from "../api/types";
import { href } from "../app/router";
import { Validity, StateBadges } from "./Badge";
import { added } from "./listOrder";
import type { Column } from "./Table";
import { Ago } from "./When";

export function CivilianLink({ name }: { name: string }) {
  return (
    <a href={href(["civilians", name])} dir="auto">
      {name}
    </a>
  );
}

/** What must not be missed comes first. */
function urgencyOf(states: { bolo?: boolean; stolen?: boolean; impounded?: boolean }): number {
  return -(4 * Number(states.bolo ?? 0) + 2 * Number(states.stolen ?? 0) + Number(states.impounded ?? 0));
}

/** When a record was created. The server has the lists in this order. */
function addedColumn<R>(value: (row: R) => string): Column<R> {
  return {
    title: added,
    cell: (row) => <Ago at={value(row)} />,
    kind: "wide",
    value,
    startsDown: true,
    directions: ["oldest first", "newest first"],
  };
}

export const civilianColumns: readonly Column<Civilian>[] = [
  {
    title: "Name",
    cell: ({ civilianName }) => <CivilianLink name={civilianName} />,
    value: ({ civilianName }) => civilianName,
  },
  { title: "State", cell: (each) => <StateBadges {...each} />, kind: "state", value: urgencyOf },
  { title: "Born", cell: ({ civilianDOB }) => civilianDOB, kind: "wide", value: ({ civilianDOB }) => civilianDOB },
  {
    title: "Gender",
    cell: ({ civilianGender }) => civilianGender,
    kind: "wide",
    value: ({ civilianGender }) => civilianGender,
  },
  {
    title: "Occupation",
    cell: ({ civilianOccupation }) => <span dir="auto">{civilianOccupation}</span>,
    kind: "wide",
    value: ({ civilianOccupation }) => civilianOccupation,
  },
  {
    title: "Player",
    cell: ({ userName }) => <span dir="auto">{userName}</span>,
    kind: "wide",
    value: ({ userName }) => userName,
  },
  addedColumn(({ registrationTimestamp }) => registrationTimestamp),
];

const plate: Column<Vehicle> = {
  title: "Plate",
  cell: ({ plate: text }) => (
    <a class="code" href={href(["vehicles", text])} dir="auto">
      {text}
    </a>
  ),
  value: ({ plate: text }) => text,
};
const vehicleFacts: readonly Column<Vehicle>[] = [
  { title: "State", cell: (each) => <StateBadges {...each} />, kind: "state", value: urgencyOf },
  { title: "Color", cell: ({ color }) => <span dir="auto">{color}</span>, kind: "wide", value: ({ color }) => color },
  {
    title: "Registration",
    cell: ({ registration }) => <Validity value={registration} />,
    kind: "wide",
    value: ({ registration }) => registration,
  },
  {
    title: "Insurance",
    cell: ({ insurance }) => <Validity value={insurance} />,
    kind: "wide",
    value: ({ insurance }) => insurance,
  },
];
const vehicleModel: Column<Vehicle> = {
  title: "Model",
  cell: ({ model }) => <span dir="auto">{model}</span>,
  value: ({ model }) => model,
};

/** The owner of a vehicle or firearm. */
const owner: Column<{ readonly civilianName: string }> = {
  title: "Owner",
  cell: ({ civilianName }) => <CivilianLink name={civilianName} />,
  value: ({ civilianName }) => civilianName,
};

/** For a profile, where the owner is known. */
export const ownVehicleColumns: readonly Column<Vehicle>[] = [plate, vehicleModel, ...vehicleFacts];
export const vehicleColumns: readonly Column<Vehicle>[] = [
  plate,
  vehicleModel,
  owner,
  ...vehicleFacts,
  addedColumn(({ timestamp }) => timestamp),
];

const serial: Column<Firearm> = {
  title: "Serial",
  cell: ({ serialNumber }) => (
    <a class="code" href={href(["firearms", serialNumber])}>
      {serialNumber}
    </a>
  ),
  value: ({ serialNumber }) => serialNumber,
};
const firearmModel: Column<Firearm> = {
  title: "Model",
  cell: ({ model }) => <span dir="auto">{model}</span>,
  value: ({ model }) => model,
};
const firearmState: Column<Firearm> = {
  title: "State",
  cell: ({ stolen }) => <StateBadges stolen={stolen} />,
  kind: "state",
  value: urgencyOf,
};

export const ownFirearmColumns: readonly Column<Firearm>[] = [serial, firearmModel, firearmState];
export const firearmColumns: readonly Column<Firearm>[] = [
  serial,
  firearmModel,
  owner,
  firearmState,
  addedColumn(({ timestamp }) => timestamp),
];
