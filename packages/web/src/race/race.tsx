import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keepInAddress, type ViewProps } from "../browser/address.ts";
import { Notice } from "../design/blocks.tsx";
import { RaceCommand } from "./command.tsx";
import { FIRST_SPEED, RaceControls } from "./controls.tsx";
import { CutoffFigure, RegretFigure, RewardFigure } from "./course-figures.tsx";
import { type Frames, openFrames } from "./frames.ts";
import { Presets, RACE_PRESETS } from "./presets.tsx";
import "./race.css";
import { openRaceControl, type RaceControl, type RaceState } from "./race-control.ts";
import { type RaceFields, raceFromAddress, raceToAddress } from "./race-fields.ts";
import { RateFigure } from "./rate-figure.tsx";
import { SettingPanel } from "./setting-form.tsx";
import { raceSentence, Standings } from "./standings.tsx";

/** The pause after the last change before a setting is read: a slider changes it many times a second. */
const READ_AFTER_MS = 150;

/** Policies race on laws that the reader chooses. */
export function RaceView({ settings }: ViewProps) {
  const [fields, setFields] = useState<RaceFields>(() => raceFromAddress(settings) ?? RACE_PRESETS[0].fields);
  const [state, setState] = useState<RaceState>({ status: "opening" });
  const [seconds, setSeconds] = useState(FIRST_SPEED);
  const [watched, setWatched] = useState(0);
  const frames = useMemo(openFrames, []);
  const control = useRaceControl(frames, setState);
  const startsAtOnce = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => control.current?.open(fields), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fields]);

  useEffect(() => {
    if (state.status !== "ready" || state.means === undefined) return;
    if (watched >= state.means.plan.policies.length) setWatched(0);
    else if (watched > 0) control.current?.watch(watched);
    if (!startsAtOnce.current) return;
    startsAtOnce.current = false;
    control.current?.play(seconds);
  }, [state.means]);

  const change = (next: RaceFields) => {
    control.current?.leave();
    setFields(next);
    keepInAddress({ view: "race", settings: raceToAddress(next) });
  };
  const again = () => {
    startsAtOnce.current = false;
    control.current?.open(fields);
  };
  const play = () => {
    if (state.status === "done") again();
    if (state.status === "done" || state.status === "opening") startsAtOnce.current = true;
    else control.current?.play(seconds);
  };

  return (
    <>
      <Presets
        fields={fields}
        onChoose={(next) => {
          startsAtOnce.current = true;
          setWatched(0);
          change({ ...next }); // a new object, so that the same preset also starts again
        }}
      />
      <div class="beside">
        <SettingPanel fields={fields} refusal={state.refusal} onFields={change} />
        <div class="stack">
          <RaceControls
            state={state}
            frames={frames}
            seconds={seconds}
            onSeconds={(value) => {
              setSeconds(value);
              if (state.status !== "running") return;
              control.current?.pause();
              control.current?.play(value);
            }}
            onPlay={play}
            onPause={() => control.current?.pause()}
            onStep={() => control.current?.step()}
            onAgain={again}
          />
          <Results
            state={state}
            frames={frames}
            watched={watched}
            onWatch={(policy) => {
              setWatched(policy);
              control.current?.watch(policy);
            }}
          />
          <RaceCommand fields={fields} refused={state.status === "refused"} />
        </div>
      </div>
    </>
  );
}

/** The workers live as long as the view does. */
function useRaceControl(frames: Frames, setState: (state: RaceState) => void) {
  const control = useRef<RaceControl | null>(null);
  useEffect(() => {
    let status: RaceState["status"] | undefined;
    const opened = openRaceControl((state) => {
      setState(state);
      if (state.status !== status) frames.run(state.status === "running");
      else frames.drawAll();
      status = state.status;
    });
    control.current = opened;
    return () => {
      frames.run(false);
      opened.close();
    };
  }, []);
  return control;
}

interface ResultsProps {
  readonly state: RaceState;
  readonly frames: Frames;
  readonly watched: number;
  onWatch(policy: number): void;
}

function Results({ state: { means, refusal, rows }, frames, watched, onWatch }: ResultsProps) {
  const latest = useRef(means);
  // The last race stays while a setting is read or corrected, so that nothing jumps.
  if (means !== undefined) latest.current = means;
  const drawn = latest.current;
  const problem = refusal && <Problem {...refusal} />;
  if (drawn === undefined) return problem ?? <Notice kind="loading">Reading the setting …</Notice>;
  return (
    <>
      {problem ?? (
        <p class="verdict race-result" role="status">
          {raceSentence(drawn, rows)}
        </p>
      )}
      <div class={refusal === undefined ? "stack" : "stack course-old"}>
        <Standings means={drawn} rows={rows} frames={frames} />
        <div class="figures race-figures">
          <RewardFigure means={drawn} frames={frames} />
          <RegretFigure means={drawn} frames={frames} />
          <CutoffFigure means={drawn} frames={frames} />
          <RateFigure
            means={drawn}
            frames={frames}
            watched={Math.min(watched, drawn.plan.policies.length - 1)}
            onWatch={onWatch}
          />
        </div>
      </div>
    </>
  );
}

/** A problem of a field is shown beside the field. */
function Problem({ field, message }: NonNullable<RaceState["refusal"]>) {
  return field === "race" ? (
    <Notice kind="error">This race cannot be run: {message}</Notice>
  ) : (
    <Notice kind="hint">This cannot be run as it is set. What is wrong stands beside its field.</Notice>
  );
}
