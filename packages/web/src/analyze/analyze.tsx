import { useEffect, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import "./analyze.css";
import { prefersReducedMotion } from "../browser/hooks.ts";
import { countText } from "../design/number-text.ts";
import { type AnalyzeOptions, optionsFromAddress, optionsToAddress } from "./analyze-options.ts";
import { Formats } from "./formats.tsx";
import type { ReadLog } from "./log-reading.ts";
import type { AnalysisProgress, Log } from "./messages.ts";
import { AnalyzeFields } from "./option-fields.tsx";
import { BySwitch, Results } from "./results.tsx";
import { Source, sizeText } from "./source.tsx";
import { type Analysis, useAnalysis } from "./use-analysis.ts";
import { WhatWasRead } from "./what-was-read.tsx";

/** The last log and what was said of it stay when the reader looks at another view and comes back by the menu. */
let lastLog: Log | undefined;
let lastOptions: AnalyzeOptions | undefined;

/** A log, and whether restarting would pay. */
export function AnalyzeView({ settings }: ViewProps) {
  const [options, setOptions] = useState(
    () => (settings.size === 0 ? lastOptions : undefined) ?? optionsFromAddress(settings),
  );
  const [log, setLog] = useState(lastLog);
  const [isWrong, setWrong] = useState(false);
  const analysis = useAnalysis(log, options);
  const change = (changed: Partial<AnalyzeOptions>) => setOptions((before) => ({ ...before, ...changed }));
  const take = (next: Log | undefined) => {
    // Columns of one log fit no other, but a link may name those of the first, and a text that is typed grows.
    const grows = next !== undefined && !next.isSaved && log?.isSaved === false && sameName(log, next);
    if (log !== undefined && !grows) change({ columns: {}, by: "arm", unit: "" });
    lastLog = next;
    setLog(next);
  };
  useEffect(() => {
    lastOptions = options;
    keepInAddress({ view: "analyze", settings: optionsToAddress(options) });
  }, [options, settings]);
  const isComputing = analysis?.progress !== undefined;
  return (
    <>
      <div class="head">
        <h1>Should I restart, and after how long?</h1>
        <p class="lead">
          Give a log of run times. The page says whether it pays to stop long runs and start them again, and
          after how long. Your browser reads the log: nothing leaves this machine.
        </p>
      </div>
      <p class="unseen" role="status">
        {isComputing ? "" : spokenVerdict(analysis)}
      </p>
      <div class="beside analyze-beside">
        <div class="stack">
          <Source analysis={analysis} onTake={take} />
          {analysis?.read !== undefined && (
            <WhatWasRead
              key={analysis.log.number}
              read={analysis.read}
              options={options}
              files={analysis.log.files.length}
              isWrong={analysis.problem !== undefined}
              onChange={change}
            />
          )}
          {analysis !== undefined && (
            <AnalyzeFields
              options={options}
              ownUnit={analysis.answer?.unit ?? analysis.read?.unit ?? ""}
              shownUnit={analysis.answer?.words.scale.unit ?? ""}
              onChange={change}
              onWrong={setWrong}
            />
          )}
        </div>
        <div class="stack analyze-results" aria-busy={isComputing}>
          <Outcome
            analysis={analysis}
            options={options}
            isWrong={isWrong}
            onChange={change}
            onCancel={() => take(undefined)}
          />
        </div>
      </div>
    </>
  );
}

function sameName(one: Log, other: Log): boolean {
  return one.files[0].name === other.files[0].name;
}

function spokenVerdict(analysis: Analysis | undefined): string {
  const { overall, sentences } = analysis?.answer?.words ?? { sentences: [] };
  return [overall, ...sentences.slice(0, 3).map(({ text }) => text)].join(" ");
}

interface OutcomeProps {
  readonly analysis: Analysis | undefined;
  readonly options: AnalyzeOptions;
  readonly isWrong: boolean;
  readonly onChange: (changed: Partial<AnalyzeOptions>) => void;
  readonly onCancel: () => void;
}

/** Formats without a log; then the progress, a problem, or the verdict. */
function Outcome({ analysis, options, isWrong, onChange, onCancel }: OutcomeProps) {
  if (analysis === undefined) return <Formats />;
  const { log, answer, progress, problem, read, answered } = analysis;
  const advice = problem && read ? adviceOnReading(read, problem) : undefined;
  const isStale = isWrong || problem !== undefined || JSON.stringify(answered) !== JSON.stringify(options);
  return (
    <>
      {progress !== undefined && (
        <ProgressLine progress={progress} over={answer !== undefined} onCancel={onCancel} />
      )}
      {isWrong && (
        <Notice kind="hint">
          See the message next to the field. The verdict below is for the last correct value.
        </Notice>
      )}
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {advice !== undefined && <Notice kind="hint">{advice}</Notice>}
      {problem !== undefined && options.by === "instance" && <BySwitch by={options.by} onChange={onChange} />}
      {answer !== undefined && (
        <Results
          key={log.number}
          log={log}
          answer={answer}
          read={read}
          options={options}
          isStale={isStale}
          onChange={onChange}
        />
      )}
    </>
  );
}

/** Which of the fields may help with a log that cannot be read, if any. */
function adviceOnReading({ found, words, canChoose }: ReadLog, problem: string): string | undefined {
  if (!canChoose) return undefined;
  if (found === undefined) return "Which column has the times? Choose it under “What was read”.";
  if (words.some(({ ending }) => ending === undefined)) {
    return "Say under “What was read” what the words for outcomes mean.";
  }
  // Other problems are not those of a row.
  return /:\d+: /.test(problem) ? "Correct under “What was read” what was guessed wrong." : undefined;
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
const SHOW_AFTER_MS = 600;

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
        <progress aria-label="Progress" {...(known ? { value: done, max: Math.max(1, of) } : {})} />
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
      return of < 1e6 ? "Reading …" : `Reading ${sizeText(of)} …`;
    case "parsing":
      return of < 1e6 ? "Looking through the rows …" : `Looking through ${sizeText(of)} of rows …`;
    case "analysing": {
      const which = of > 1 ? `, ${countText(done + 1)} of ${countText(of)} verdicts` : "";
      const patience = runs >= 1e5 ? " A million runs take half a minute." : "";
      return `Analyzing ${countText(runs)} runs${which} …${patience}`;
    }
  }
}
