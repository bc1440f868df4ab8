import { useLayoutEffect, useMemo, useReducer, useRef } from "preact/hooks";
import { addressText, keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import { CopyButton } from "../design/copy-button.tsx";
import { Term } from "../design/term.tsx";
import { RaceCommand } from "./command.tsx";
import { RaceControls } from "./controls.tsx";
import { CutoffFigure, RegretFigure, RewardFigure } from "./course-figures.tsx";
import { chosenPreset, Presets, RACE_PRESETS } from "./presets.tsx";
import "./race.css";
import type { RaceState } from "./race-control.ts";
import { type RaceFields, raceFromAddress, raceToAddress } from "./race-fields.ts";
import { RateFigure } from "./rate-figure.tsx";
import { type RaceSession, raceSession } from "./session.ts";
import { SettingPanel } from "./setting-form.tsx";
import { raceSentence, Standings } from "./standings.tsx";

/** Policies race on run times that the reader chooses. */
export function RaceView({ settings }: ViewProps) {
  const session = useSession(settings);
  const { fields, state, frames } = session;
  const keep = (next: RaceFields) => keepInAddress({ view: "race", settings: raceToAddress(next) });
  const change = (next: RaceFields) => {
    session.change(next);
    keep(next);
  };
  return (
    <>
      <div class="head">
        <h1>Policies, racing live</h1>
        <p class="lead">
          Each <Term name="policy" /> decides when to give up a run. Your browser plays all on the same run
          times.
        </p>
      </div>
      <div class="race">
        <RaceControls session={session} />
        <Presets
          fields={fields}
          onChoose={(next) => {
            session.race(next);
            keep(next);
          }}
        />
        <Results session={session} />
        <div class="stack race-setting">
          <SettingPanel fields={fields} refusal={state.refusal} onFields={change} />
          <p class="row">
            <CopyButton label="Copy link" text={() => linkTo(fields)} />
            <span class="small faint">The link shows the same race, with the same numbers.</span>
          </p>
        </div>
      </div>
      <Cutoffs state={state} frames={frames} />
      <RaceCommand fields={fields} refused={state.status === "refused"} />
    </>
  );
}

/** The race of the page, with the setting of the address, if it has one, and drawn again when it changes. */
function useSession(settings: URLSearchParams): RaceSession {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const session = useMemo(() => raceSession(() => raceFromAddress(settings) ?? RACE_PRESETS[0].fields), []);
  useLayoutEffect(() => session.show(() => draw(undefined)), [session]);
  useLayoutEffect(() => {
    const wanted = raceFromAddress(settings);
    const kept = raceToAddress(session.fields);
    if (wanted === undefined) {
      // The menu leads here without a setting, and the last one stays.
      if (chosenPreset(session.fields) !== RACE_PRESETS[0]) keepInAddress({ view: "race", settings: kept });
    } else if (raceToAddress(wanted).toString() !== kept.toString()) {
      session.change(wanted);
      draw(undefined);
    }
  }, [settings]);
  return session;
}

function linkTo(fields: RaceFields): string {
  const [page] = location.href.split("#");
  return page + addressText({ view: "race", settings: raceToAddress(fields) });
}

/** The means of the race; those of the last one while a setting is read or corrected, so that nothing jumps. */
function useLatestMeans({ means }: RaceState): RaceState["means"] {
  const latest = useRef(means);
  if (means !== undefined) latest.current = means;
  return latest.current;
}

/** The rate curve, the result, how it came about, and the numbers. */
function Results({ session }: { readonly session: RaceSession }) {
  const { state, frames, watched } = session;
  const { refusal, rows } = state;
  const means = useLatestMeans(state);
  const problem = refusal && <Problem {...refusal} />;
  if (means === undefined) {
    return <div class="race-charts">{problem ?? <Notice kind="loading">Reading the setting …</Notice>}</div>;
  }
  return (
    <div class="stack race-charts">
      {problem}
      <div class={refusal === undefined ? "stack" : "stack course-old"}>
        <h2 class="unseen">What is learned, and which policy leads</h2>
        <RateFigure
          means={means}
          frames={frames}
          watched={Math.min(watched, means.plan.policies.length - 1)}
          onWatch={session.watch}
        />
        {problem === undefined && (
          <p class="verdict race-result" role="status">
            {raceSentence(means, rows)}
          </p>
        )}
        <div class="figures race-figures">
          <RewardFigure means={means} frames={frames} />
          <RegretFigure means={means} frames={frames} />
        </div>
        <Standings means={means} rows={rows} frames={frames} />
      </div>
    </div>
  );
}

/** The cutoffs that were played. */
function Cutoffs({ state, frames }: Pick<RaceSession, "state" | "frames">) {
  const means = useLatestMeans(state);
  if (means === undefined) return null;
  return (
    <div class={state.refusal === undefined ? "race-figures" : "race-figures course-old"}>
      <CutoffFigure means={means} frames={frames} />
    </div>
  );
}

/** A problem of a field is shown beside the field. */
function Problem({ field, message }: NonNullable<RaceState["refusal"]>) {
  return field === "race" ? (
    <Notice kind="error">This race cannot be run: {message}</Notice>
  ) : (
    <Notice kind="hint">This setting cannot be run. See the message next to the field.</Notice>
  );
}
