import type { AnalysisWords } from "mulligan/figures";
import { shortened } from "mulligan/readers";
import { useState } from "preact/hooks";
import { saveFile } from "../browser/download.ts";
import { ChartFigure, Notice, ScrollTable, TableHead } from "../design/blocks.tsx";
import { SaveAs } from "../design/save-as.tsx";
import { ShellLine } from "../design/shell-line.tsx";
import { Term } from "../design/term.tsx";
import { type AnalyzeOptions, analyzeCommand, NOUNS } from "./analyze-options.ts";
import type { ReadLog } from "./log-reading.ts";
import { MarkedFigure, pictureIn } from "./marked-figure.tsx";
import type { Answer, Log } from "./messages.ts";
import { TakeAway } from "./take-away.tsx";
import { startTimeout, TimeoutQuestion } from "./timeout-question.tsx";

interface ResultsProps {
  readonly log: Log;
  readonly answer: Answer;
  readonly read: ReadLog | undefined;
  readonly options: AnalyzeOptions;
  /** Whether the options have changed since, or cannot be read. */
  readonly isStale: boolean;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
}

/** The verdict first and what to do, then what it rests on. */
export function Results({ log, answer, read, options, isStale, onChange }: ResultsProps) {
  const { words, by, spans, notices, curves } = answer;
  const [arm, setArm] = useState(curves[0].name);
  const [chosenTimeout, setChosenTimeout] = useState<number | undefined>();
  const curve = curves.find(({ name }) => name === arm) ?? curves[0];
  const timeout = chosenTimeout ?? startTimeout(curve, spans.rate, words.scale);
  const drawable = spans.rate[1] > spans.rate[0];
  const noun = NOUNS[by];
  const chooseArm = (name: string) => {
    setArm(name);
    setChosenTimeout(undefined);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a name that is shown, and this is no form
    <div
      class={isStale ? "stack analyze-stale" : "stack"}
      role="group"
      aria-label="The result"
      aria-disabled={isStale}
    >
      <section class="card stack" aria-label="Verdict">
        {answer.hasInstances && <BySwitch by={options.by} onChange={onChange} />}
        <Verdicts words={words} />
        {[...words.warnings, ...notices, ...words.notes].map((note) => (
          <p key={note} class="faint small analyze-note">
            {note}
          </p>
        ))}
      </section>
      <TakeAway
        advice={answer.advice}
        arm={arm}
        noun={noun}
        read={read}
        options={options}
        onArm={chooseArm}
        onChange={onChange}
      />
      {drawable ? (
        <>
          <div class="figures">
            {(["rate", "survival"] as const).map((which) => (
              <Figure
                key={which}
                which={which}
                answer={answer}
                timeout={timeout}
                onTimeout={setChosenTimeout}
              />
            ))}
          </div>
          <TimeoutQuestion
            curves={curves}
            curve={curve}
            noun={noun}
            scale={words.scale}
            resetting={answer.resetting}
            span={spans.rate}
            timeout={timeout}
            onArm={chooseArm}
            onTimeout={setChosenTimeout}
          />
        </>
      ) : (
        <Notice kind="empty">
          There is no curve to draw: no two runs ended at different times, or the runs do not show how long
          another try takes.
        </Notice>
      )}
      <section class="card stack" aria-labelledby="analyze-numbers">
        <h2 id="analyze-numbers">The numbers</h2>
        <p class="small">
          The <Term name="gain" /> compares the best <Term name="cutoff" /> with waiting for every run, or
          with your timeout if the runs were cut at one. Its 95% <Term name="interval" /> is in parentheses.
        </p>
        <NumbersTable noun={noun} rows={words.table} />
        <SaveAs what="the numbers" file="mulligan-verdict" csv={() => answer.columns.table} />
      </section>
      <section class="card stack" aria-labelledby="analyze-shell">
        <h2 id="analyze-shell">The same in a shell</h2>
        <ShellLine
          line={analyzeCommand(
            log.files.map(({ name }) => name),
            options,
            answer.resetting,
          )}
        />
        {!log.isSaved && <SaveLog log={log} />}
      </section>
    </div>
  );
}

interface FigureProps {
  readonly which: "rate" | "survival";
  readonly answer: Answer;
  readonly timeout: number;
  readonly onTimeout: (timeout: number) => void;
}

/** A figure with the timeout as a line that can be dragged, and buttons that save it. */
function Figure({ which, answer, timeout, onTimeout }: FigureProps) {
  const caption = which === "rate" ? rateCaption(answer) : SURVIVAL_CAPTION;
  const id = `analyze-${which}`;
  return (
    <ChartFigure title={TITLES[which]} caption={caption}>
      <MarkedFigure
        id={id}
        figure={answer.figures[which]}
        label={caption}
        span={answer.spans[which]}
        at={timeout}
        onPoint={onTimeout}
      />
      <SaveAs
        what={FIGURE_NAMES[which]}
        file={`mulligan-${which}`}
        svg={() => pictureIn(id)}
        csv={() => answer.columns[which]}
      />
    </ChartFigure>
  );
}

const TITLES = {
  rate: "How much gets done with each cutoff",
  survival: "Share of runs still running",
} as const;

const FIGURE_NAMES = { rate: "the curve of cutoffs", survival: "the curve of run times" } as const;

const SURVIVAL_CAPTION =
  "The share of runs that take longer than a time. A cutoff at that time stops exactly these. The vertical line is the timeout in the question below.";

function rateCaption({ words: { scale }, drawn, banded, groups, by }: Answer): string {
  const marks = banded
    ? "The band is a 95% interval, a dot is the best cutoff, and a dashed line is waiting for every run."
    : "A dot is the best cutoff.";
  const which =
    drawn < groups
      ? ` The picture has the first ${drawn} ${NOUNS[by]}s of the list, of ${groups.toLocaleString("en")}.`
      : "";
  return `How much gets done per ${scale.per} if every run is stopped at this time and started again. ${marks}${which}`;
}

interface BySwitchProps {
  readonly by: AnalyzeOptions["by"];
  readonly onChange: (changed: Pick<AnalyzeOptions, "by">) => void;
}

/** One verdict for each option, or for each input. */
export function BySwitch({ by, onChange }: BySwitchProps) {
  return (
    <fieldset class="row">
      <legend class="unseen">One verdict for each</legend>
      <span class="small faint" aria-hidden="true">
        One verdict for each
      </span>
      {(["arm", "instance"] as const).map((what) => (
        <button key={what} type="button" aria-pressed={by === what} onClick={() => onChange({ by: what })}>
          {NOUNS[what]}
        </button>
      ))}
    </fieldset>
  );
}

/** With more sentences they are small, and only the first stand open. */
const MAX_LARGE = 3;
const MAX_OPEN = 8;
const LONGEST_NAME = 40;
const LONGEST_IN_TABLE = 24;

/** The sentences of the command. */
function Verdicts({ words: { overall, sentences } }: { readonly words: AnalysisWords }) {
  const small = sentences.length > MAX_LARGE;
  const paragraphs = sentences.map(({ name, text, restart }) => (
    <p key={name} class={`${small ? "" : "verdict "}analyze-verdict analyze-${restart}`}>
      {name === undefined ? (
        `${text[0].toUpperCase()}${text.slice(1)}`
      ) : (
        <>
          <bdi title={name}>{shortened(name, LONGEST_NAME)}</bdi>: {text}
        </>
      )}
    </p>
  ));
  return (
    <div class="analyze-verdicts">
      {overall !== undefined && <p class="verdict">{overall}</p>}
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
  readonly noun: string;
  readonly rows: readonly (readonly string[])[];
}

/** The numbers behind the sentences; the first row is the heading. The command writes ∞ where no cutoff is best. */
function NumbersTable({ noun, rows: [head, ...body] }: NumbersTableProps) {
  return (
    <ScrollTable class="table analyze-table" label={`The ${noun}s in numbers`}>
      <TableHead columns={head} />
      <tbody>
        {body.map(([name, ...cells]) => (
          <tr key={name}>
            <th scope="row" title={name}>
              {shortened(name, LONGEST_IN_TABLE)}
            </th>
            {cells.map((cell, place) => (
              <td key={head[place + 1]}>{cell === "∞" ? "none" : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}

/** Lets the reader save a log that is not a file yet. */
function SaveLog({ log: { files } }: { readonly log: Log }) {
  return (
    <p class="faint small">
      It reads a file:{" "}
      {files.map(({ name, content }) => (
        <button key={name} type="button" class="plain" onClick={() => saveFile(name, content)}>
          save {name}
        </button>
      ))}{" "}
      first.
    </p>
  );
}
