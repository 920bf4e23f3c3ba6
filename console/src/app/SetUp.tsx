// The first start: the server prints a link with a token, valid for one community and its owner's key.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, setUp, unauthorised } from "../api/client";
import { CopyButton, useCopy } from "../parts/Copy";
import { Dialog } from "../parts/Dialog";
import { downloadText } from "../parts/download";
import { Icon } from "../parts/Icon";
import { Problem } from "../parts/Problem";
import { textOf } from "../parts/textOf";
import type { Credentials } from "./credentials";
import { useSignIn } from "./startSession";
import { Gate, GateFoot, GateHead, KeyCommand, Remember, useFirstField } from "./Gate";
import { guildIdFrom, guildIdMax, guildIdPattern } from "./guildId";
import { setSetUp } from "./links";
import type { SetUpLink } from "./links";

/** An error that is not about the ID, with the next step as its hint. */
function withNextStep(error: ApiError, guild: string): ApiError {
  const next = () => {
    if (error.status === 0) {
      return (
        "Try again. If the link is then refused, the community exists but its key was lost: " +
        `run blotter key create --guild ${guild} on the server.`
      );
    }
    if (error.status === 429) return "Wait a minute and try again.";
    return error.hint || "Try again. If it fails again, see the server log.";
  };
  return new ApiError(error.status, error.details, next());
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
      else setRefused(error.isAboutData ? error : withNextStep(error, guild));
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
      {refused && !isAboutId && <Problem error={refused} />}
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
        {isAboutId && (
          <p class="field-problem" id={`${id}-problem`} role="alert">
            <strong>{refused.details}</strong> {refused.hint}
          </p>
        )}
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

function fileText({ guild, key }: Credentials): string {
  return [
    "Blotter: owner's key of a guild",
    "",
    `Guild    ${guild}`,
    `Address  ${location.origin}`,
    `Key      ${key}`,
    "",
    "Keep this key secret. Anyone who has it can read and change every record of the guild.",
    "",
  ].join("\n");
}

/** Ways to save the key, and whether one was used. */
function useKeyExport(made: Credentials) {
  const [isDownloaded, setDownloaded] = useState(false);
  const copying = useCopy(made.key, "Key");
  const isSaved = copying.isCopied || isDownloaded;

  useEffect(() => {
    if (isSaved) return undefined;
    const confirmLeave = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", confirmLeave);
    return () => removeEventListener("beforeunload", confirmLeave);
  }, [isSaved]);

  const download = () => {
    const name = `blotter-${made.guild}-owner-key.txt`;
    downloadText(name, fileText(made));
    setDownloaded(true);
    copying.setStatus(`Downloaded as ${name}.`);
  };
  return { ...copying, isSaved, download };
}

function Ready({ made }: { made: Credentials }) {
  const form = useRef<HTMLFormElement>(null);
  const { shown, isSaved, isCopied, status, copy, download } = useKeyExport(made);
  const [isConfirming, setConfirming] = useState(false);
  const { refused, isBusy, trySignIn } = useSignIn();

  const open = async () => {
    if (isBusy) return;
    setConfirming(false);
    if (await trySignIn(made, textOf(form.current, "remember") !== "")) setSetUp(null);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isSaved) void open();
    else setConfirming(true);
  };

  return (
    <>
      <form ref={form} class="gate-card wide" aria-label="Owner's key" onSubmit={onSubmit}>
        <GateHead focused title="Your community is ready" lead="This is the owner's key. It has every permission." />
        <dl class="key-facts">
          <dt>Guild</dt>
          <dd>{made.guild}</dd>
          <dt>Address</dt>
          <dd>{location.origin}</dd>
          <dt>Key</dt>
          <dd class="secret">
            <code ref={shown}>{made.key}</code>
          </dd>
        </dl>
        <div class="key-actions">
          <CopyButton {...{ isCopied, copy }} />
          <button type="button" onClick={download}>
            <Icon name="download" /> Download
          </button>
          <p class="about" role="status">
            {status}
          </p>
        </div>
        <div class="caution">
          <Icon name="alert" />
          <p>
            <strong>This key is shown only once.</strong> The server keeps no copy. Store it with your passwords.
          </p>
        </div>
        <Remember />
        {refused && <Problem error={refused} />}
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Open the console
        </button>
      </form>
      {isConfirming && (
        <Dialog title="Leave without the key?" onClose={() => setConfirming(false)}>
          <p>You have not copied or downloaded the key. It cannot be shown again.</p>
          <div class="form-foot">
            <button type="button" class="primary" onClick={() => setConfirming(false)}>
              Back to the key
            </button>
            <button type="button" onClick={() => void open()}>
              Open the console
            </button>
          </div>
        </Dialog>
      )}
    </>
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
