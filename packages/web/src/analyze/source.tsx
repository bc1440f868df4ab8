import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { readTime } from "mulligan/readers";
import { useRef, useState } from "preact/hooks";
import { usePageDrop } from "../browser/hooks.ts";
import { FileButton } from "../design/blocks.tsx";
import { Field } from "../design/field.tsx";
import { countText, numberText } from "../design/number-text.ts";
import type { Log } from "./messages.ts";
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

/** Takes a log that is dropped anywhere on the page, chosen, pasted, or made up as a sample. */
export function Source({ analysis, onTake }: SourceProps) {
  const over = usePageDrop((data) => {
    const log = dropped(data);
    if (log !== undefined) onTake(log);
  });
  return (
    <section class="card stack" aria-label="The log">
      <div class={over ? "drop drop-over analyze-drop" : "drop analyze-drop"}>
        {analysis === undefined ? <p>Drop a log anywhere on this page</p> : <LogName analysis={analysis} />}
        <div class="row analyze-ways">
          <FileButton
            class={analysis === undefined ? "main" : ""}
            take={([file]) => onTake(logOf(file.name, file, true))}
          >
            {analysis === undefined ? "Choose a file" : "Choose another"}
          </FileButton>
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
          {(attributes) => (
            <textarea
              {...attributes}
              ref={text}
              rows={6}
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

/**
 * A pasted text as a log. Times may stand side by side, with blanks or commas between them; but lines that all have the
 * same number of cells are a table, whose columns the reader chooses.
 */
export function pastedText(text: string): string {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const cells = lines.map((line) => line.split(/[\s,;]+/).filter((word) => word !== ""));
  const isTable = lines.length > 1 && cells.every((words) => words.length === cells[0].length);
  if (isTable || !cells.every((words) => words.every((word) => readTime(word) !== undefined))) return text;
  return `${cells.flat().join("\n")}\n`;
}

const INSTANCES = 36;
const RUNS = 14;
/** In seconds: longer runs were stopped by hand. */
const MAX_SECONDS = 600;

const ARMS = [
  // Mostly fast; now and then it takes ten times as long.
  {
    name: "restless",
    law: parseLaw("mixture(0.8*lognormal(median=4,sigma=0.6),0.2*gamma(shape=3,scale=40))"),
  },
  // Slower, but it always ends.
  { name: "steady", law: parseLaw("gamma(shape=4,scale=6)") },
];

/** A made-up log: two programs on the same inputs, some of which are a little harder than others. */
function sampleLog(): string {
  const random = stream(7, "sample");
  const lines = ["arm,instance,time,completed"];
  for (let instance = 1; instance <= INSTANCES; instance++) {
    const hardness = 0.8 + (0.4 * instance) / INSTANCES;
    for (let run = 0; run < RUNS; run++) {
      for (const { name, law } of ARMS) {
        const time = hardness * law.sample(random);
        const completed = time < MAX_SECONDS;
        lines.push(
          `${name},input-${instance},${Math.min(time, MAX_SECONDS).toFixed(2)}s,${completed ? 1 : 0}`,
        );
      }
    }
  }
  return `${lines.join("\n")}\n`;
}
