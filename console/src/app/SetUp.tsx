// The first start: the server prints a link with a token, valid for one community and its owner's key.
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, setUp, unauthorised } from "../api/client";
import { FieldProblem } from "../parts/Field";
import { keyFile } from "../parts/keyFile";
import { Problem } from "../parts/Problem";
import type { Credentials } from "./credentials";
import { Gate, GateFoot, GateHead, KeyCommand, useFirstField } from "./Gate";
import { guildIdFrom, guildIdMax, guildIdPattern } from "./guildId";
import { setSetUp } from "./links";
import type { SetUpLink } from "./links";
import { NewKey } from "./NewKey";

/** The next step after an error that is not about the ID. */
function nextStep({ status }: ApiError, guild: string): string | undefined {
  if (status === 0) {
    return (
      "Try again. If the link is then refused, the community exists but its key was lost: " +
      `run blotter key create --guild ${guild} on the server.`
    );
  }
  if (status === 429) return "Wait a minute and try again.";
  return status >= 500 ? "Try again. If it fails again, see the server log." : undefined;
}

function SetUpForm({ token }: { token: string }) {
  const id = useId();
  const [name, setName] = useState("");
  const [ownId, setOwnId] = useState<string | null>(null);
  const [refused, setRefused] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const first = useFirstField();
  const guildField = useRef<HTMLInputElement>(null);
  const guild = ownId ?? guildIdFrom(name);

  const isAboutId = refused?.isAboutData === true;
  useLayoutEffect(() => {
    if (isAboutId) guildField.current?.focus();
  }, [isAboutId, refused]);

  const submit = async () => {
    if (busy) return;
    if (!guildIdPattern.test(guild)) {
      setRefused(new ApiError(400, "Invalid ID.", `Use only A-Z a-z 0-9 _ and -, at most ${guildIdMax} characters.`));
      return;
    }
    setBusy(true);
    setRefused(null);
    try {
      setSetUp({ token, made: await setUp(token, guild) });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === unauthorised) setSetUp(null);
      else setRefused(error);
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form class="gate-card wide" aria-label="Set up" onSubmit={onSubmit}>
      <GateHead title="Welcome to Blotter" lead="Name your community and get the owner's key." />
      {refused && !isAboutId && <Problem error={refused} next={nextStep(refused, guild)} />}
      <div class="field">
        <label for={`${id}-name`}>Community name</label>
        <input
          ref={first}
          id={`${id}-name`}
          required={guild === ""}
          autoComplete="off"
          dir="auto"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={`${id}-guild`}>Guild ID</label>
        <input
          ref={guildField}
          id={`${id}-guild`}
          class="guild-id"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellcheck={false}
          value={guild}
          aria-invalid={isAboutId}
          aria-describedby={isAboutId ? `${id}-problem ${id}-about` : `${id}-about`}
          onInput={(event) => setOwnId(event.currentTarget.value.trim())}
          // An empty field falls back to the ID derived from the name.
          onBlur={() => setOwnId((before) => before || null)}
        />
        <FieldProblem id={`${id}-problem`} error={isAboutId ? refused : null} label="Guild ID" />
        <p class="about" id={`${id}-about`}>
          Bots and game servers send this ID, and you sign in with it. It cannot be changed later. If a Discord bot
          serves several communities, use the ID of your Discord server.
        </p>
      </div>
      <button type="submit" class="primary" aria-disabled={busy}>
        Create community
      </button>
      <GateFoot />
    </form>
  );
}

function Ready({ made }: { made: Credentials }) {
  const warning = "Anyone who has it can read and change every record of the guild.";
  return (
    <NewKey
      label="Owner's key"
      title="Your community is ready"
      lead="This is the owner's key. It has every permission."
      made={made}
      file={keyFile(made, "owner", "owner's key of a guild", warning)}
      onSaved={() => setSetUp(null)}
    />
  );
}

function NoLink() {
  return (
    <section class="gate-card wide" aria-label="Set up">
      <GateHead focused title="This link does not work" lead="A setup link works once and expires after an hour." />
      <ul class="gate-steps">
        <li>
          <strong>Not set up yet?</strong> Restart the server: it prints a new link.
        </li>
        <li>
          <strong>Set up already?</strong> <a href="#/sign-in">Sign in</a> with the guild and its key.
        </li>
        <li>
          <strong>Lost the key?</strong> Create a new one on the server:
          <KeyCommand />
        </li>
      </ul>
      <GateFoot />
    </section>
  );
}

export function SetUp({ link }: { link: SetUpLink | null }) {
  return (
    <Gate title="Set up">
      {link?.made && <Ready made={link.made} />}
      {link && !link.made && <SetUpForm token={link.token} />}
      {!link && <NoLink />}
    </Gate>
  );
}
