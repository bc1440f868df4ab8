import type { AnalysisWords } from "mulligan/figures";
import { useEffect, useState } from "preact/hooks";
import { ChartFigure, Notice, ScrollTable, TableHead } from "../design/blocks.tsx";
import { ShellLine } from "../design/shell-line.tsx";
import { type AnalyzeOptions, analyzeCommand } from "./analyze-options.ts";
import { MarkedFigure } from "./marked-figure.tsx";
import type { Answer, Log } from "./messages.ts";
import { startTimeout, TimeoutQuestion } from "./timeout-question.tsx";

interface ResultsProps {
  readonly log: Log;
  readonly answer: Answer;
  readonly options: AnalyzeOptions;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** The verdict first, then what it rests on. */
export function Results({ log, answer, options, onChange }: ResultsProps) {
  const { words, by, figures, spans, notices, curves, unit } = answer;
  const [arm, setArm] = useState(curves[0].name);
  const [chosenTimeout, setChosenTimeout] = useState<number | undefined>();
  const curve = curves.find(({ name }) => name === arm) ?? curves[0];
  const timeout = chosenTimeout ?? startTimeout(curve, spans.rate);
  const drawable = spans.rate[1] > spans.rate[0];
  const marked = (which: "rate" | "survival", title: string, caption: string) => (
    <ChartFigure title={title} caption={caption}>
      <MarkedFigure
        figure={figures[which]}
        label={caption}
        span={spans[which]}
        at={timeout}
        onPoint={setChosenTimeout}
      />
    </ChartFigure>
  );
  return (
    <>
      <section class="card stack" aria-label="Verdict">
        {answer.hasInstances && <BySwitch by={options.by} onChange={onChange} />}
        <Verdicts sentences={words.sentences} />
        {[...notices, ...words.notes].map((note) => (
          <p key={note} class="faint small analyze-note">
            {note}
          </p>
        ))}
      </section>
      {drawable ? (
        <>
          <div class="figures">
            {marked("rate", "Reward rate against cutoff", rateCaption(answer))}
            {marked("survival", "Share of runs still under way", SURVIVAL_CAPTION)}
          </div>
          <TimeoutQuestion
            curves={curves}
            curve={curve}
            unit={unit}
            resetting={options.resetting}
            span={spans.rate}
            timeout={timeout}
            onArm={setArm}
            onTimeout={setChosenTimeout}
          />
        </>
      ) : (
        <Notice kind="empty">
          There is no curve to draw: no two runs ended at different times, or the runs do not show what
          another try brings.
        </Notice>
      )}
      <NumbersTable by={by} rows={words.table} />
      <section class="card stack" aria-label="The same in a shell">
        <h2>The same in a shell</h2>
        <ShellLine line={analyzeCommand(log.name, options)} />
        {!log.isFile && <SaveLog log={log} />}
      </section>
    </>
  );
}

const SURVIVAL_CAPTION =
  "How many of the runs take longer than a time: a cutoff there would cut just these. The line is the timeout asked about below.";

function rateCaption({ unit, drawn, banded, groups, by }: Answer): string {
  const per = unit === "" ? "unit of time" : unit;
  const marks = banded
    ? "the band holds 95%, a dot is the best cutoff, dashes are waiting"
    : "a dot is the best cutoff";
  const which =
    drawn < groups
      ? ` Drawn are the ${drawn} ${by}s with the most runs, of ${groups.toLocaleString("en")}.`
      : "";
  return `What is earned per ${per} if every run is cut there and begun anew; ${marks}.${which}`;
}

interface BySwitchProps {
  readonly by: AnalyzeOptions["by"];
  readonly onChange: (changed: Pick<AnalyzeOptions, "by">) => void;
}

/** One verdict for each arm, or for each instance. */
export function BySwitch({ by, onChange }: BySwitchProps) {
  return (
    <fieldset class="row">
      <legend class="unseen">One verdict for each</legend>
      <span class="small faint" aria-hidden="true">
        One verdict for each
      </span>
      {(["arm", "instance"] as const).map((what) => (
        <button key={what} type="button" aria-pressed={by === what} onClick={() => onChange({ by: what })}>
          {what}
        </button>
      ))}
    </fieldset>
  );
}

/** With more sentences they are small, and only the first stand open. */
const MAX_LARGE = 3;
const MAX_OPEN = 8;

/** The sentences of the command. */
function Verdicts({ sentences }: Pick<AnalysisWords, "sentences">) {
  const small = sentences.length > MAX_LARGE;
  const paragraphs = sentences.map(({ text, restart }) => (
    <p key={text} class={`${small ? "" : "verdict "}analyze-verdict analyze-${restart}`}>
      {text}
    </p>
  ));
  return (
    <div class="analyze-verdicts">
      {paragraphs.slice(0, MAX_OPEN)}
      {paragraphs.length > MAX_OPEN && (
        <details>
          <summary>{paragraphs.length - MAX_OPEN} more</summary>
          {paragraphs.slice(MAX_OPEN)}
        </details>
      )}
    </div>
  );
}

interface NumbersTableProps {
  readonly by: string;
  readonly rows: readonly (readonly string[])[];
}

/** The numbers behind the sentences, as the command prints them; the first row is the heading. */
function NumbersTable({ by, rows: [head, ...body] }: NumbersTableProps) {
  return (
    <ScrollTable class="card table analyze-table" label={`The ${by}s in numbers`}>
      <TableHead columns={head.map((word) => word.replace(" per ", "\u00a0per\u00a0"))} />
      <tbody>
        {body.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {name}
            </th>
            {cells.map((cell, place) => (
              <td key={head[place + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** Lets the reader save a log that is not a file yet. */
function SaveLog({ log: { name, content } }: { readonly log: Log }) {
  const [url, setUrl] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return (
    <p class="faint small">
      It reads a file:{" "}
      <a href={url} download={name}>
        save {name}
      </a>{" "}
      first.
    </p>
  );
}
