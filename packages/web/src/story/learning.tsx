import { rewardRate } from "@mulligan/core/theory";
import type { RefObject } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { prefersReducedMotion, useWidth } from "../browser/hooks.ts";
import { Fact } from "../design/blocks.tsx";
import { policyWords } from "../design/policy-names.ts";
import { Term } from "../design/term.tsx";
import { type LearnerRun, openLearner, type StoryLearner } from "./learner.ts";
import { bestAmong, DRAWN_CUTOFFS, gainText, LONGEST_SHOWN, program, secondsText } from "./program.ts";
import { TimeAxis, TimeBar, type TimeScale, timeScale } from "./time-scale.tsx";

const FIRST_SEED = 2;
const LAST_RUN = 300;
const TICK_MS = 70;

/** One run at a time while there is most to see, then more. */
function runsAtOnce(played: number): number {
  if (played < 30) return 1;
  return played < 90 ? 2 : 5;
}

/** The learner finds the cutoff of the program, run by run. */
export function LearningStep() {
  const id = useId();
  const place = useRef<HTMLElement>(null);
  const [seed, setSeed] = useState(FIRST_SEED);
  const learner = useMemo(() => openLearner([program], seed), [seed]);
  const [played, setPlayed] = useState(0);
  const [plays, setPlays] = useState(false);
  useStartInView(place, () => setPlays(true));
  const isOver = played >= LAST_RUN;
  useEffect(() => {
    if (!plays || isOver) return undefined;
    const timer = setTimeout(() => {
      learner.play(Math.min(LAST_RUN, played + runsAtOnce(played)));
      setPlayed(learner.runs.length);
    }, TICK_MS);
    return () => clearTimeout(timer);
  }, [plays, played, isOver, learner]);
  const playLabel = plays ? "Pause" : "Play";
  const again = () => {
    setSeed(seed + 1);
    setPlayed(0);
    setPlays(true);
  };
  return (
    <section class="step" ref={place} aria-labelledby={`${id}-title`}>
      <div class="step-text">
        <h2 id={`${id}-title`}>The best cutoff is unknown: so learn it</h2>
        <p>
          The dashed curve is the truth. <span class="name">{policyWords("km-ts").name}</span> does not see
          it: it only sees the runs that it starts, and draws its own curve from them. A stopped run helps,
          too: it would have taken longer than its cutoff.
        </p>
        <p>It tries what may be best, learns, and soon stays near the top.</p>
        <p>
          <button type="button" onClick={isOver ? again : () => setPlays(!plays)}>
            {isOver ? "Again, with other runs" : playLabel}
          </button>
        </p>
        <LearnerNumbers learner={learner} />
      </div>
      <LearningFigure learner={learner} />
    </section>
  );
}

/** Calls `start` once when most of the element is on the screen, unless the reader wants no movement. */
function useStartInView(place: RefObject<HTMLElement | null>, start: () => void): void {
  useEffect(() => {
    const element = place.current;
    if (element === null || prefersReducedMotion()) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        start();
      },
      { threshold: 0.6 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}

function LearnerNumbers({ learner }: { readonly learner: StoryLearner }) {
  const waiting = rewardRate(program, Infinity);
  const best = useMemo(() => bestAmong(program, DRAWN_CUTOFFS), []);
  const { runs, done, spent } = learner;
  const last = runs.at(-1);
  return (
    <dl class="numbers">
      <Fact name="Runs so far">{runs.length}</Fact>
      <Fact name="Cutoff now">{last === undefined ? "–" : secondsText(last.cutoff)}</Fact>
      <div>
        <dt>
          <Term name="gain">Gain</Term> so far
        </dt>
        <dd>
          {spent > 0 ? gainText(done / spent / waiting) : "–"}{" "}
          <span class="small faint">in the long run at most {gainText(best.rate / waiting)}</span>
        </dd>
      </div>
    </dl>
  );
}

const ROWS = 14;
const PITCH = 9;
const CURVE_TOP = ROWS * PITCH + 36;
const CURVE = 150;
const HEIGHT = CURVE_TOP + CURVE + 26;

function LearningFigure({ learner }: { readonly learner: StoryLearner }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const scale = useMemo(() => timeScale(width, 0), [width]);
  const latest = learner.runs.slice(-ROWS).reverse();
  return (
    <figure class="step-figure">
      <div ref={place} style={{ minHeight: `${HEIGHT}px` }}>
        <svg width={width} height={HEIGHT} role="img" aria-label={figureText(learner)}>
          <text class="part-title" x={0} y={11}>
            The latest runs, each with its cutoff
          </text>
          {latest.map((run, row) => (
            <LatestRun key={row} run={run} scale={scale} y={18 + row * PITCH} />
          ))}
          <Curves learner={learner} scale={scale} />
          <TimeAxis scale={scale} y={CURVE_TOP + CURVE} />
        </svg>
      </div>
      <ul class="key">
        <li>
          <svg class="line-mark" viewBox="0 0 24 8" aria-hidden="true">
            <path class="curve" d="M0 4h24" />
          </svg>
          learned
        </li>
        <li>
          <svg class="line-mark" viewBox="0 0 24 8" aria-hidden="true">
            <path class="true-curve" d="M0 4h24" />
          </svg>
          true, unknown to the learner
        </li>
      </ul>
    </figure>
  );
}

function figureText({ runs }: StoryLearner): string {
  const last = runs.at(-1);
  if (last === undefined) return "No run yet. The true curve of runs done per minute is dashed.";
  return `After ${runs.length} runs: the learned curve of runs done per minute beside the true one; the cutoff is ${secondsText(last.cutoff)}.`;
}

function LatestRun({
  run,
  scale,
  y,
}: {
  readonly run: LearnerRun;
  readonly scale: TimeScale;
  readonly y: number;
}) {
  const x = run.cutoff > LONGEST_SHOWN ? undefined : scale.place(run.cutoff);
  return (
    <g>
      <TimeBar scale={scale} y={y} height={PITCH - 3} seconds={run.seconds} cutoff={run.cutoff} />
      {x !== undefined && <path class="cutoff-tick" d={`M${x} ${y - 1.5}v${PITCH}`} />}
    </g>
  );
}

function Curves({ learner, scale }: { readonly learner: StoryLearner; readonly scale: TimeScale }) {
  const truth = useMemo(() => DRAWN_CUTOFFS.map((cutoff) => rewardRate(program, cutoff)), []);
  const top = Math.max(...truth) * 1.35;
  const line = (rates: Float64Array) =>
    Array.from(rates, (rate, i) => {
      const y = CURVE_TOP + CURVE - Math.min(1, rate / top) * CURVE;
      return `${scale.place(DRAWN_CUTOFFS[i]).toFixed(1)} ${y.toFixed(1)}`;
    });
  const learned = line(learner.curve(0));
  const now = learner.runs.at(-1)?.cutoff ?? Infinity;
  return (
    <g>
      <text class="part-title" x={0} y={CURVE_TOP - 4}>
        Runs done per minute, for each cutoff
      </text>
      <path class="true-curve" d={`M${line(truth).join("L")}`} />
      {learned.length > 1 && <path class="curve" d={`M${learned.join("L")}`} />}
      {now <= LONGEST_SHOWN && (
        <path class="cutoff-line" d={`M${scale.place(now)} ${CURVE_TOP + 4}V${CURVE_TOP + CURVE}`} />
      )}
    </g>
  );
}
