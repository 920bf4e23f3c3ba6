// The first start: the server prints a link with a token, which is good for one community and the key of its owner.
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { ApiError, setUp, unauthorised } from "../api/client";
import { Dialog } from "../parts/Dialog";
import { Icon } from "../parts/Icon";
import { Problem } from "../parts/Problem";
import { textOf } from "../parts/textOf";
import { copyText, downloadText } from "../parts/takeAlong";
import type { Credentials } from "./credentials";
import { useEntering } from "./enter";
import { Gate, GateFoot, GateHead, KeyCommand, Remember, useFirstField } from "./Gate";
import { guildIdFrom, guildIdMax, guildIdPattern } from "./guildId";
import { setSetUp } from "./links";
import type { SetUpLink } from "./links";

/** A refusal that is not about the id, with what to do next. */
function withNextStep(error: ApiError, guild: string): ApiError {
  const next = () => {
    if (error.status === 0) {
      return (
        "Try again. If the link is refused then, the community is there but its key was lost on the way: " +
        `run blotter key create --guild ${guild} on the server.`
      );
    }
    if (error.status === 429) return "Wait a minute and try again.";
    return error.hint || "Try again. If it happens again, the log of the server says why.";
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
      setRefused(new ApiError(400, "This cannot be an id.", `Use only A-Z a-z 0-9 _ and -, at most ${guildIdMax}.`));
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
      <GateHead title="Welcome to Blotter" lead="Name your community, and get the key of its owner." />
      {refused && !isAboutId && <Problem error={refused} />}
      <div class="field">
        <label for={`${id}-name`}>Name of the community</label>
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
        <label for={`${id}-guild`}>Guild id</label>
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
          // Whoever empties it gets the one that is made from the name.
          onBlur={() => setOwnId((before) => before || null)}
        />
        {isAboutId && (
          <p class="field-problem" id={`${id}-problem`} role="alert">
            <strong>{refused.details}</strong> {refused.hint}
          </p>
        )}
        <p class="about" id={`${id}-about`}>
          Bots and game servers send this id, and you sign in with it. It cannot be changed later. For a Discord bot
          that serves several communities, take the id of your Discord server.
        </p>
      </div>
      <button type="submit" class="primary" aria-disabled={busy}>
        Create the community
      </button>
      <GateFoot />
    </form>
  );
}

function fileText({ guild, key }: Credentials): string {
  return [
    "Blotter: the owner's key of a guild",
    "",
    `Guild    ${guild}`,
    `Address  ${location.origin}`,
    `Key      ${key}`,
    "",
    "Keep it secret. Whoever has it can read and change every record of the guild.",
    "",
  ].join("\n");
}

interface Taken {
  readonly isTaken: boolean;
  readonly isCopied: boolean;
  /** What was done last, for those who hear the page. */
  readonly told: string;
  readonly copy: () => void;
  readonly download: () => void;
}

/** The ways to take a key along, and whether one was used. */
function useTaking(made: Credentials, shown: { readonly current: HTMLElement | null }): Taken {
  const [isCopied, setCopied] = useState(false);
  const [isDownloaded, setDownloaded] = useState(false);
  const [told, setTold] = useState("");
  const isTaken = isCopied || isDownloaded;

  useEffect(() => {
    const noticeCopy = () => {
      if (!getSelection()?.toString().includes(made.key)) return;
      setCopied(true);
      setTold("The key is copied.");
    };
    document.addEventListener("copy", noticeCopy);
    return () => document.removeEventListener("copy", noticeCopy);
  }, [made]);

  useEffect(() => {
    if (isTaken) return undefined;
    const askFirst = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", askFirst);
    return () => removeEventListener("beforeunload", askFirst);
  }, [isTaken]);

  const copy = async () => {
    const done = shown.current !== null && (await copyText(made.key, shown.current));
    setCopied((before) => before || done);
    setTold(done ? "The key is copied." : "The key is selected: press Ctrl+C, or ⌘C on a Mac, to copy it.");
  };
  const download = () => {
    const name = `blotter-${made.guild}-owner-key.txt`;
    downloadText(name, fileText(made));
    setDownloaded(true);
    setTold(`Downloaded as ${name}.`);
  };
  return { isTaken, isCopied, told, copy: () => void copy(), download };
}

function Ready({ made }: { made: Credentials }) {
  const shown = useRef<HTMLElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { isTaken, isCopied, told, copy, download } = useTaking(made, shown);
  const [isAsking, setAsking] = useState(false);
  const { refused, isBusy, tryToEnter } = useEntering();

  const open = async () => {
    if (isBusy) return;
    setAsking(false);
    if (await tryToEnter(made, textOf(form.current, "remember") !== "")) setSetUp(null);
  };

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isTaken) void open();
    else setAsking(true);
  };

  return (
    <>
      <form ref={form} class="gate-card wide" aria-label="Owner's key" onSubmit={onSubmit}>
        <GateHead focused title="Your community is ready" lead="This is the key of its owner. It may do everything." />
        <dl class="handed">
          <dt>Guild</dt>
          <dd>{made.guild}</dd>
          <dt>Address</dt>
          <dd>{location.origin}</dd>
          <dt>Key</dt>
          <dd class="secret">
            <code ref={shown}>{made.key}</code>
          </dd>
        </dl>
        <div class="take-along">
          <button type="button" onClick={copy}>
            <Icon name={isCopied ? "check" : "copy"} /> {isCopied ? "Copied" : "Copy"}
          </button>
          <button type="button" onClick={download}>
            <Icon name="download" /> Download
          </button>
          <p class="about" role="status">
            {told}
          </p>
        </div>
        <div class="caution">
          <Icon name="alert" />
          <p>
            <strong>It is shown only this once.</strong> The server keeps no copy of it. Put it where you keep your
            passwords.
          </p>
        </div>
        <Remember />
        {refused && <Problem error={refused} />}
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Open the console
        </button>
      </form>
      {isAsking && (
        <Dialog title="Leave without the key?" onClose={() => setAsking(false)}>
          <p>You have neither copied nor downloaded it, and it cannot be shown again.</p>
          <div class="form-foot">
            <button type="button" class="primary" onClick={() => setAsking(false)}>
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
      <GateHead focused title="This link does not work" lead="A set-up link works once, within an hour of the start." />
      <ul class="gate-steps">
        <li>
          <strong>Not set up yet?</strong> Start the server again: it prints a new link.
        </li>
        <li>
          <strong>Set up already?</strong> <a href="#/sign-in">Sign in</a> with the guild and its key.
        </li>
        <li>
          <strong>Lost the key?</strong> Make another one on the server:
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
