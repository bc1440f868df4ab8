import { useRef, useState } from "preact/hooks";
import { keepInAddress } from "../address/address.ts";
import type { ViewProps } from "../address/view.ts";
import { isCalm } from "../design/is-calm.ts";
import { Notice } from "../design/notice.tsx";
import { Beginning } from "./beginning.tsx";
import type { ContestantName } from "./contestant.ts";
import { CurveFigure } from "./curve-figure.tsx";
import { FileDrop } from "./file-drop.tsx";
import { FormulaList } from "./formula-list.tsx";
import { RunBar } from "./run-bar.tsx";
import "./sat.css";
import {
  MAX_FORMULAS,
  readSetting,
  type SettingName,
  type SettingWords,
  settingsOf,
  wordsOf,
} from "./setting.ts";
import { FormulaFields, WalkFields } from "./setup.tsx";
import { SolvedFigure } from "./solved-figure.tsx";
import { StandingsTable } from "./standings-table.tsx";
import { type ContestControls, useContest } from "./use-contest.ts";
import { standingText, verdictText } from "./verdict.ts";
import { WalkFigure } from "./walk-figure.tsx";

/** Formulas solved live: learned restarts beside Luby's and none. */
export function Sat({ settings }: ViewProps) {
  const [words, setWords] = useState(() => wordsOf(settings));
  const [files, setFiles] = useState<readonly File[] | undefined>();
  const [refused, setRefused] = useState<string | undefined>();
  const [watched, setWatched] = useState<ContestantName>("learned");
  const results = useRef<HTMLDivElement>(null);
  const contest = useContest();
  const setting = readSetting(words);
  const problems = "problems" in setting ? setting.problems : {};

  const change = (name: SettingName, word: string) => {
    const next: SettingWords = { ...words, [name]: word };
    setWords(next);
    keepInAddress({ view: "sat", settings: settingsOf(next) });
    const read = readSetting(next);
    if (name === "speed" && !("problems" in read)) contest.tell({ kind: "speed", speed: read.speed });
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
    contest.tell({ kind: "watch", watched: contestant });
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
          <FormulaFields words={words} problems={problems} change={change} />
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
            <WalkFields words={words} problems={problems} change={change} />
          </details>
        </form>
        <div class="stack" ref={results}>
          {refused !== undefined && <Notice kind="error">{refused}</Notice>}
          <RunBar contest={contest} speed={words.speed} setSpeed={(word) => change("speed", word)} />
          <Results contest={contest} watched={watched} watch={watch} />
        </div>
      </div>
    </>
  );
}

/** Where the results stand below the setting, whoever begins would not see them. */
function bringIntoView(results: HTMLElement): void {
  if (results.getBoundingClientRect().top < innerHeight / 2) return;
  results.scrollIntoView({ behavior: isCalm() ? "auto" : "smooth" });
}

function hasWalkProblem(problems: Readonly<Partial<Record<SettingName, string>>>): boolean {
  return (["rule", "noise", "learner", "base", "budget"] as const).some((name) => name in problems);
}

interface ResultsProps {
  readonly contest: ContestControls;
  readonly watched: ContestantName;
  watch(contestant: ContestantName): void;
}

function Results({ contest, watched, watch }: ResultsProps) {
  const { shown } = contest;
  const { stage, formulas, standings } = shown;
  const broken = formulas.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const walked = formulas.length - broken.length;
  if (stage === "empty") return <Beginning />;
  const verdict = stage === "over" && walked > 0 ? verdictText(standings, walked, shown.stopped) : "";
  return (
    <>
      {shown.fault !== undefined && <Notice kind="error">It cannot go on: {shown.fault}</Notice>}
      {broken.length > 0 && <BrokenFiles problems={broken} />}
      <p class="unseen" aria-live="polite">
        {verdict}
      </p>
      {walked > 0 && (
        <>
          <section class="card stack" aria-label="Result">
            <p class="verdict sat-verdict">{verdict || standingText(standings, walked)}</p>
            <StandingsTable standings={standings} total={walked} />
          </section>
          <WalkFigure walk={shown.walk} formulas={formulas} watched={watched} watch={watch} />
          <div class="figures">
            <SolvedFigure solved={shown.solved} standings={standings} total={walked} />
            <CurveFigure curve={shown.curve} />
          </div>
        </>
      )}
      {formulas.length > 0 && (
        <FormulaList
          formulas={formulas}
          over={stage === "over"}
          download={(formula) => contest.tell({ kind: "model", formula })}
        />
      )}
    </>
  );
}

/** Of many broken files only the first are told here; the list has all. */
const BROKEN_SHOWN = 5;

function BrokenFiles({ problems }: { readonly problems: readonly string[] }) {
  const more = problems.length - BROKEN_SHOWN;
  return (
    <Notice kind="error">
      <p>{problems.length === 1 ? "A file could not be read:" : "Some files could not be read:"}</p>
      <ul class="sat-broken">
        {problems.slice(0, BROKEN_SHOWN).map((problem, place) => (
          <li key={place} class="mono">
            {problem}
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {more.toLocaleString("en")} more: see the list below.</p>}
    </Notice>
  );
}
