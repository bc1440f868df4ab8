import { useRef, useState } from "preact/hooks";
import { Field } from "../design/field.tsx";
import { countText, numberText } from "../design/number-text.ts";
import { useDropped } from "../design/use-dropped.ts";
import type { Log } from "./messages.ts";
import { pastedText } from "./pasted-text.ts";
import { sampleLog } from "./sample-log.ts";
import type { Analysis } from "./use-analysis.ts";

let logs = 0;

function logOf(name: string, content: Blob | string, isFile: boolean): Log {
  const blob = typeof content === "string" ? new Blob([content]) : content;
  return { number: ++logs, name, content: blob, isFile };
}

interface SourceProps {
  readonly analysis: Analysis | undefined;
  readonly onTake: (log: Log) => void;
}

/** Where logs come from: dropped anywhere on the page, chosen, pasted, or made up to try with. */
export function Source({ analysis, onTake }: SourceProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const over = useDropped((data) => {
    const log = dropped(data);
    if (log !== undefined) onTake(log);
  });
  const chosen = () => {
    const file = chooser.current?.files?.[0];
    if (file !== undefined) onTake(logOf(file.name, file, true));
    // So that the same file, changed meanwhile, can be chosen again.
    if (chooser.current !== null) chooser.current.value = "";
  };
  return (
    <section class="card stack" aria-label="The log">
      <div class={over ? "drop drop-over analyze-drop" : "drop analyze-drop"}>
        {analysis === undefined ? <p>Drop a log anywhere on this page</p> : <LogName analysis={analysis} />}
        <input ref={chooser} class="unseen" type="file" tabIndex={-1} aria-hidden="true" onChange={chosen} />
        <div class="row analyze-ways">
          <button
            type="button"
            class={analysis === undefined ? "main" : ""}
            onClick={() => chooser.current?.click()}
          >
            {analysis === undefined ? "Choose a file" : "Choose another"}
          </button>
          <button type="button" onClick={() => onTake(logOf("sample.csv", sampleLog(), false))}>
            Try a sample
          </button>
        </div>
      </div>
      <Paste onPaste={(text) => onTake(logOf("pasted.txt", pastedText(text), false))} />
    </section>
  );
}

function LogName({ analysis: { log, answer } }: { readonly analysis: Analysis }) {
  const size =
    log.content.size < 1e6
      ? `${numberText(log.content.size / 1e3)} kB`
      : `${numberText(log.content.size / 1e6)} MB`;
  return (
    <div class="analyze-log">
      <p class="analyze-name">{log.name}</p>
      <p class="faint small">{answer === undefined ? size : `${countText(answer.runs)} runs, ${size}`}</p>
    </div>
  );
}

function Paste({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const text = useRef<HTMLTextAreaElement>(null);
  const [empty, setEmpty] = useState(true);
  const given = () => text.current?.value ?? "";
  return (
    <details>
      <summary>Paste instead</summary>
      <form
        class="stack analyze-paste"
        onSubmit={(event) => {
          event.preventDefault();
          if (given().trim() !== "") onPaste(given());
        }}
      >
        <Field
          label="Times, a table, or a whole log"
          hint="One run a line, or times with blanks between them."
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              ref={text}
              rows={6}
              aria-describedby={describedBy}
              placeholder="0.3s 0.4s 9s 0.2s 12s"
              spellcheck={false}
              onInput={() => setEmpty(given().trim() === "")}
            />
          )}
        </Field>
        <button type="submit" disabled={empty}>
          Analyze what is pasted
        </button>
      </form>
    </details>
  );
}

function dropped(data: DataTransfer): Log | undefined {
  const file = data.files[0];
  if (file !== undefined) return logOf(file.name, file, true);
  const text = data.getData("text/plain");
  return text.trim() === "" ? undefined : logOf("dropped.txt", pastedText(text), false);
}
