import { ShellLine } from "../design/shell-line.tsx";
import { shellWord } from "../design/shell-word.ts";
import { asksToken } from "./is-served.ts";
import { serviceName } from "./service.ts";

/** One try in four hangs for three seconds: soon it is seen that waiting for it does not pay. */
const PROGRAM = "sh -c 'if [ $(({seed} % 4)) = 0 ]; then sleep 3; else sleep 0.1; fi'";

const TOKEN = ' -H "authorization: Bearer $MULLIGAN_TOKEN"';

/** What to do where nothing runs yet. */
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
