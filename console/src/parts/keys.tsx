// Settings → Keys: who may use the guild, and who is invited.
import { useState } from "preact/hooks";
import { roleOf, roles } from "../api/roles";
import type { Role } from "../api/roles";
import type { Keys as KeyList } from "../api/types";
import { useKey } from "../app/key";
import { useQuery } from "../app/query";
import { CreateKey, InviteMember, Revoke } from "../forms/key";
import type { Revocable } from "../forms/key";
import { useFresh } from "../live/fresh";
import { Badge } from "./Badge";
import { formatNumber } from "./format";
import { Icon } from "./Icon";
import { Section } from "./Page";
import { Problem } from "./Problem";
import { formatLifetime } from "./roleField";
import { Table } from "./Table";
import type { Column } from "./Table";
import { Ago, When } from "./When";

type Key = KeyList["keys"][number];
type Invitation = KeyList["invitations"][number];

const idOf = ({ keyID }: { keyID: string }) => keyID;
const nameOf = ({ keyName, keyID }: { keyName: string; keyID: string }) => keyName || `Key ${keyID}`;

function roleTitle({ role, scopes }: { role: string; scopes: readonly string[] }): string {
  return roles[role as Role]?.title ?? `Custom: ${scopes.join(", ")}`;
}

function RoleCell(key: { role: string; scopes: readonly string[] }) {
  const role = roleOf(key.scopes);
  if (role) return <span title={role.about}>{role.title}</span>;
  return (
    <span class="line">
      Custom <small>{key.scopes.join(", ")}</small>
    </span>
  );
}

function Name({ of, own }: { of: Key | Invitation; own?: boolean }) {
  return (
    <span class="key-name">
      <b dir="auto">{nameOf(of)}</b> {own && <Badge tone="good">Your key</Badge>}
      {"state" in of && of.state === "expired" && <Badge tone="bad">Expired</Badge>}
    </span>
  );
}

function RevokeButton({ title, onClick }: { title: string; onClick: () => void }) {
  return (
    <button type="button" class="danger-quiet small" aria-label={`Revoke ${title}`} onClick={onClick}>
      Revoke
    </button>
  );
}

type Pick = (what: Revocable) => void;

function keyColumns(own: string, pick: Pick): readonly Column<Key>[] {
  return [
    { title: "Key", cell: (key) => <Name of={key} own={key.keyID === own} /> },
    { title: "Role", cell: RoleCell, kind: "later" },
    {
      title: "Last used",
      cell: ({ lastUsed }) => (
        <>
          <span class="folded">used </span>
          {lastUsed ? <Ago at={lastUsed} /> : "never"}
        </>
      ),
      kind: "later",
    },
    {
      title: "Expires",
      cell: ({ expires }) => (
        <>
          <span class="folded">expires </span>
          {expires ? <When at={expires} /> : "never"}
        </>
      ),
      kind: "later",
    },
    {
      title: "Created",
      cell: ({ created }) => (
        <>
          <span class="folded">created </span>
          <Ago at={created} />
        </>
      ),
      kind: "later",
    },
    {
      title: "Action",
      cell: (key) => (
        <RevokeButton
          title={nameOf(key)}
          onClick={() => pick({ kind: "key", keyID: key.keyID, title: nameOf(key), role: roleTitle(key) })}
        />
      ),
      kind: "state",
    },
  ];
}

function invitationColumns(keys: readonly Key[], pick: Pick): readonly Column<Invitation>[] {
  const inviter = (id: string) => {
    const key = keys.find(({ keyID }) => keyID === id);
    return key ? nameOf(key) : `key ${id}`;
  };
  return [
    { title: "Invitation for", cell: (invitation) => <Name of={invitation} /> },
    { title: "Role", cell: RoleCell, kind: "later" },
    {
      title: "Open until",
      cell: ({ ends }) => (
        <>
          <span class="folded">open until </span>
          <When at={ends} />
        </>
      ),
      kind: "later",
    },
    {
      title: "Key valid for",
      cell: ({ expiresIn }) => (
        <>
          <span class="folded">key valid for </span>
          {expiresIn ? formatLifetime(expiresIn) : "always"}
        </>
      ),
      kind: "later",
    },
    {
      title: "Invited by",
      cell: ({ invitedBy }) => (
        <>
          <span class="folded">invited by </span>
          <span dir="auto">{inviter(invitedBy)}</span>
        </>
      ),
      kind: "later",
    },
    {
      title: "Action",
      cell: (invitation) => (
        <RevokeButton
          title={`invitation for ${nameOf(invitation)}`}
          onClick={() => pick({ kind: "invitation", keyID: invitation.keyID, title: nameOf(invitation) })}
        />
      ),
      kind: "state",
    },
  ];
}

/** Keys that the operator has made for several guilds: the API shows only their ids. */
function SharedKeys({ ids, pick }: { ids: readonly string[]; pick: Pick }) {
  return (
    <div class="shared-keys">
      <h3>Keys of the operator</h3>
      <p class="about">
        The operator of the server has made these keys for several guilds, so their names and roles are not shown here.
        You can take them off this guild.
      </p>
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <span>Key {id}</span>
            <button
              type="button"
              class="danger-quiet small"
              aria-label={`Take off key ${id}`}
              onClick={() => pick({ kind: "shared", keyID: id, title: `key ${id}` })}
            >
              Take off
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const keysShown = 25;
// The last use changes without an event.
const refreshed = { every: 15_000 };

function Lists({ data, pick, source }: { data: KeyList | undefined; pick: Pick; source: string | null }) {
  const { info } = useKey();
  const [isWhole, setWhole] = useState(false);
  const fresh = useFresh(
    data?.keys.map(({ keyID, keyName }) => ({ keyID, keyName })),
    idOf,
    source,
  );
  const shown = isWhole ? data?.keys : data?.keys.slice(0, keysShown);
  return (
    <>
      <Table label="Keys" columns={keyColumns(info.keyID, pick)} rows={shown} keyOf={idOf} fresh={fresh} expected={3} />
      {data && shown && shown.length < data.keys.length && (
        <button type="button" class="quiet all" onClick={() => setWhole(true)}>
          Show all {formatNumber(data.keys.length)}
        </button>
      )}
      {data && data.invitations.length > 0 && (
        <>
          <h3 class="table-title">Pending invitations</h3>
          <Table
            label="Pending invitations"
            columns={invitationColumns(data.keys, pick)}
            rows={data.invitations}
            keyOf={idOf}
          />
        </>
      )}
      {data && data.sharedKeys.length > 0 && <SharedKeys ids={data.sharedKeys} pick={pick} />}
    </>
  );
}

export function Keys() {
  const { data, error, reload, source } = useQuery("/api/key/list", {}, refreshed);
  const [open, setOpen] = useState<"invite" | "create" | Revocable | null>(null);
  const close = () => setOpen(null);
  const aside = (
    <div class="key-buttons">
      <button type="button" onClick={() => setOpen("create")}>
        <Icon name="plus" /> New key
      </button>
      <button type="button" class="primary" onClick={() => setOpen("invite")}>
        <Icon name="send" /> Invite
      </button>
    </div>
  );
  return (
    <Section title="Keys" aside={aside} class="settings">
      {error && <Problem error={error} retry={reload} />}
      {(data ?? !error) && <Lists data={data} pick={setOpen} source={source} />}
      {open === "invite" && <InviteMember onClose={close} />}
      {open === "create" && <CreateKey onClose={close} />}
      {typeof open === "object" && open && <Revoke what={open} onClose={close} />}
    </Section>
  );
}
