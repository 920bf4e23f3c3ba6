// An invitation: an owner has sent a link with which a member makes a key, once.
import { useState } from "preact/hooks";
import { acceptInvitation, ApiError, unauthorised } from "../api/client";
import type { Accepted } from "../api/client";
import { roleOf, scopeAbout } from "../api/roles";
import { keyFile } from "../parts/keyFile";
import { Problem } from "../parts/Problem";
import { Gate, GateFoot, GateHead } from "./Gate";
import { setInvitation } from "./links";
import type { InvitationLink } from "./links";
import { NewKey } from "./NewKey";
import { useSession } from "./session";

/** The next step after an error that is not about the link. */
function nextStep({ status }: ApiError): string | undefined {
  if (status !== 0) return undefined;
  return "Try again. If the link is then refused, a key was made but got lost: ask the owner for a new invitation.";
}

function Accept({ link }: { link: InvitationLink }) {
  const { guild, token } = link;
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { credentials } = useSession();

  const accept = async () => {
    if (isBusy) return;
    setBusy(true);
    setRefused(null);
    try {
      setInvitation({ ...link, made: await acceptInvitation(token, guild) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === unauthorised) setInvitation(null);
      else setRefused(error);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void accept();
  };

  return (
    <form class="gate-card wide" aria-label="Invitation" onSubmit={onSubmit}>
      <GateHead
        focused
        title="You are invited"
        lead={
          <>
            To the records of <b>{guild}</b>. Get a key of your own: it is made now, and only you see it.
          </>
        }
      />
      {refused && <Problem error={refused} next={nextStep(refused)} />}
      <ul class="gate-steps">
        <li>
          The link works <strong>once</strong>. Do it in the browser that you will use.
        </li>
        {credentials && (
          <li>
            This tab is signed in to <strong>{credentials.guild}</strong>. It will use the new key instead.
          </li>
        )}
      </ul>
      <button type="submit" class="primary" aria-disabled={isBusy}>
        Get my key
      </button>
      <GateFoot />
    </form>
  );
}

function Ready({ made }: { made: Accepted }) {
  const role = roleOf(made.scopes);
  const warning = "Anyone who has it can do in the guild what you can do.";
  return (
    <NewKey
      label="Your key"
      title="Your key is ready"
      lead="You sign in with this key and the name of the guild."
      made={made}
      facts={
        <>
          <dt>Name</dt>
          <dd dir="auto">{made.keyName}</dd>
          <dt>Role</dt>
          <dd>
            {role ? (
              <>
                <b>{role.title}.</b> {role.about}
              </>
            ) : (
              `${made.scopes.map((each) => scopeAbout[each]).join(". ")}.`
            )}
          </dd>
        </>
      }
      file={keyFile(made, role?.title.toLowerCase() ?? "my", "key of a member", warning)}
      onSaved={() => setInvitation(null)}
    />
  );
}

function NoLink() {
  return (
    <section class="gate-card wide" aria-label="Invitation">
      <GateHead
        focused
        title="This invitation does not work"
        lead="It was used or revoked, is older than 24 hours, or the link is not complete."
      />
      <ul class="gate-steps">
        <li>
          <strong>No key yet?</strong> Ask the owner who has invited you for a new link.
        </li>
        <li>
          <strong>You have used the link?</strong> <a href="#/sign-in">Sign in</a> with the guild and your key.
        </li>
        <li>
          <strong>You have not used it?</strong> Then somebody else was faster. Tell the owner, who can revoke that key.
        </li>
      </ul>
      <GateFoot />
    </section>
  );
}

export function Invitation({ link }: { link: InvitationLink | null }) {
  return (
    <Gate title="Invitation">
      {link?.made && <Ready made={link.made} />}
      {link && !link.made && <Accept link={link} />}
      {!link && <NoLink />}
    </Gate>
  );
}
