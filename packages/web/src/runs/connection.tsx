import { useState } from "preact/hooks";
import { useNow } from "../browser/hooks.ts";
import { Notice } from "../design/blocks.tsx";
import { Field } from "../design/field.tsx";
import { ShellLine, shellWord } from "../design/shell-line.tsx";
import type { StreamState } from "./event-stream.ts";
import { asksToken, serviceName, tokenProblem } from "./service.ts";

interface ConnectionProps {
  readonly stream: StreamState;
  /** Whether there is an earlier answer below. */
  readonly hasListing: boolean;
  tryNow(): void;
}

/** A notice while the service cannot be reached, with the time of the next attempt. */
export function Connection({ stream, hasListing, tryNow }: ConnectionProps) {
  if (stream.kind !== "lost") return null;
  const { problem, againAt } = stream;
  return (
    <Notice kind="error">
      <p>
        <strong>
          {problem === undefined ? `No answer from ${serviceName()}.` : "The server answered with an error."}
        </strong>{" "}
        {problem ?? (
          <>
            Check that <code>mulligan serve</code> still runs.
          </>
        )}
        {hasListing && " The page shows the last known state."}
      </p>
      <div class="row connection-row">
        <Countdown until={againAt} />
        <button type="button" onClick={tryNow}>
          Try now
        </button>
      </div>
    </Notice>
  );
}

/** Hidden from screen readers, which would say it every second. */
function Countdown({ until }: { readonly until: number }) {
  const left = Math.ceil((until - useNow(500)) / 1_000);
  return (
    <span aria-hidden="true">
      {left > 0 ? `The page tries again in ${left} s.` : "The page tries again …"}
    </span>
  );
}

interface TokenFormProps {
  /** Whether the service refused the last token. */
  readonly refused: boolean;
  enter(token: string): void;
}

export function TokenForm({ refused, enter }: TokenFormProps) {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState<string | undefined>();
  const submit = (event: Event) => {
    event.preventDefault();
    const wrong = tokenProblem(token.trim());
    setProblem(wrong);
    if (wrong === undefined) enter(token.trim());
  };
  return (
    <form class="card stack token-form" onSubmit={submit}>
      <h2>This service asks for a token</h2>
      <Field
        label="Token"
        problem={problem ?? (refused ? "The service refuses this token." : undefined)}
        hint="You gave it to mulligan serve with --token-file or MULLIGAN_TOKEN. This tab keeps it until you close it."
      >
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autocomplete="off"
            value={token}
            onInput={(event) => setToken(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <button type="submit" class="main">
          Show the runs
        </button>
      </div>
    </form>
  );
}

/**
 * One try in three hangs for two seconds. With 200 tasks and one try in ten left uncut, the saving was known at the end
 * in 40 of 40 simulated runs; with 60 tasks in about half of them.
 */
const OPTIONS = "--until 200 --jobs 4 --explore 0.1";
const PROGRAM = "sh -c 'if [ $(({seed} % 3)) = 0 ]; then sleep 2; else sleep 0.05; fi'";

const TOKEN = ' -H "authorization: Bearer $MULLIGAN_TOKEN"';

/** How to start something, where nothing has run yet. */
export function FirstRun({ folder }: { readonly folder: string | null }) {
  const address = `http://${serviceName()}/v1/problems`;
  return (
    <section class="card stack first-run">
      <h2>Nothing has run yet</h2>
      {folder === null ? (
        <>
          <p>
            This server was started without a folder, so it finds no runs. Start it with one, and it shows
            what <code>mulligan run</code> and <code>mulligan sat</code> write there:
          </p>
          <ShellLine line="npx mulligan serve --state runs --open" />
        </>
      ) : (
        <>
          <p>Paste this into a terminal, and watch the run here:</p>
          <ShellLine
            line={`npx mulligan run --state ${shellWord(`${folder}/first-run`)} ${OPTIONS} -- ${PROGRAM}`}
          />
          <p class="small faint">
            It does 200 small tasks, four at a time, in less than a minute. One try in three hangs for 2 s,
            and Mulligan finds out when to stop waiting. <code>--explore 0.1</code> leaves one try in ten
            uncut, so that the page can say how much time was saved.
          </p>
        </>
      )}
      <p>A program of your own can ask over HTTP. This makes a problem with two options to choose from:</p>
      <ShellLine
        line={`curl -s ${address}${asksToken() ? TOKEN : ""} -H 'content-type: application/json' -d '{"name":"mirror","arms":[{"name":"east"},{"name":"west"}]}'`}
      />
    </section>
  );
}
