import type { ClaimDraft } from "../claims/claim.ts";
import { leastBy } from "../claims/extremes.ts";
import { type Interval, meanInterval } from "../claims/interval.ts";
import { exceeds, leadsForGood } from "../claims/judge.ts";
import { meanOf } from "../claims/sums.ts";
import { threeDigits, withInterval } from "../claims/three-digits.ts";
import { CONTESTANTS, lubyLabel } from "./contestants.ts";
import type { TaskModel } from "./model.ts";
import type { SatMeasurements } from "./study.ts";

/** What can be told at the figure's horizons: of Luby, UCB-RM and, said by this project, of km-ts. */
export function satRaceClaims(measured: SatMeasurements): ClaimDraft[] {
  return [
    lubyIsHitOrMiss(measured),
    bernsteinBeatsMedians(measured),
    kmTsBeatsUcbRb(measured),
    kmTsBeatsLuby(measured),
  ];
}

/** What the lead gained over the second half of τ. */
function gainOf({ solved }: SatMeasurements, model: TaskModel, line: string, other: string): Interval {
  const gained = (run: readonly number[]) => run[run.length - 1] - run[run.length / 2 - 1];
  return meanInterval(solved[model][line].map((run, i) => gained(run) - gained(solved[model][other][i])));
}

/** How many more `line` solved than `other` by the largest τ; run by run, since both met the same tasks. */
function leadOf(measured: SatMeasurements, model: TaskModel, line: string, other: string): Interval {
  const theirs = atTheEnd(measured, model, other);
  return meanInterval(atTheEnd(measured, model, line).map((value, run) => value - theirs[run]));
}

function lubyIsHitOrMiss(measured: SatMeasurements): ClaimDraft {
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

function bernsteinBeatsMedians(measured: SatMeasurements): ClaimDraft {
  const { set, horizons } = measured;
  const lead = leadOf(measured, "iid", CONTESTANTS.rb, CONTESTANTS.rm);
  const gain = gainOf(measured, "iid", CONTESTANTS.rb, CONTESTANTS.rm);
  const [own, other] = [CONTESTANTS.rb, CONTESTANTS.rm].map((line) =>
    threeDigits(meanOf(atTheEnd(measured, "iid", line))),
  );
  return {
    label: "thm:ucb-rm",
    statement: `Where the cutoffs are short, as on ${set}, UCB-RB is more efficient than UCB-RM.`,
    quantity: `instances solved by UCB-RB less those by UCB-RM at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...lead,
    ...leadsForGood(lead, gain),
    reason: `UCB-RB solves ${own}, UCB-RM ${other}; in the second half of τ the lead changed by ${withInterval(gain)}.`,
  };
}

function kmTsBeatsUcbRb({ label, set, solved, horizons }: SatMeasurements): ClaimDraft {
  const leadAt = (place: number) =>
    meanInterval(solved.iid[CONTESTANTS.km].map((run, i) => run[place] - solved.iid[CONTESTANTS.rb][i][place]));
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

function kmTsBeatsLuby(measured: SatMeasurements): ClaimDraft {
  const { label, set, horizons, tunedBase } = measured;
  const luby = lubyLabel(tunedBase);
  const lead = leadOf(measured, "iid", CONTESTANTS.km, luby);
  const gain = gainOf(measured, "iid", CONTESTANTS.km, luby);
  const [own, other] = [CONTESTANTS.km, luby].map((line) => threeDigits(meanOf(atTheEnd(measured, "iid", line))));
  return {
    label,
    statement: `km-ts, knowing nothing, solves at least as many instances of ${set} as Luby with its best base at the largest τ.`,
    quantity: `instances solved by km-ts less those by ${luby} at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...lead,
    ...leadsForGood(lead, gain),
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
