import { parseLaw } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { readableNumber } from "mulligan/figures";
import { readTime, shortened } from "mulligan/readers";
import { useEffect, useRef } from "preact/hooks";
import { usePageDrop } from "../browser/hooks.ts";
import { FileButton } from "../design/blocks.tsx";
import { Field } from "../design/field.tsx";
import { countText } from "../design/number-text.ts";
import { LONGEST_FILE } from "./log-reading.ts";
import type { Log } from "./messages.ts";
import type { Analysis } from "./use-analysis.ts";

let logs = 0;

function logOfFiles(files: readonly File[]): Log {
  return { number: ++logs, files: files.map((file) => ({ name: file.name, content: file })), isSaved: true };
}

function logOfText(name: string, text: string): Log {
  return { number: ++logs, files: [{ name, content: new Blob([text]) }], isSaved: false };
}

interface SourceProps {
  readonly analysis: Analysis | undefined;
  readonly onTake: (log: Log | undefined) => void;
}

/** Takes logs that are dropped anywhere on the page, chosen, pasted, or made up as a sample. */
export function Source({ analysis, onTake }: SourceProps) {
  const over = usePageDrop((data) => {
    const log = dropped(data);
    if (log !== undefined) onTake(log);
  });
  return (
    <section class="card stack" aria-label="The log">
      <div class={over ? "drop drop-over analyze-drop" : "drop analyze-drop"}>
        {analysis === undefined ? (
          <p>Drop one or more logs anywhere on this page</p>
        ) : (
          <LogName analysis={analysis} />
        )}
        <div class="row analyze-ways">
          <FileButton
            class={analysis === undefined ? "main" : ""}
            multiple
            take={(files) => onTake(logOfFiles(files))}
          >
            {analysis === undefined ? "Choose files" : "Choose others"}
          </FileButton>
          <button type="button" onClick={() => onTake(logOfText("sample.csv", sampleLog()))}>
            Try a sample
          </button>
        </div>
      </div>
      <Paste
        onPaste={(text) => onTake(text === "" ? undefined : logOfText("pasted.txt", pastedText(text)))}
      />
    </section>
  );
}

function LogName({ analysis: { log, answer } }: { readonly analysis: Analysis }) {
  const [{ name }, ...others] = log.files;
  const size = sizeText(log.files.reduce((sum, { content }) => sum + content.size, 0));
  return (
    <div class="analyze-log">
      <p class="analyze-name" title={log.files.map((file) => file.name).join("\n")}>
        {shortened(name, LONGEST_FILE)}
        {others.length > 0 && ` and ${others.length} more`}
      </p>
      <p class="faint small">
        {answer === undefined
          ? size
          : `${countText(answer.runs)} ${answer.runs === 1 ? "run" : "runs"}, ${size}`}
      </p>
    </div>
  );
}

export function sizeText(bytes: number): string {
  if (bytes < 1e3) return `${bytes} bytes`;
  return bytes < 1e6 ? `${readableNumber(bytes / 1e3)} kB` : `${readableNumber(bytes / 1e6)} MB`;
}

/** So long after the last key the text is read. */
const TYPING_MS = 400;

/** A field for times or a whole log, which is read as it is typed. */
function Paste({ onPaste }: { readonly onPaste: (text: string) => void }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef("");
  const take = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      if (text.trim() === last.current) return;
      last.current = text.trim();
      onPaste(last.current);
    }, TYPING_MS);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <details>
      <summary>Paste or type instead</summary>
      <div class="analyze-paste">
        <Field
          label="Times, a table, or a whole log"
          hint="One run per line, or times with spaces between them."
        >
          {(attributes) => (
            <textarea
              {...attributes}
              rows={6}
              placeholder="0.3s 0.4s 9s 0.2s 12s"
              spellcheck={false}
              onInput={(event) => take(event.currentTarget.value)}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

function dropped(data: DataTransfer): Log | undefined {
  if (data.files.length > 0) return logOfFiles([...data.files]);
  const text = data.getData("text/plain");
  return text.trim() === "" ? undefined : logOfText("dropped.txt", pastedText(text));
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
