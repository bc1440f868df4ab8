import { useEffect, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import "./analyze.css";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { countText, numberText } from "../design/number-text.ts";
import { type AnalyzeOptions, optionsFromAddress, optionsToAddress } from "./analyze-options.ts";
import type { AnalysisProgress, Log } from "./messages.ts";
import { AnalyzeFields, ColumnFields } from "./option-fields.tsx";
import { BySwitch, Results } from "./results.tsx";
import { Source } from "./source.tsx";
import { type Analysis, useAnalysis } from "./use-analysis.ts";

/** The last log stays when the reader looks at another view and comes back. */
let lastLog: Log | undefined;

/** A log, and whether restarting would pay. */
export function AnalyzeView({ settings }: ViewProps) {
  const [options, setOptions] = useState(() => optionsFromAddress(settings));
  const [log, setLog] = useState(lastLog);
  const analysis = useAnalysis(log, options);
  const change = (changed: Partial<AnalyzeOptions>) => setOptions((before) => ({ ...before, ...changed }));
  const take = (next: Log | undefined) => {
    // Columns of one log fit no other, but a link may name those of the first.
    if (log !== undefined) change({ columns: {}, by: "arm" });
    lastLog = next;
    setLog(next);
  };
  useEffect(() => keepInAddress({ view: "analyze", settings: optionsToAddress(options) }), [options]);
  const isTable = analysis?.preview !== undefined && analysis.preview.columns.length > 1;
  return (
    <>
      <div class="head">
        <h1>Should I restart, and after how long?</h1>
        <p class="lead">
          Give a log of runs, and read whether it pays to cut long runs off and try again. It is read by your
          browser: nothing leaves this machine.
        </p>
      </div>
      <p class="unseen" role="status">
        {analysis?.answer?.words.sentences
          .slice(0, 3)
          .map(({ text }) => text)
          .join(" ")}
      </p>
      <div class="beside">
        <div class="stack">
          <Source analysis={analysis} onTake={take} />
          {analysis?.preview !== undefined && isTable && (
            <ColumnFields
              preview={analysis.preview}
              chosen={options.columns}
              isNeeded={analysis.problem !== undefined}
              onChoose={(columns) => change({ columns })}
            />
          )}
          <AnalyzeFields options={options} ownUnit={analysis?.answer?.unit ?? ""} onChange={change} />
        </div>
        <div class="stack analyze-results" aria-busy={analysis?.progress !== undefined}>
          <Outcome analysis={analysis} options={options} onChange={change} onCancel={() => take(undefined)} />
        </div>
      </div>
    </>
  );
}

interface OutcomeProps {
  readonly analysis: Analysis | undefined;
  readonly options: AnalyzeOptions;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
  readonly onCancel: () => void;
}

/** Formats without a log; then the progress, a problem, or the verdict. */
function Outcome({ analysis, options, onChange, onCancel }: OutcomeProps) {
  if (analysis === undefined) return <Formats />;
  const { log, answer, progress, problem, preview } = analysis;
  const isTable = preview !== undefined && preview.columns.length > 1;
  return (
    <>
      {progress !== undefined && (
        <ProgressLine progress={progress} over={answer !== undefined} onCancel={onCancel} />
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {problem !== undefined && isTable && preview.found === undefined && (
        <Notice kind="hint">
          Which column has the times? Choose it under “Columns”, beside the first rows of the table.
        </Notice>
      )}
      {problem !== undefined && options.by === "instance" && <BySwitch by={options.by} onChange={onChange} />}
      {answer !== undefined && <Results log={log} answer={answer} options={options} onChange={onChange} />}
    </>
  );
}

interface ProgressLineProps {
  readonly progress: AnalysisProgress;
  /** Whether an earlier answer stands below; it does not move while the next one is computed. */
  readonly over: boolean;
  readonly onCancel: () => void;
}

/** With fewer groups the bar would stand still for long. */
const MANY_GROUPS = 10;

/** Most logs take less, and need no progress. */
const SHOW_AFTER_MS = 300;

function ProgressLine({ progress, over, onCancel }: ProgressLineProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return over ? null : <div class="analyze-soon" />;
  const { step, done, of } = progress;
  const known = step === "reading" || (step === "analysing" && of >= MANY_GROUPS);
  return (
    <div class={over ? "notice analyze-progress analyze-over" : "notice analyze-progress"}>
      <p role="status">{progressText(progress)}</p>
      {/* A bar of unknown length is only movement. */}
      {known || !prefersReducedMotion() ? (
        <progress aria-label="How far it is" {...(known ? { value: done, max: Math.max(1, of) } : {})} />
      ) : (
        <span />
      )}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

function progressText({ step, done, of, runs = 0 }: AnalysisProgress): string {
  switch (step) {
    case "reading":
      return of < 1e6 ? "Reading …" : `Reading ${numberText(of / 1e6)} MB …`;
    case "parsing":
      return of < 1e6 ? "Looking through the rows …" : `Looking through ${numberText(of / 1e6)} MB of rows …`;
    case "analysing": {
      const which = of > 1 ? `, ${countText(done + 1)} of ${countText(of)} verdicts` : "";
      const patience = runs >= 1e5 ? " A million runs take half a minute." : "";
      return `Analyzing ${countText(runs)} runs${which} …${patience}`;
    }
  }
}

const FORMATS = [
  { name: "A list of times", example: "0.31s\n0.42s\n9.05s", text: "One a line, as numbers or durations." },
  {
    name: "A table",
    example: "time,completed,arm\n3.1,1,east\n40,0,west",
    text: "Commas, tabs or semicolons. 0 stands for a run that was cut. Columns of other names can be chosen.",
  },
  {
    name: "A journal",
    example: '{"type":"header","format":"mulligan-journal", …\n{"type":"trial","time":812,"completed":1, …',
    text: "Of mulligan run or mulligan sat, with --state FILE.",
  },
  {
    name: "GNU parallel’s joblog",
    example: "Seq Host Starttime  JobRuntime …\n1   :    1700000000 2.500 …",
    text: "parallel --joblog FILE …",
  },
  {
    name: "hyperfine’s JSON",
    example: '{ "results": [ { "command": "sleep 1",\n  "times": [1.002, 1.003, …',
    text: "hyperfine --export-json FILE …",
  },
] as const;

/** The formats that it reads, in the place of the verdict. */
function Formats() {
  return (
    <section class="card stack" aria-labelledby="formats">
      <h2 id="formats">What it reads</h2>
      <ul class="analyze-formats">
        {FORMATS.map(({ name, example, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <pre>{example}</pre>
            <p class="faint small">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
