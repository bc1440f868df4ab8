import type { Claim } from "../claims/claim.ts";
import { leastBy } from "../claims/extremes.ts";
import { type Interval, meanInterval } from "../claims/interval.ts";
import { exceeds, holdsIf } from "../claims/judge.ts";
import { meanOf } from "../claims/sums.ts";
import { threeDigits } from "../claims/three-digits.ts";
import { LINES, lubyLabel } from "./contestants.ts";
import { MODELS, type TaskModel } from "./model.ts";
import type { SatMeasurements } from "./study.ts";

/** A learner that has found the best cutoff earns this share of the best rate from then on. */
const LEARNED = 0.95;

/** What the paper says of UCB-RB and Luby, and this project of km-ts, judged by the measurements alone. */
export function satRaceClaims(measured: SatMeasurements): Claim[] {
  return [
    learnsTheBest(measured),
    ...MODELS.map((model) => outrunsLuby(measured, model)),
    gapGrowsLinearly(measured),
    lubyIsHitOrMiss(measured),
    bernsteinBeatsMedians(measured),
    kmTsBeatsUcbRb(measured),
    kmTsBeatsLuby(measured),
  ];
}

/** The rate of the second half of the time, as a share of the best. */
function learnsTheBest({ label, set, solved, horizons, curve, unit }: SatMeasurements): Claim {
  const longest = horizons[horizons.length - 1];
  const half = horizons.length / 2 - 1;
  const shareOf = (line: string) =>
    meanInterval(
      solved.iid[line].map(
        (run) => (run[run.length - 1] - run[half]) / (longest - horizons[half]) / curve.rates[curve.best],
      ),
    );
  const share = shareOf(LINES.rb);
  const thousands = shareOf(LINES.rbThousands);
  const learned = exceeds(share, LEARNED);
  const missed = learned.verdict === "holds" && exceeds(thousands, LEARNED).verdict !== "holds";
  return {
    label,
    statement: `UCB-RB learns the optimal restart time on ${set} without prior information.`,
    quantity: `its rate in the second half of τ = ${threeDigits(longest)} flips over the best rate of any cutoff (iid)`,
    ...share,
    ...(missed
      ? {
          verdict: "holds if",
          condition: `the cutoffs hold the best one: in units of ${unit} flips, not of 1,000`,
        }
      : learned),
    reason: `With the cutoffs in thousands of flips the same share is ${threeDigits(thousands.estimate)} (${threeDigits(thousands.low)} to ${threeDigits(thousands.high)}): the list of cutoffs is prior information.`,
  };
}

/** How far UCB-RB is ahead of each base at the largest τ. */
function leads(measured: SatMeasurements, model: TaskModel): { line: string; lead: Interval }[] {
  return lubyLines(measured).map((line) => ({ line, lead: leadOf(measured, model, LINES.rb, line) }));
}

/** How many more `line` solved than `other` by the largest τ; run by run, since both met the same tasks. */
function leadOf(measured: SatMeasurements, model: TaskModel, line: string, other: string): Interval {
  const theirs = atTheEnd(measured, model, other);
  return meanInterval(atTheEnd(measured, model, line).map((value, run) => value - theirs[run]));
}

function outrunsLuby(measured: SatMeasurements, model: TaskModel): Claim {
  const { label, set, horizons } = measured;
  const all = leads(measured, model);
  const least = leastBy(all, ({ lead }) => lead.estimate);
  const beaten = all.filter(({ lead }) => lead.low > 0).map(({ line }) => line.replace("Luby, base ", ""));
  const wins = holdsIf(
    beaten.length === all.length,
    beaten.length > 0,
    `Luby's base is one of ${beaten.join(", ")}`,
  );
  return {
    label,
    statement: `UCB-RB solves more of ${set} than Luby at large τ, even with a well-chosen base (${model}).`,
    quantity: `instances solved by UCB-RB less those by ${least.line}, the best of ${all.length}, at τ = ${threeDigits(horizons[horizons.length - 1])}`,
    ...least.lead,
    ...wins,
    reason:
      wins.verdict === "holds"
        ? `It is ahead of all ${all.length} bases, the least of ${least.line}.`
        : `It is ahead of ${beaten.length} of ${all.length} bases; not clearly of ${least.line}.`,
  };
}

/** Linear growth: what is gained in the second half of τ is what is gained in the first, and positive. */
function gapGrowsLinearly(measured: SatMeasurements): Claim {
  const { label, set, solved, horizons, tunedBase } = measured;
  const half = horizons.length / 2 - 1;
  const gainIn = (line: string) => {
    const other = solved.iid[line];
    const gaps = solved.iid[LINES.rb].map((run, i) => run.map((value, place) => value - other[i][place]));
    return meanInterval(
      gaps.map(
        (gap) => (1e6 * (gap[gap.length - 1] - gap[half])) / (horizons[gap.length - 1] - horizons[half]),
      ),
    );
  };
  const tuned = gainIn(lubyLabel(tunedBase));
  const growing = Object.keys(solved.iid)
    .filter((line) => line.startsWith("Luby") && gainIn(line).low > 0)
    .map((line) => line.replace("Luby, base ", ""));
  const grows = holdsIf(tuned.low > 0, growing.length > 0, `the base is one of ${growing.join(", ")}`);
  return {
    label,
    statement: `The gap between UCB-RB and Luby on ${set} grows linearly in τ, also if a genie tells Luby a good base.`,
    quantity: `growth of the gap to ${lubyLabel(tunedBase)} over the second half of τ, instances per million flips (iid)`,
    ...tuned,
    ...grows,
    reason:
      grows.verdict === "holds"
        ? "Luby's rate is a constant below the best, and UCB-RB's comes closer to the best, so the gap grows in proportion to τ."
        : `Over this τ UCB-RB still pays for what it learns: against the tuned base its lead does not clearly grow.`,
  };
}

function lubyIsHitOrMiss(measured: SatMeasurements): Claim {
  const { label, set, horizons } = measured;
  const sorted = lubyLines(measured)
    .map((line) => ({ line, values: atTheEnd(measured, "iid", line) }))
    .toSorted((a, b) => meanOf(a.values) - meanOf(b.values));
  const [worst, best] = [sorted[0], sorted[sorted.length - 1]];
  const ratio = meanInterval(best.values.map((value, run) => value / Math.max(1, worst.values[run])));
  return {
    label,
    statement: `Without prior knowledge, Luby's performance on ${set} is hit-or-miss in its base.`,
    quantity: `instances solved with the best base over those with the worst, at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...ratio,
    ...exceeds(ratio, 1.1),
    reason: `${best.line} solves ${threeDigits(meanOf(best.values))}, ${worst.line} ${threeDigits(meanOf(worst.values))}.`,
  };
}

function bernsteinBeatsMedians(measured: SatMeasurements): Claim {
  const { set, horizons } = measured;
  const lead = leadOf(measured, "iid", LINES.rb, LINES.rm);
  const [own, other] = [LINES.rb, LINES.rm].map((line) =>
    threeDigits(meanOf(atTheEnd(measured, "iid", line))),
  );
  return {
    label: "thm:ucb-rm",
    statement: `Where the cutoffs are short, as on ${set}, UCB-RB is more efficient than UCB-RM.`,
    quantity: `instances solved by UCB-RB less those by UCB-RM at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...lead,
    ...exceeds(lead, 0),
    reason: `UCB-RB solves ${own}, UCB-RM ${other}.`,
  };
}

function kmTsBeatsUcbRb({ label, set, solved, horizons }: SatMeasurements): Claim {
  const leadAt = (place: number) =>
    meanInterval(solved.iid[LINES.km].map((run, i) => run[place] - solved.iid[LINES.rb][i][place]));
  const all = horizons.map((horizon, place) => ({ horizon, lead: leadAt(place) }));
  const least = leastBy(all, ({ lead }) => lead.estimate);
  const ahead = all.filter(({ lead }) => lead.estimate >= 0).length;
  return {
    label,
    statement: `km-ts, knowing nothing, solves at least as many instances of ${set} as UCB-RB with the paper's cutoffs at every τ shown.`,
    quantity: `least lead of km-ts over the horizons shown, in instances, at τ = ${threeDigits(least.horizon)} (iid)`,
    ...least.lead,
    ...exceeds(least.lead, 0),
    reason: `Its mean is not behind at ${ahead} of ${all.length} horizons.`,
    beyond: true,
  };
}

function kmTsBeatsLuby(measured: SatMeasurements): Claim {
  const { label, set, horizons, tunedBase } = measured;
  const luby = lubyLabel(tunedBase);
  const lead = leadOf(measured, "iid", LINES.km, luby);
  const [own, other] = [LINES.km, luby].map((line) => threeDigits(meanOf(atTheEnd(measured, "iid", line))));
  return {
    label,
    statement: `km-ts, knowing nothing, solves at least as many instances of ${set} as Luby with its best base at the largest τ.`,
    quantity: `instances solved by km-ts less those by ${luby} at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...lead,
    ...exceeds(lead, 0),
    reason: `km-ts solves ${own}, Luby ${other}.`,
    beyond: true,
  };
}

/** What a line solved by the largest τ, run by run. */
function atTheEnd({ solved }: SatMeasurements, model: TaskModel, line: string): number[] {
  return solved[model][line].map((run) => run[run.length - 1]);
}

function lubyLines({ solved }: SatMeasurements): string[] {
  return Object.keys(solved.iid).filter((line) => line.startsWith("Luby"));
}
