import { useRef, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { prefersReducedMotion, usePageDrop } from "../browser/hooks.ts";
import { LineMark } from "../charts/lines.tsx";
import { FileButton, Notice } from "../design/blocks.tsx";
import { CONTESTANT_LINES, CurveFigure, SolvedFigure, WalkFigure } from "./figures.tsx";
import { FormulaList } from "./formula-list.tsx";
import { CONTESTANTS, type ContestantName } from "./messages.ts";
import "./sat.css";
import {
  fieldsFromAddress,
  fieldsToAddress,
  MAX_FORMULAS,
  readSetting,
  type SatFields,
  type SettingName,
  type SettingProblems,
} from "./setting.ts";
import { FormulaFields, WalkFields } from "./setup.tsx";
import { contestSentence, progressSentence, RunBar, StandingsTable } from "./standings.tsx";
import { type ContestControls, useContest } from "./use-contest.ts";

/** Formulas solved live: learned restarts beside Luby's and none. */
export function SatView({ settings }: ViewProps) {
  const [fields, setFields] = useState(() => fieldsFromAddress(settings));
  const [files, setFiles] = useState<readonly File[] | undefined>();
  const [refused, setRefused] = useState<string | undefined>();
  const [watched, setWatched] = useState<ContestantName>("learned");
  const results = useRef<HTMLDivElement>(null);
  const contest = useContest();
  const setting = readSetting(fields);
  const problems = "problems" in setting ? setting.problems : {};

  const change = (name: SettingName, text: string) => {
    const next: SatFields = { ...fields, [name]: text };
    setFields(next);
    keepInAddress({ view: "sat", settings: fieldsToAddress(next) });
    const read = readSetting(next);
    if (name === "speed" && !("problems" in read)) contest.send({ kind: "speed", speed: read.speed });
  };
  const solve = (given: readonly File[] | undefined) => {
    setFiles(given);
    setRefused(undefined);
    if ("problems" in setting)
      setRefused("Something in the setting cannot be: see the fields that are marked.");
    else if (given !== undefined && given.length > MAX_FORMULAS) {
      setRefused(
        `At most ${MAX_FORMULAS.toLocaleString("en")} files at once, got ${given.length.toLocaleString("en")}.`,
      );
    } else {
      contest.start(setting, given, watched);
      if (results.current !== null) bringIntoView(results.current);
    }
  };
  const watch = (contestant: ContestantName) => {
    setWatched(contestant);
    contest.send({ kind: "watch", watched: contestant });
  };

  return (
    <>
      <header class="head">
        <h1>Formulas, solved live</h1>
        <p class="lead">
          WalkSAT flips variables at random until all clauses of a formula hold. Now and then it is better to
          begin anew: when, is learned here while it runs, beside Luby’s sequence and no restarts at all.
        </p>
      </header>
      <div class="beside">
        <form
          class="card stack sat-form"
          onSubmit={(event) => {
            event.preventDefault();
            solve(undefined);
          }}
        >
          <FormulaFields fields={fields} problems={problems} change={change} />
          <button class="main" type="submit">
            Solve
          </button>
          <FileDrop take={solve} />
          {files !== undefined && (
            <button type="button" onClick={() => solve(files)}>
              Solve the {files.length === 1 ? "file" : "files"} again
            </button>
          )}
          <details class="sat-walk" open={hasWalkProblem(problems)}>
            <summary>How they are walked</summary>
            <WalkFields fields={fields} problems={problems} change={change} />
          </details>
        </form>
        <div class="stack" ref={results}>
          {refused !== undefined && <Notice kind="error">{refused}</Notice>}
          <RunBar contest={contest} speed={fields.speed} setSpeed={(speed) => change("speed", speed)} />
          <Results contest={contest} watched={watched} watch={watch} />
        </div>
      </div>
    </>
  );
}

/** Scrolls to the results where they stand below the setting. */
function bringIntoView(results: HTMLElement): void {
  if (results.getBoundingClientRect().top < innerHeight / 2) return;
  results.scrollIntoView({ behavior: prefersReducedMotion() ? "auto" : "smooth" });
}

function hasWalkProblem(problems: SettingProblems): boolean {
  return (["rule", "noise", "learner", "base", "budget"] as const).some((name) => name in problems);
}

interface ResultsProps {
  readonly contest: ContestControls;
  readonly watched: ContestantName;
  watch(contestant: ContestantName): void;
}

function Results({ contest, watched, watch }: ResultsProps) {
  const { state } = contest;
  const { status, formulas, standings } = state;
  const broken = formulas.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const walked = formulas.length - broken.length;
  if (status === "empty") return <Introduction />;
  const verdict = status === "over" && walked > 0 ? contestSentence(standings, walked, state.stopped) : "";
  return (
    <>
      {state.fault !== undefined && <Notice kind="error">It cannot go on: {state.fault}</Notice>}
      {broken.length > 0 && <BrokenFiles problems={broken} />}
      <p class="unseen" aria-live="polite">
        {verdict}
      </p>
      {walked > 0 && (
        <>
          <section class="card stack" aria-label="Result">
            <p class="verdict sat-verdict">{verdict || progressSentence(standings, walked)}</p>
            <StandingsTable standings={standings} total={walked} />
          </section>
          <WalkFigure walk={state.walk} formulas={formulas} watched={watched} watch={watch} />
          <div class="figures">
            <SolvedFigure solved={state.solved} standings={standings} total={walked} />
            <CurveFigure curve={state.curve} />
          </div>
        </>
      )}
      {formulas.length > 0 && (
        <FormulaList
          formulas={formulas}
          over={status === "over"}
          download={(formula) => contest.send({ kind: "model", formula })}
        />
      )}
    </>
  );
}

/** The first broken files; the list has all. */
const MAX_BROKEN = 5;

function BrokenFiles({ problems }: { readonly problems: readonly string[] }) {
  const more = problems.length - MAX_BROKEN;
  return (
    <Notice kind="error">
      <p>{problems.length === 1 ? "A file could not be read:" : "Some files could not be read:"}</p>
      <ul class="sat-broken">
        {problems.slice(0, MAX_BROKEN).map((problem, place) => (
          <li key={place} class="mono">
            {problem}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more.toLocaleString("en")} more: see the list below.</p>}
    </Notice>
  );
}

const DESCRIPTIONS: Readonly<Record<ContestantName, string>> = {
  learned: "sees how long walks take to solve, and learns from it when to begin anew.",
  luby: "follows a fixed sequence of cutoffs, 1, 1, 2, 1, 1, 2, 4, … times a base that somebody guessed.",
  never: "walks on, whatever happens.",
};

/** What the contestants do, in the place of the results. */
function Introduction() {
  return (
    <Notice kind="empty">
      <p>
        Nothing is solved yet: press Solve, or drop files. Three contestants then go through the same formulas
        side by side, and each may spend the same number of flips on each formula.
      </p>
      <ul class="sat-three">
        {CONTESTANTS.map((name) => (
          <li key={name}>
            <LineMark {...CONTESTANT_LINES[name]} />
            <span>
              <strong>{CONTESTANT_LINES[name].label}</strong> {DESCRIPTIONS[name]}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FileDropProps {
  take(files: readonly File[]): void;
}

/** Takes files that are dropped anywhere on the page, or chosen. */
function FileDrop({ take }: FileDropProps) {
  const over = usePageDrop(({ files }) => {
    if (files.length > 0) take([...files]);
  });
  return (
    <div class={over ? "drop drop-over" : "drop"}>
      <p>Drop DIMACS files here</p>
      <FileButton multiple take={take}>
        Choose files
      </FileButton>
      <p class="small faint">
        Plain or .gz, up to {MAX_FORMULAS.toLocaleString("en")}. They stay on this machine.
      </p>
    </div>
  );
}
