import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { keepInAddress } from "../address/address.ts";
import type { ViewProps } from "../address/view.ts";
import { Notice } from "../design/notice.tsx";
import { Command } from "./command.tsx";
import { Controls, SPEEDS } from "./controls.tsx";
import { CutoffFigure, RegretFigure, RewardFigure } from "./course-figures.tsx";
import { type Frames, openFrames } from "./frames.ts";
import "./race.css";
import { type RaceWords, wordsFromAddress, wordsToAddress } from "./race-words.ts";
import { openRacing, type RaceState, type Racing } from "./racing.ts";
import { RateFigure } from "./rate-figure.tsx";
import { resultSentence } from "./result-sentence.ts";
import { SettingForm } from "./setting-form.tsx";
import { SETTINGS } from "./settings.ts";
import { Standings } from "./standings.tsx";

/** After the last change of a setting, before it is read: who drags changes it many times a second. */
const READ_AFTER_MS = 150;

/** Policies race on laws that the reader chooses. */
export function Race({ settings }: ViewProps) {
  const [words, setWords] = useState<RaceWords>(() => wordsFromAddress(settings) ?? SETTINGS[0].words);
  const [state, setState] = useState<RaceState>({ status: "opening" });
  const [seconds, setSeconds] = useState(SPEEDS[0].seconds);
  const [watched, setWatched] = useState(0);
  const frames = useMemo(openFrames, []);
  const racing = useRacing(frames, setState);
  const startsAtOnce = useRef(false);

  useEffect(() => {
    const timer = setTimeout(() => racing.current?.open(words), READ_AFTER_MS);
    return () => clearTimeout(timer);
  }, [words]);

  useEffect(() => {
    if (state.status !== "ready" || state.tally === undefined) return;
    const { policies } = state.tally.course;
    if (watched >= policies.length) setWatched(0);
    else if (watched > 0) racing.current?.watch(watched);
    if (!startsAtOnce.current) return;
    startsAtOnce.current = false;
    racing.current?.play(seconds);
  }, [state.tally]);

  const change = (next: RaceWords) => {
    racing.current?.leave();
    setWords(next);
    keepInAddress({ view: "race", settings: wordsToAddress(next) });
  };
  const again = () => {
    startsAtOnce.current = false;
    racing.current?.open(words);
  };
  const play = () => {
    if (state.status === "done") again();
    if (state.status === "done" || state.status === "opening") startsAtOnce.current = true;
    else racing.current?.play(seconds);
  };

  return (
    <>
      <Beginnings
        words={words}
        onChoose={(next) => {
          startsAtOnce.current = true;
          setWatched(0);
          change({ ...next }); // a race of its own, also if it is the same again
        }}
      />
      <div class="beside">
        <SettingPanel words={words} refusal={state.refusal} onWords={change} />
        <div class="stack">
          <Controls
            state={state}
            frames={frames}
            seconds={seconds}
            onSeconds={(value) => {
              setSeconds(value);
              if (state.status === "running") {
                racing.current?.pause();
                racing.current?.play(value);
              }
            }}
            onPlay={play}
            onPause={() => racing.current?.pause()}
            onStep={() => racing.current?.step()}
            onAgain={again}
          />
          <Course
            state={state}
            frames={frames}
            watched={watched}
            onWatch={(policy) => {
              setWatched(policy);
              racing.current?.watch(policy);
            }}
          />
          <Command words={words} refused={state.status === "refused"} />
        </div>
      </div>
    </>
  );
}

/** The workers live as long as the view does. */
function useRacing(frames: Frames, setState: (state: RaceState) => void) {
  const racing = useRef<Racing | null>(null);
  useEffect(() => {
    let status: RaceState["status"] | undefined;
    const opened = openRacing((state) => {
      setState(state);
      if (state.status !== status) frames.run(state.status === "running");
      else frames.drawAll();
      status = state.status;
    });
    racing.current = opened;
    return () => {
      frames.run(false);
      opened.close();
    };
  }, []);
  return racing;
}

interface BeginningsProps {
  readonly words: RaceWords;
  onChoose(words: RaceWords): void;
}

function Beginnings({ words, onChoose }: BeginningsProps) {
  const now = wordsToAddress(words).toString();
  const chosen = SETTINGS.find((setting) => wordsToAddress(setting.words).toString() === now);
  return (
    <div class="stack beginnings">
      <div class="head">
        <h1>Policies, racing live</h1>
        <p class="lead">
          Policies learn when to give up and try again, side by side, on laws that you choose. Everything is
          computed here, in your browser.
        </p>
      </div>
      <fieldset class="row">
        <legend class="unseen">Settings to begin with</legend>
        {SETTINGS.map((setting) => (
          <button
            key={setting.title}
            type="button"
            aria-pressed={setting === chosen}
            onClick={() => onChoose(setting.words)}
          >
            {setting.title}
          </button>
        ))}
      </fieldset>
      <p class="what-to-see">
        {chosen?.says ??
          "A setting of your own. It stands in the address: who opens the same address sees the same race, number by number."}
      </p>
    </div>
  );
}

interface SettingPanelProps {
  readonly words: RaceWords;
  readonly refusal: RaceState["refusal"];
  onWords(words: RaceWords): void;
}

/** Open where there is room beside the race; folded where it would stand before it, until something is wrong in it. */
function SettingPanel({ words, refusal, onWords }: SettingPanelProps) {
  const [open, setOpen] = useState(() => matchMedia("(min-width: 56rem)").matches);
  useEffect(() => {
    if (refusal !== undefined) setOpen(true);
  }, [refusal]);
  return (
    <details
      class="card setting-panel"
      open={open}
      onToggle={(event) => setOpen((event.currentTarget as HTMLDetailsElement).open)}
    >
      <summary>Setting</summary>
      <SettingForm words={words} refusal={refusal} onWords={onWords} />
    </details>
  );
}

interface CourseProps {
  readonly state: RaceState;
  readonly frames: Frames;
  readonly watched: number;
  onWatch(policy: number): void;
}

function Course({ state, frames, watched, onWatch }: CourseProps) {
  const { tally, refusal, rows } = state;
  const latest = useRef(tally);
  // While a setting is read or mended, the last race stays: nothing jumps.
  if (tally !== undefined) latest.current = tally;
  const shown = latest.current;
  const problem = refusal && <Problem {...refusal} />;
  if (shown === undefined) return problem ?? <Notice kind="loading">Reading the setting …</Notice>;
  return (
    <>
      {problem ?? (
        <p class="verdict race-result" role="status">
          {resultSentence(shown, rows)}
        </p>
      )}
      <div class={refusal === undefined ? "stack" : "stack course-old"}>
        <Standings tally={shown} rows={rows} frames={frames} />
        <div class="figures race-figures">
          <RewardFigure tally={shown} frames={frames} />
          <RegretFigure tally={shown} frames={frames} />
          <CutoffFigure tally={shown} frames={frames} />
          <RateFigure
            tally={shown}
            frames={frames}
            watched={Math.min(watched, shown.course.policies.length - 1)}
            onWatch={onWatch}
          />
        </div>
      </div>
    </>
  );
}

/** What belongs to a field is said there. */
function Problem({ field, message }: NonNullable<RaceState["refusal"]>) {
  return field === "race" ? (
    <Notice kind="error">This race cannot be run: {message}</Notice>
  ) : (
    <Notice kind="hint">This cannot be run as it is set. What is wrong stands beside its field.</Notice>
  );
}
