// What is on file about a checked plate or name.
import type { ComponentType } from "preact";
import type { Civilian, CivilianCheck, Vehicle } from "../api/types";
import { checkAddress } from "../app/checks";
import { useQuery } from "../app/query";
import { href } from "../app/router";
import { useFresh } from "../live/fresh";
import { StateBadges, Validity } from "./Badge";
import { isVehicleCheck } from "./check";
import type { Checked } from "./check";
import { CivilianLink, ownFirearmColumns, ownVehicleColumns } from "./columns";
import { Facts } from "./Facts";
import { formatNumber } from "./format";
import { Icon } from "./Icon";
import { Empty, Section } from "./Page";
import { Table } from "./Table";
import type { Column } from "./Table";
import { CheckLink } from "./Verdict";
import { When } from "./When";

const custodyMax = 1000;

export interface RecordActions {
  readonly Vehicle: ComponentType<{ vehicle: Vehicle }>;
  readonly Civilian: ComponentType<{ civilian: Civilian }>;
}

const born = ({ civilianDOB, civilianAge }: Civilian) => `${civilianDOB} (${formatNumber(civilianAge)})`;
const paint = ({ color, colorType }: Vehicle) => `${color}, ${colorType}`;
const looks = (civilian: Civilian) =>
  `${formatNumber(civilian.civilianHeight)} cm, ${formatNumber(civilian.civilianWeight)} kg, ${civilian.civilianHairColor} hair`;

function has(checked: Checked, code: Checked["reasons"][number]["code"]): boolean {
  return checked.reasons.some((each) => each.code === code);
}

/** Until when, why, and by whom. */
function CustodyBand({ civilian }: { civilian: Civilian }) {
  const { data } = useQuery("/api/leo/custody", { limit: custodyMax });
  const custody = data?.custody.find(({ civilianID }) => civilianID === civilian.id);
  const arrest = custody?.arrests[0];
  return (
    <p class="bolo-band custody-band">
      <Icon name="lock" />
      <span>
        <b>In custody</b>
        {custody && (
          <>
            {" "}
            until <When at={custody.releaseTimestamp} />
          </>
        )}
        {arrest && (
          <>
            {": "}
            <span dir="auto">{arrest.charges}</span>, by <span dir="auto">{arrest.officerName}</span>
          </>
        )}
      </span>
    </p>
  );
}

interface PersonProps {
  readonly civilian: Civilian;
  readonly checked: Checked;
  readonly actions: RecordActions;
}

function Person({ civilian, checked, actions: { Civilian: Actions } }: PersonProps) {
  const isOwner = isVehicleCheck(checked);
  const { civilianName: name, bolo, deceased } = civilian;
  return (
    <Section
      title={isOwner ? "Owner" : "Person"}
      aside={
        <span class="links">
          {isOwner && <CheckLink text={name} mode="name" />}
          <a href={href(["civilians", name])}>Profile</a>
        </span>
      }
    >
      <div class="checked-head">
        <p class="checked-name">
          <strong>
            <CivilianLink name={name} />
          </strong>
          <StateBadges deceased={deceased} />
        </p>
        {bolo && (
          <p class="bolo-band">
            <Icon name="alert" />
            <span>
              <b>BOLO</b> <span dir="auto">{civilian.boloReason}</span>
            </span>
          </p>
        )}
        {has(checked, "custody") && <CustodyBand civilian={civilian} />}
        <Actions civilian={civilian} />
      </div>
      <Facts
        facts={[
          ["Born", born(civilian)],
          ["Gender", civilian.civilianGender],
          ["Looks", looks(civilian)],
          ["Occupation", civilian.civilianOccupation],
          ["Address", civilian.civilianAddress],
          ["Player", civilian.userName],
        ]}
      />
    </Section>
  );
}

function VehicleSection({ vehicle, actions: { Vehicle: Actions } }: { vehicle: Vehicle; actions: RecordActions }) {
  const { plate, impounded } = vehicle;
  const { data } = useQuery("/api/leo/impound", impounded ? { plate } : null, { about: ({ id }) => [id] });
  return (
    <Section title="Vehicle" aside={<a href={href(["vehicles", plate])}>Vehicle page</a>}>
      <div class="checked-head">
        <p class="checked-name">
          <strong class="code" dir="auto">
            {plate}
          </strong>
          <StateBadges stolen={vehicle.stolen} />
        </p>
        {impounded && (
          <p class="bolo-band custody-band">
            <Icon name="lock" />
            <span>
              <b>Impounded</b>
              {data && `, fee ${formatNumber(data.impoundedFee)}`}
            </span>
          </p>
        )}
        <Actions vehicle={vehicle} />
      </div>
      <Facts
        facts={[
          ["Model", vehicle.model],
          ["Color", paint(vehicle)],
          ["Registration", <Validity value={vehicle.registration} />],
          ["Insurance", <Validity value={vehicle.insurance} />],
          ["Stolen", vehicle.stolen ? "Yes" : "No"],
          ["Impounded", impounded ? "Yes" : "No"],
        ]}
      />
    </Section>
  );
}

const counts = [
  ["Arrests", "arrestAmount"],
  ["Citations", "citationAmount"],
  ["Fines", "fineAmount"],
  ["Admissions", "admissionAmount"],
] as const;

function Counts({ checked }: { checked: CivilianCheck }) {
  const members = counts.map(([title, member]) => [title, checked[member]] as const);
  const fresh = useFresh(members, ([title]) => title);
  return (
    <dl class="counts">
      {members.map(([title, amount]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <data value={amount} class={fresh.has(title) ? "fresh" : undefined}>
              {formatNumber(amount)}
            </data>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** How many there are, if the check shows only some of them. */
function AllLink({ page, name, shown, amount }: { page: string; name: string; shown: number; amount: number }) {
  return shown < amount ? <a href={href([page], { name })}>All {formatNumber(amount)}</a> : null;
}

interface OwnProps<T> {
  readonly title: "Vehicles" | "Firearms";
  readonly columns: readonly Column<T>[];
  readonly rows: readonly T[];
  readonly amount: number;
  readonly name: string;
}

const idOf = ({ id }: { id: string }) => id;

function OwnRecords<T extends { readonly id: string }>({ title, columns, rows, amount, name }: OwnProps<T>) {
  const fresh = useFresh(rows, idOf);
  const kind = title.toLowerCase();
  return (
    <Section title={title} aside={<AllLink page={kind} name={name} shown={rows.length} amount={amount} />}>
      {rows.length === 0 ? (
        <Empty>No {kind} registered.</Empty>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={idOf} fresh={fresh} />
      )}
    </Section>
  );
}

function Belongings({ checked, name }: { checked: CivilianCheck; name: string }) {
  const { vehicles, firearms, vehicleAmount, firearmAmount } = checked;
  return (
    <>
      <OwnRecords title="Vehicles" columns={ownVehicleColumns} rows={vehicles} amount={vehicleAmount} name={name} />
      <OwnRecords title="Firearms" columns={ownFirearmColumns} rows={firearms} amount={firearmAmount} name={name} />
    </>
  );
}

export function CheckedRecords({ checked, actions }: { checked: Checked; actions: RecordActions }) {
  if (isVehicleCheck(checked)) {
    const [vehicle] = checked.vehicle;
    const [owner] = checked.owner;
    return (
      <div class="columns checked-records">
        {vehicle && <VehicleSection vehicle={vehicle} actions={actions} />}
        {owner && <Person civilian={owner} checked={checked} actions={actions} />}
      </div>
    );
  }
  const [civilian] = checked.civilian;
  if (!civilian) return null;
  return (
    <div class="columns checked-records">
      <Person civilian={civilian} checked={checked} actions={actions} />
      <div class="stack">
        <Section title="Record">
          <Counts checked={checked} />
        </Section>
        <Belongings checked={checked} name={civilian.civilianName} />
      </div>
    </div>
  );
}

function briefFacts(checked: Checked) {
  if (!isVehicleCheck(checked)) {
    return checked.civilian.flatMap((civilian) => [
      ["Born", born(civilian)] as const,
      ["Looks", looks(civilian)] as const,
      ["Vehicles", formatNumber(checked.vehicleAmount)] as const,
      ["Firearms", formatNumber(checked.firearmAmount)] as const,
    ]);
  }
  return checked.vehicle.flatMap((vehicle) => [
    ["Owner", <CivilianLink name={vehicle.civilianName} />] as const,
    ["Paint", paint(vehicle)] as const,
    ["Registration", <Validity value={vehicle.registration} />] as const,
    ["Insurance", <Validity value={vehicle.insurance} />] as const,
  ]);
}

/** The most important facts, with links to the rest. */
export function BriefRecord({ checked }: { checked: Checked }) {
  const plate = isVehicleCheck(checked) ? checked.vehicle[0]?.plate : undefined;
  const name = isVehicleCheck(checked) ? undefined : checked.civilian[0]?.civilianName;
  const page = plate === undefined ? ["civilians", name ?? ""] : ["vehicles", plate];
  const address = plate === undefined ? checkAddress(name ?? "", "name") : checkAddress(plate, "plate");
  return (
    <section class="card" aria-label="Record">
      <Facts facts={briefFacts(checked)} />
      <p class="brief-links">
        <a class="button primary" href={address}>
          <Icon name="inspect" /> Open the check
        </a>
        <a class="button" href={href(page)}>
          {plate === undefined ? "Open the profile" : "Open the vehicle"}
        </a>
      </p>
    </section>
  );
}
