import { useLayoutEffect, useMemo, useReducer, useState } from "preact/hooks";
import { addressText, keepInAddress, type ViewProps } from "../browser/address.ts";
import { usePageDrop } from "../browser/hooks.ts";
import { LineMark } from "../charts/lines.tsx";
import { FileButton, Notice } from "../design/blocks.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { countText } from "../design/number-text.ts";
import { Term } from "../design/term.tsx";
import { SatControls } from "./controls.tsx";
import { CurveFigure, ENTRY_LINES, SeedsFigure, SolvedFigure, WalkFigure } from "./figures.tsx";
import { FormulaList } from "./formula-list.tsx";
import { entryLabels, resultSentences } from "./result-words.ts";
import "./sat.css";
import type { Contest } from "./contest.ts";
import { type SatSession, satSession } from "./session.ts";
import {
  fieldsFromAddress,
  fieldsToAddress,
  isSameContest,
  MAX_FORMULAS,
  readSetting,
  type SatFields,
} from "./setting.ts";
import { SatSettingPanel } from "./setup.tsx";
import { ENTRY_NAMES, type Entries, type EntryName, entriesOf } from "./spread.ts";
import { SatStandings } from "./standings.tsx";

/** Formulas solved live: learned restarts beside Luby's sequence and none, with several seeds. */
export function SatView({ settings }: ViewProps) {
  const session = useSession(settings);
  const [refused, setRefused] = useState<string | undefined>();
  const { fields, contest } = session;
  const setting = readSetting(fields);
  const problems = "problems" in setting ? setting.problems : {};
  const change = (next: Partial<SatFields>) => {
    session.change({ ...fields, ...next });
    keepInAddress({ view: "sat", settings: fieldsToAddress(session.fields) });
  };
  const solve = (files: readonly File[] | undefined) => {
    if ("problems" in setting) setRefused("The setting cannot be used. See the message next to the field.");
    else if (files !== undefined && files.length > MAX_FORMULAS) {
      setRefused(`At most ${countText(MAX_FORMULAS)} files at once, got ${countText(files.length)}.`);
    } else {
      setRefused(undefined);
      session.solve(setting, files);
    }
  };
  const isOld =
    contest !== undefined &&
    ("problems" in setting || !isSameContest(setting, contest.setting, contest.files !== undefined));
  return (
    <>
      <div class="head">
        <h1>Formulas, solved live</h1>
        <p class="lead">
          <Term name="WalkSAT" /> looks for values that meet all <Term name="clause">clauses</Term> of a
          formula, one <Term name="flip" /> at a time. Some of its walks get stuck, and then a new one is
          better. Mulligan learns when, beside <Term name="Luby's sequence">Luby’s sequence</Term> and no
          restarts at all.
        </p>
      </div>
      <div class="race">
        <SatControls session={session} refused={"problems" in setting} start={() => solve(contest?.files)} />
        <div class="stack race-charts">
          {refused !== undefined && <Notice kind="error">{refused}</Notice>}
          {isOld && (
            <Notice kind="hint">
              These results are of the last setting. Press Solve again for the new one.
            </Notice>
          )}
          {contest === undefined ? (
            <Introduction fields={fields} />
          ) : (
            <Results contest={contest} isOld={isOld} />
          )}
        </div>
        <div class="stack race-setting">
          <SatSettingPanel
            fields={fields}
            problems={problems}
            files={contest?.files?.length}
            change={(name, text) => change({ [name]: text })}
          />
          <p class="row">
            <CopyButton label="Copy link" text={() => linkTo(fields)} />
            <span class="small faint">The link has the setting, but not your files.</span>
          </p>
          <FileDrop take={solve} given={contest?.files} />
        </div>
      </div>
      {contest !== undefined && contest.jobs.length > 0 && (
        <Details session={session} contest={contest} isOld={isOld} setSpeed={(speed) => change({ speed })} />
      )}
      {contest !== undefined && contest.formulas.length > 0 && (
        <FormulaList contest={contest} save={session.save} />
      )}
    </>
  );
}

/** The contest of the page, with the setting of the address, if it has one, and drawn again when it changes. */
function useSession(settings: URLSearchParams): SatSession {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const session = useMemo(() => satSession(() => fieldsFromAddress(settings)), []);
  useLayoutEffect(() => session.show(() => draw(undefined)), [session]);
  useLayoutEffect(() => {
    const kept = fieldsToAddress(session.fields);
    // The menu leads here without a setting, and the last one stays.
    if (settings.size === 0) {
      if (kept.toString() !== fieldsToAddress(fieldsFromAddress(settings)).toString()) {
        keepInAddress({ view: "sat", settings: kept });
      }
    } else {
      session.change(fieldsFromAddress(settings));
    }
  }, [settings]);
  return session;
}

function linkTo(fields: SatFields): string {
  const [page] = location.href.split("#");
  return page + addressText({ view: "sat", settings: fieldsToAddress(fields) });
}

function entriesIn({ played, setting, jobs }: Contest): Entries {
  return entriesOf(played, setting.base, jobs.length);
}

interface ResultsProps {
  readonly contest: Contest;
  readonly isOld: boolean;
}

/** The formulas solved, and below them the result with the numbers. */
function Results({ contest, isOld }: ResultsProps) {
  const { status, fault, formulas, seeds, setting, files } = contest;
  const broken = formulas.flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  const entries = entriesIn(contest);
  const [first = "", ...more] = resultSentences(setting, entries);
  const hasResult = status === "over";
  return (
    <>
      {fault !== undefined && <Notice kind="error">It cannot go on: {fault}</Notice>}
      {broken.length > 0 && <BrokenFiles problems={broken} />}
      {status === "reading" && (
        <Notice kind="loading">
          {files === undefined ? "The formulas are made …" : "The files are read …"}
        </Notice>
      )}
      {contest.jobs.length > 0 && (
        <div class={isOld ? "stack course-old" : "stack"}>
          <h2 class="unseen">Who solves more, and who needs fewer flips</h2>
          <SolvedFigure contest={contest} entries={entries} />
          <div class="stack sat-verdict">
            <p class="verdict">{first || "Each contestant solves all formulas with each seed …"}</p>
            <p>{more.join(" ")}</p>
          </div>
          <p class="unseen" role="status">
            {hasResult ? [first, ...more].join(" ") : ""}
          </p>
          {seeds.length < setting.seeds && (
            <p class="small faint">
              Together these formulas are large, so {countText(seeds.length)} of {countText(setting.seeds)}{" "}
              seeds are played. A smaller budget leaves room for more.
            </p>
          )}
          <SatStandings contest={contest} entries={entries} total={formulas.length - broken.length} />
        </div>
      )}
    </>
  );
}

interface DetailsProps extends ResultsProps {
  readonly session: SatSession;
  setSpeed(speed: string): void;
}

function Details({ session, contest, isOld, setSpeed }: DetailsProps) {
  return (
    <div class={isOld ? "figures race-figures course-old" : "figures race-figures"}>
      <h2 class="unseen">How it goes</h2>
      <WalkFigure session={session} contest={contest} setSpeed={setSpeed} />
      <SeedsFigure contest={contest} entries={entriesIn(contest)} />
      <CurveFigure contest={contest} />
    </div>
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
      {more > 0 && <p>And {countText(more)} more: see the list below.</p>}
    </Notice>
  );
}

const DESCRIPTIONS: Readonly<Record<EntryName, string>> = {
  learned: "learns from the walks so far how long the next one may take.",
  luby: "restarts after 1, 1, 2, 1, 1, 2, 4, … times a base, which is a guess.",
  tuned:
    "has the base that turned out to be the best on these formulas. It shows what a perfect guess would give.",
  never: "goes on with the first walk.",
};

/** What the contestants do, in the place of the results. */
function Introduction({ fields }: { readonly fields: SatFields }) {
  const base = Number(fields.base) || 0.25;
  const labels = entryLabels({ learner: "km-ts", base }, { learned: [], luby: [], tuned: [], never: [] });
  return (
    <Notice kind="empty">
      <p>
        Press Solve, or drop files. Each contestant goes through the same formulas, several times with other
        random numbers, and may spend the same number of flips on each formula.
      </p>
      <ul class="sat-contestants">
        {ENTRY_NAMES.map((name) => (
          <li key={name}>
            <LineMark {...ENTRY_LINES[name]} />
            <span>
              <strong>{labels[name].short}</strong> {DESCRIPTIONS[name]}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface FileDropProps {
  readonly given: readonly File[] | undefined;
  /** Solves files, or generated formulas. */
  take(files: readonly File[] | undefined): void;
}

/** Takes files that are dropped anywhere on the page, or chosen. */
function FileDrop({ given, take }: FileDropProps) {
  const over = usePageDrop(({ files }) => {
    if (files.length > 0) take([...files]);
  });
  return (
    <div class={over ? "drop drop-over" : "drop"}>
      <p>Drop formulas here, in DIMACS format</p>
      <div class="row">
        <FileButton multiple take={take}>
          Choose files
        </FileButton>
        {given !== undefined && (
          <button type="button" onClick={() => take(undefined)}>
            Generate formulas instead
          </button>
        )}
      </div>
      <p class="small faint">
        Plain or .gz, up to {countText(MAX_FORMULAS)} files. They stay on this machine.
      </p>
    </div>
  );
}
