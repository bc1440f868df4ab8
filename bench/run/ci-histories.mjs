/**
 * Histories of CI steps, generated: no public one with the times of outputs can be had here. Each kind of step has a shape
 * that a source names. Times are in ms. All draws have names, so that every strategy meets the same tries.
 *
 * - A build that passes or fails takes 3.4 minutes (median), one that times out 19.7: Weeraddana, Alfadel and McIntosh
 *   2024, "Characterizing Timeout Builds in Continuous Integration". Timed-out builds follow each other: hangs that stay.
 * - Builds of more than 10 minutes are common, and tests, retries and missing caches make them long: Ghaleb, da Costa and
 *   Zou 2019, "An Empirical Study of the Long Duration of Continuous Integration Builds".
 * - 10 minutes without output are the limit of CircleCI (`no_output_timeout`), whose manual warns of programs that
 *   buffer what they print.
 * - 6 hours are the limit of GitHub for a job (`timeout-minutes`, 360).
 * How often steps hang is not known of any of these; the shares are guesses.
 */
import { stream } from "@mulligan/core/random";

export const MINUTE = 60_000;

const SECOND = 1_000;
/** From one runner to the next, and from one commit to the next. */
const RUNNER_SPREAD = 0.1;
const DRIFT = 0.01;
/** The share of commits that change the time for good, and by how much. */
const JUMPS = { share: 0.01, spread: 0.35 };
/** Of the hangs, those that stay: the commit has a deadlock, and every try of it hangs. */
const STICKY = 0.1;
/** Runs that fail, as tests do, and end sooner. */
const FAILS = 0.12;

/**
 * The kinds. `phases` are run one after the other: `minutes` in all, printing with gaps of `gap` seconds (median and
 * spread of a lognormal law), or in silence. `cold` is a share of runs that take `times` as long.
 */
export const kinds = [
  {
    name: "unit tests, 3.4 min",
    hangs: 0.02,
    phases: [{ minutes: 3.4, gap: [2, 1] }],
  },
  {
    name: "compile and link, 10 min, cold cache in 7%",
    hangs: 0.01,
    cold: { share: 0.07, times: 4 },
    phases: [
      { minutes: 6, gap: [3, 1] },
      { minutes: 1.2, silent: true },
      { minutes: 2.8, gap: [2, 1] },
    ],
  },
  { name: "browser tests, 12 min", hangs: 0.05, phases: [{ minutes: 12, gap: [5, 0.9] }] },
  {
    name: "install, 1.5 min, slow network in 3%",
    hangs: 0.02,
    cold: { share: 0.03, times: 8 },
    phases: [
      { minutes: 0.3, gap: [2, 0.8] },
      { minutes: 0.8, silent: true },
      { minutes: 0.4, gap: [3, 1] },
    ],
  },
  {
    name: "image, 1.5 min, or 14 min without its cache (15%)",
    hangs: 0.01,
    cold: { share: 0.15, times: 9 },
    phases: [
      { minutes: 1, gap: [3, 1] },
      { minutes: 0.5, gap: [8, 1] },
    ],
  },
  { name: "buffered tests, 8 min, silent to the end", hangs: 0.02, phases: [{ minutes: 8, silent: true }] },
  {
    name: "deployment, 15 min, prints while it hangs",
    hangs: 0.02,
    chatty: true,
    phases: [{ minutes: 15, gap: [8, 0.6] }],
  },
  { name: "nightly, 60 min", hangs: 0.03, phases: [{ minutes: 60, gap: [10, 1] }] },
  {
    name: "tests that do not exit, 5 min",
    hangs: 0.03,
    hangsAtEnd: true,
    phases: [{ minutes: 5, gap: [2, 1] }],
  },
  {
    name: "many lines, then 3 min of silence, 5 min",
    hangs: 0.02,
    phases: [
      { minutes: 1, gap: [0.3, 0.8] },
      { minutes: 3, silent: true },
      { minutes: 1, gap: [1, 0.8] },
    ],
  },
  {
    name: "tests, 6 min, from run 150 on a silent stage of 15",
    hangs: 0.02,
    phases: [
      { minutes: 4, gap: [2, 1] },
      { minutes: 15, silent: true, from: 150 },
      { minutes: 2, gap: [2, 1] },
    ],
  },
  {
    name: "growing suite, 5 min, doubles in 300 runs",
    hangs: 0.02,
    growth: 2,
    phases: [{ minutes: 5, gap: [3, 1] }],
  },
];

/** A step's runs, one a commit. `attempt(run, a)` is the a-th try at a run: `wrote` are the times of its outputs. */
export function history(kind, runs, seed) {
  const levels = levelsOf(kind, runs, seed);
  return {
    runs,
    attempt(run, number) {
      const random = stream(seed, kind.name, "try", run, number);
      const ofRun = stream(seed, kind.name, "run", run);
      const cold = ofRun.uniform() < (kind.cold?.share ?? 0) ? kind.cold.times : 1;
      const sticks = ofRun.uniform() < kind.hangs * STICKY;
      const fails = ofRun.uniform() < FAILS;
      const scale = levels[run] * cold * Math.exp(RUNNER_SPREAD * normal(random));
      const hangs = sticks || random.uniform() < kind.hangs * (1 - STICKY);
      const { wrote, ends } = outputs(kind, { run, scale }, random);
      if (hangs) return hanging(kind, { wrote, ends }, random);
      if (!fails) return { wrote, ends, hangsFrom: undefined, exit: 0 };
      const fail = ends * (0.3 + 0.7 * random.uniform());
      return { wrote: wrote.filter((at) => at <= fail), ends: fail, hangsFrom: undefined, exit: 1 };
    },
  };
}

/** How long a run takes against the first: drift, jumps and growth. */
function levelsOf({ name, growth = 1 }, runs, seed) {
  const random = stream(seed, name, "levels");
  let log = 0.2 * normal(random);
  return Array.from({ length: runs }, () => {
    log += DRIFT * normal(random) + Math.log(growth) / 300;
    if (random.uniform() < JUMPS.share) log += JUMPS.spread * normal(random);
    // Nobody lets a step become a hundred times longer.
    log = Math.min(1.5, Math.max(-1.5, log));
    return Math.exp(log);
  });
}

function outputs({ phases, chatty }, { run, scale }, random) {
  const wrote = [];
  let now = 0;
  for (const { minutes, gap, silent, from = 0 } of phases) {
    if (run < from) continue;
    const until = now + minutes * MINUTE * scale;
    while (!silent) {
      const step = SECOND * gap[0] * scale ** (chatty ? 0 : 0.5) * Math.exp(gap[1] * normal(random));
      if (now + step > until) break;
      now += step;
      wrote.push(now);
    }
    now = until;
  }
  return { wrote, ends: now };
}

/** From some moment on nothing happens, or only the same line again and again. */
function hanging({ chatty, hangsAtEnd }, { wrote, ends }, random) {
  const hangsFrom = hangsAtEnd ? ends : ends * random.uniform();
  const before = wrote.filter((at) => at <= hangsFrom);
  if (hangsAtEnd) before.push(ends);
  return {
    wrote: before,
    ends: Infinity,
    hangsFrom,
    exit: undefined,
    every: chatty ? 10 * SECOND : undefined,
  };
}

function normal(random) {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}
