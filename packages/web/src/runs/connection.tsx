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
        <strong>{problem === undefined ? `No answer from ${serviceName()}.` : "The service refuses."}</strong>{" "}
        {problem ?? "Was mulligan serve ended, or is the network gone?"}
        {hasListing && " Below is what it said last."}
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
      {left > 0 ? `The page tries again by itself in ${left} s.` : "The page tries again …"}
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
        hint="The one that it was started with, by --token-file or MULLIGAN_TOKEN. It stays in this tab."
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

/** One try in four hangs for three seconds, so it soon shows that waiting does not pay. */
const PROGRAM = "sh -c 'if [ $(({seed} % 4)) = 0 ]; then sleep 3; else sleep 0.1; fi'";

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
            This service keeps all in memory, and looks for runs nowhere. Started with a folder, it shows what{" "}
            <code>mulligan run</code> and <code>sat</code> write there:
          </p>
          <ShellLine line="npx mulligan serve --state runs --open" />
        </>
      ) : (
        <>
          <p>Start a run with its journal in the served folder, and it appears here:</p>
          <ShellLine
            line={`npx mulligan run --state ${shellWord(`${folder}/first-run`)} --until 60 -- ${PROGRAM}`}
          />
        </>
      )}
      <p>A program of your own asks over HTTP. This makes a problem with two arms:</p>
      <ShellLine
        line={`curl -s ${address}${asksToken() ? TOKEN : ""} -H 'content-type: application/json' -d '{"name":"mirror","arms":[{"name":"east"},{"name":"west"}]}'`}
      />
    </section>
  );
}
