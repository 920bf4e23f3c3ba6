// Forms and dialogs for the keys of a guild and for invitations.
import { useState } from "preact/hooks";
import { ApiError, post, remove } from "../api/client";
import type { ResponseOf } from "../api/client";
import { useKey } from "../app/key";
import { signOut } from "../app/session";
import { Dialog } from "../parts/Dialog";
import { field } from "../parts/Field";
import { Form } from "../parts/Form";
import type { Body, Success } from "../parts/Form";
import { keyFile } from "../parts/keyFile";
import { LifetimeField, RoleField, scopesOf } from "../parts/roleField";
import { When } from "../parts/When";
import { Secret } from "./Secret";

const create = "key.create";
const fields = [
  field(create, "name", "Name"),
  field(create, "expiresIn", "The key expires", { component: LifetimeField }),
  field(create, "role", "Role", { component: RoleField }),
];

/** The form has one field for the role and the scopes; the API has two members. */
async function sendKey<A>(body: Body, send: (body: object) => Promise<A>): Promise<A> {
  const { name, role, expiresIn } = body;
  const scopes = scopesOf(String(role ?? ""));
  try {
    return await send({
      name,
      ...(scopes ? { scopes } : { role }),
      ...(expiresIn === undefined ? {} : { expiresIn: Number(expiresIn) }),
    });
  } catch (error) {
    throw error instanceof ApiError && error.member === "scopes" ? error.about("role") : error;
  }
}

interface NewProps<A extends Success> {
  readonly title: string;
  readonly about: string;
  readonly role: string;
  readonly submit: string;
  readonly send: (body: object) => Promise<A>;
  readonly onMade: (made: A) => void;
  readonly onClose: () => void;
}

function NewKeyForm<A extends Success>({ title, about, role, submit, send, onMade, onClose }: NewProps<A>) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        label={title}
        fields={fields}
        initial={{ role }}
        submit={submit}
        send={(body) => sendKey(body, send)}
        subject={(body) => String(body["name"])}
        onDone={onMade}
        onCancel={onClose}
        autofocus
      >
        <p>{about}</p>
      </Form>
    </Dialog>
  );
}

export function InviteMember({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<ResponseOf<"/api/key/invite", "post"> | null>(null);
  if (!made) {
    return (
      <NewKeyForm
        title="Invite a member"
        about="You get a link for the member. It makes a key that only the member sees."
        role="officer"
        submit="Create link"
        send={(body) => post("/api/key/invite", body)}
        onMade={(response) => setMade(response)}
        onClose={onClose}
      />
    );
  }
  const link = location.origin + made.link;
  const file = { name: `blotter-${made.guildID}-invitation.txt`, text: `${link}\n` };
  return (
    <Secret title={`Invitation for ${made.keyName}`} what="Link" secret={link} file={file} onClose={onClose}>
      It works once, until <When at={made.ends} />. Send it to {made.keyName} in a private message: whoever opens it
      first gets the key.
    </Secret>
  );
}

export function CreateKey({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<ResponseOf<"/api/key/create", "post"> | null>(null);
  if (!made) {
    return (
      <NewKeyForm
        title="New key"
        about="For a bot or a game server. Invite members instead: then nobody else sees their keys."
        role="bot"
        submit="Create key"
        send={(body) => post("/api/key/create", body)}
        onMade={(response) => setMade(response)}
        onClose={onClose}
      />
    );
  }
  const credentials = { guild: made.guildID, key: made.key };
  const warning = "Anyone who has it can do in the guild what it is for.";
  const file = keyFile(credentials, made.role || "custom", `key ${made.keyName}`, warning);
  return (
    <Secret title={`Key for ${made.keyName}`} what="Key" secret={made.key} file={file} onClose={onClose}>
      The server keeps no copy. Programs send it with the guild <b>{made.guildID}</b>.
    </Secret>
  );
}

/** What can be revoked; all have the id of the key that exists or is to be. */
export type Revocable =
  | { readonly kind: "key"; readonly keyID: string; readonly title: string; readonly role: string }
  | { readonly kind: "invitation"; readonly keyID: string; readonly title: string }
  | { readonly kind: "shared"; readonly keyID: string; readonly title: string };

/** Who is cut off, and from what. */
function Consequences({ what, isOwn }: { what: Revocable; isOwn: boolean }) {
  switch (what.kind) {
    case "key":
      return (
        <>
          <p>
            <b dir="auto">{what.title}</b> ({what.role}) is cut off within a second: people are signed out, and programs
            that use the key stop working. What they have entered stays. Invitations that were made with the key end,
            too.
          </p>
          {isOwn && (
            <p>
              <strong>This is the key that you are using.</strong> You will be signed out.
            </p>
          )}
        </>
      );
    case "invitation":
      return (
        <p>
          The link for <b dir="auto">{what.title}</b> stops working. If somebody has used it in the meantime, their key
          is revoked.
        </p>
      );
    case "shared":
      return (
        <p>
          Whoever uses this key is cut off from this guild within a second. The key continues to work in its other
          guilds. Only the operator of the server can allow it here again.
        </p>
      );
  }
}

export function Revoke({ what, onClose }: { what: Revocable; onClose: () => void }) {
  const { info } = useKey();
  const isOwn = what.keyID === info.keyID;
  const submit = { key: "Revoke key", invitation: "Revoke invitation", shared: "Take off this guild" }[what.kind];
  return (
    <Dialog title={`${what.kind === "shared" ? "Take off" : "Revoke"} ${what.title}?`} onClose={onClose}>
      <Form
        label={submit}
        fields={[]}
        submit={submit}
        tone="danger"
        send={() => remove("/api/key/revoke", { keyID: what.keyID })}
        subject={what.title}
        onDone={() => {
          onClose();
          if (isOwn) signOut();
        }}
        onCancel={onClose}
      >
        <Consequences what={what} isOwn={isOwn} />
      </Form>
    </Dialog>
  );
}
