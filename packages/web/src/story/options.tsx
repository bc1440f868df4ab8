import { gamma, mixture, pareto, rewardOne } from "@mulligan/core/distributions";
import { stream } from "@mulligan/core/random";
import { type KnownArm, knownArm } from "@mulligan/core/theory";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { useWidth } from "../browser/hooks.ts";
import { openLearner } from "./learner.ts";
import { bestAmong, DRAWN_CUTOFFS, perMinuteText, secondsText } from "./program.ts";
import { TimeBar, timeScale } from "./time-scale.tsx";

const SEED = 1;
const RUNS = 300;
/** The result is told of so many runs at the end. */
const LAST = 100;
/** The learner plays for this long in each frame, so that the page stays quick. */
const SLICE_MS = 8;

/** Always about four seconds. */
const steady = knownArm(rewardOne(gamma(32, 0.125)), { name: "A" });

/** Under a second in a share of its runs; else ten seconds, or much longer. */
function luckyOption(quick: number): KnownArm {
  const parts = [
    { weight: quick, law: gamma(4, 0.2) },
    { weight: 1 - quick, law: pareto(10, 1.1) },
  ];
  return knownArm(rewardOne(mixture(parts)), { name: "B" });
}

/** Two options: the learner finds out which is better, and with which cutoff. */
export function OptionsStep() {
  const id = useId();
  const [percent, setPercent] = useState(50);
  const arms = useMemo(() => [steady, luckyOption(percent / 100)], [percent]);
  const choices = useChoices(arms);
  return (
    <section class="step" aria-labelledby={`${id}-title`}>
      <div class="step-text">
        <h2 id={`${id}-title`}>Several options</h2>
        <p>
          Often there is a choice: two solvers, two servers, two settings. Option A always takes about 4
          seconds. Option B is quick or very slow. If you wait for every run, B takes{" "}
          {secondsText(arms[1].law.time.mean)} on average, and looks hopeless.
        </p>
        <p>
          The learner tries both, finds the best cutoff of each, and gives its time to the better one. Change
          how often B is quick, and watch it decide again.
        </p>
        <label class="step-control">
          <span>B is quick in</span>
          <input
            type="range"
            min="10"
            max="90"
            step="5"
            value={percent}
            aria-valuetext={`${percent}% of its runs`}
            onInput={(event) => setPercent(event.currentTarget.valueAsNumber)}
          />
          <output>{percent}%</output>
        </label>
      </div>
      <figure class="step-figure">
        <div class="options">
          {arms.map((arm) => (
            <OptionCard key={arm.name} arm={arm} />
          ))}
        </div>
        <Choices options={choices.options} />
        <figcaption>
          <span role="status">{choices.isOver ? lastChoices(choices.options) : "Learning …"}</span>
        </figcaption>
      </figure>
    </section>
  );
}

/** How often each option was started lately. */
function lastChoices(options: readonly number[]): string {
  const last = options.slice(-LAST);
  const ofB = last.filter((option) => option === 1).length;
  const [name, count] = ofB * 2 > LAST ? ["B", ofB] : ["A", LAST - ofB];
  return `${count} of the last ${LAST} runs are of option ${name}.`;
}

interface ChoicesState {
  /** The option of each run. */
  readonly options: readonly number[];
  readonly isOver: boolean;
}

/** Has a learner play with these options from the start, a slice in each frame. */
function useChoices(arms: readonly KnownArm[]): ChoicesState {
  const [state, setState] = useState<ChoicesState>({ options: [], isOver: false });
  useEffect(() => {
    const learner = openLearner(arms, SEED);
    const play = () => {
      const until = performance.now() + SLICE_MS;
      const isOver = learner.play(RUNS, () => performance.now() > until);
      setState({ options: learner.runs.map(({ option }) => option), isOver });
      if (!isOver) frame = requestAnimationFrame(play);
    };
    let frame = requestAnimationFrame(play);
    return () => cancelAnimationFrame(frame);
  }, [arms]);
  return state;
}

const SHOWN = 10;
const PITCH = 9;

/** A few runs of an option, and its best cutoff. */
function OptionCard({ arm }: { readonly arm: KnownArm }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const scale = useMemo(() => timeScale(width, 0), [width]);
  const best = useMemo(() => bestAmong(arm, DRAWN_CUTOFFS), [arm]);
  // Each bar has random numbers of its own, so that it changes only where the option does.
  const times = Array.from({ length: SHOWN }, (_, run) => arm.law.time.sample(stream(SEED, arm.name, run)));
  const advice = best.cutoff === Infinity ? "never stop a run" : `stop after ${secondsText(best.cutoff)}`;
  const line = scale.place(Math.min(best.cutoff, 12));
  return (
    <div class="option" ref={place}>
      <p>
        <strong>Option {arm.name}</strong>
      </p>
      <svg width={width} height={SHOWN * PITCH} role="img" aria-label={`Ten runs of option ${arm.name}`}>
        {times.map((seconds, run) => (
          <TimeBar
            key={run}
            scale={scale}
            y={run * PITCH + 1}
            height={PITCH - 3}
            seconds={seconds}
            cutoff={best.cutoff}
            beyond
          />
        ))}
        {best.cutoff < Infinity && <path class="cutoff-line" d={`M${line} 0V${SHOWN * PITCH}`} />}
      </svg>
      <p class="small">
        Best: {advice}. That makes {perMinuteText(best.rate)} runs a minute.
      </p>
    </div>
  );
}

const LANE = 22;

/** Which option each run was of: a mark in the upper row for A, in the lower for B. */
function Choices({ options }: { readonly options: readonly number[] }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const left = 24;
  const step = Math.max(0, width - left) / RUNS;
  const marks = (wanted: number) =>
    options.map((option, run) =>
      option === wanted ? `M${left + run * step} ${wanted * LANE + 3}v${LANE - 6}` : "",
    );
  const toB = options.filter((option) => option === 1).length;
  return (
    <div ref={place}>
      <p class="lane-title">Which option the learner starts, from the first run to run {RUNS}</p>
      <svg
        width={width}
        height={2 * LANE}
        role="img"
        aria-label={`${options.length - toB} runs of option A, ${toB} of option B`}
      >
        {["A", "B"].map((name, row) => (
          <g key={name}>
            <text class="bar-time" x={0} y={row * LANE + 15}>
              {name}
            </text>
            <rect
              class="lane-ground"
              x={left}
              y={row * LANE + 2}
              width={Math.max(0, width - left)}
              height={LANE - 4}
            />
            <path class="choice" d={marks(row).join("")} stroke-width={Math.max(1, step)} />
          </g>
        ))}
      </svg>
    </div>
  );
}
