import {
  type ClaimDraft,
  exceeds,
  type Judgement,
  leadsForGood,
  threeDigits,
  verdictFrom,
  withInterval,
} from "../claims/claim.ts";
import { type Interval, leastBy, mapInterval, meanInterval, meanOf } from "../claims/statistics.ts";
import { CONTESTANT_LABELS, lubyLabel, MODELS, type TaskModel } from "./race.ts";
import type { Halves, LongRace, SatMeasurements } from "./study.ts";

/** The claims that are judged at the figure's horizons: about Luby, UCB-RM and, by this project, km-ts. */
export function satRaceClaims(measured: SatMeasurements): ClaimDraft[] {
  return [
    lubyIsHitOrMiss(measured),
    bernsteinBeatsMedians(measured),
    kmTsBeatsUcbRb(measured),
    kmTsBeatsLuby(measured),
  ];
}

/** The growth of the lead over the second half of τ. */
function gainOf({ solved }: SatMeasurements, model: TaskModel, line: string, other: string): Interval {
  const gained = (run: readonly number[]) => run[run.length - 1] - run[run.length / 2 - 1];
  return meanInterval(solved[model][line].map((run, i) => gained(run) - gained(solved[model][other][i])));
}

/** Returns how many more `line` solved than `other` by the largest τ; run by run, since both met the same tasks. */
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
  const lead = leadOf(measured, "iid", CONTESTANT_LABELS.rb, CONTESTANT_LABELS.rm);
  const gain = gainOf(measured, "iid", CONTESTANT_LABELS.rb, CONTESTANT_LABELS.rm);
  const [own, other] = [CONTESTANT_LABELS.rb, CONTESTANT_LABELS.rm].map((line) =>
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
    meanInterval(
      solved.iid[CONTESTANT_LABELS.km].map(
        (run, i) => run[place] - solved.iid[CONTESTANT_LABELS.rb][i][place],
      ),
    );
  const all = horizons.map((horizon, place) => ({ horizon, lead: leadAt(place) }));
  const least = leastBy(all, ({ lead }) => lead.estimate);
  const ahead = all.filter(({ lead }) => lead.estimate >= 0).length;
  return {
    label,
    statement: `km-ts, knowing nothing, solves at least as many instances of ${set} as UCB-RB with the paper's cutoffs at every τ shown (iid).`,
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
  const lead = leadOf(measured, "iid", CONTESTANT_LABELS.km, luby);
  const gain = gainOf(measured, "iid", CONTESTANT_LABELS.km, luby);
  const [own, other] = [CONTESTANT_LABELS.km, luby].map((line) =>
    threeDigits(meanOf(atTheEnd(measured, "iid", line))),
  );
  return {
    label,
    statement: `km-ts, knowing nothing, solves at least as many instances of ${set} as Luby with its best base at the largest τ (iid).`,
    quantity: `instances solved by km-ts less those by ${luby} at τ = ${threeDigits(horizons[horizons.length - 1])} (iid)`,
    ...lead,
    ...leadsForGood(lead, gain),
    reason: `km-ts solves ${own}, Luby ${other}.`,
    beyond: true,
  };
}

/** The instances that a line solved by the largest τ, run by run. */
function atTheEnd({ solved }: SatMeasurements, model: TaskModel, line: string): number[] {
  return solved[model][line].map((run) => run[run.length - 1]);
}

function lubyLines({ solved }: SatMeasurements): string[] {
  return Object.keys(solved.iid).filter((line) => line.startsWith("Luby"));
}

/** A learner that has found the best cutoff earns this share of the best rate from then on. */
const LEARNED = 0.95;

/** If the share grows by less than this from one horizon to the next, it has stopped growing. */
const NEARER = 0.005;

/** A claim that holds from a later τ on holds only under that condition. */
const FIGURE_ENDS = 3e6;

/** The claims about large τ. */
export function longRaceClaims(measured: SatMeasurements): ClaimDraft[] {
  return [
    learnsTheBest(measured),
    ...MODELS.map((model) => outrunsLuby(measured, model)),
    gapGrowsLinearly(measured),
  ];
}

/** The claim about Luby at a noise that makes the solver stronger: there is less to gain, and Luby is near the best. */
export function noisierClaim({ label, set, noisier }: SatMeasurements): ClaimDraft {
  return {
    label,
    statement: `At noise ${noisier.noise} too, UCB-RB solves more of ${set} than Luby at large τ, even with a well-chosen base (iid).`,
    ...leadClaim(noisier.race, "iid", noisier.tunedBase, [], noisier.listShare < noisier.lubyShare + NEARER),
    reason: `There ${threeDigits(noisier.unfinished)} of the runs were not over after all flips; Luby with base ${Math.round(noisier.tunedBase)} earns ${threeDigits(noisier.lubyShare)} of the best rate, which is at ${threeDigits(noisier.bestCutoff)} flips, and the best of the paper's cutoffs ${threeDigits(noisier.listShare)}, which UCB-RB cannot exceed.`,
  };
}

/** The first place from which on `is` holds to the end; undefined if it fails at the last. */
function placeFrom(count: number, is: (place: number) => boolean): number | undefined {
  let from: number | undefined;
  for (let place = count - 1; place >= 0 && is(place); place--) from = place;
  return from;
}

/** Whether the value was clearly below the threshold at some horizon; only then a condition is needed. */
const wasNot = (path: readonly Interval[], threshold: number) => path.some(({ high }) => high < threshold);

const flips = (horizon: number) => `${threeDigits(horizon)} flips`;

/** The rate of the second half of each horizon, as a share of the best. */
export function sharesOf({ horizons, solved }: LongRace, line: string, best: number): Interval[] {
  return horizons.map((horizon, place) =>
    meanInterval(solved.iid![line][place].map(([half, whole]) => (whole - half) / (horizon / 2) / best)),
  );
}

function learnsTheBest({ label, set, long, curve, unit }: SatMeasurements): ClaimDraft {
  const { horizons } = long;
  const last = horizons.length - 1;
  const best = curve.rates[curve.best];
  const [shares, thousands] = [CONTESTANT_LABELS.rb, CONTESTANT_LABELS.rbThousands].map((line) =>
    sharesOf(long, line, best),
  );
  const learnedFrom = (all: readonly Interval[]) => placeFrom(all.length, (i) => all[i].low > LEARNED);
  const [from, fromThousands] = [learnedFrom(shares), learnedFrom(thousands)];
  const thousandsFrom =
    fromThousands === undefined
      ? `the cutoffs hold the best one: in units of ${unit} flips, not of 1,000`
      : Number(wasNot(thousands, LEARNED)) * horizons[fromThousands];
  const path = horizons.map((horizon, i) => `${threeDigits(shares[i].estimate)} at ${threeDigits(horizon)}`);
  const pathThousands = horizons.map((_, i) => threeDigits(thousands[i].estimate));
  return {
    label,
    statement: `UCB-RB learns the optimal restart time on ${set} without prior information.`,
    quantity: `its rate in the second half of τ = ${flips(horizons[last])} over the best rate of any cutoff (iid)`,
    ...shares[last],
    ...(from === undefined
      ? notLearned(shares)
      : fromOn(wasNot(shares, LEARNED) ? horizons[from] : 0, thousandsFrom)),
    reason: `The share is ${path.join(", ")}; with the cutoffs in thousands of flips ${pathThousands.join(", ")}: the list of cutoffs is prior information, and a bad one costs time.`,
  };
}

/** The verdict of a claim that holds from a τ on, and in thousands of flips from another τ on or under a condition. */
function fromOn(horizon: number, inThousands: number | string = 0): Judgement {
  const late = horizon > FIGURE_ENDS ? [`τ is at least ${flips(horizon)}`] : [];
  if (typeof inThousands === "string") late.push(inThousands);
  else if (inThousands > Math.max(FIGURE_ENDS, horizon)) {
    late.push(`at least ${flips(inThousands)} with the cutoffs in thousands of flips`);
  }
  if (late.length === 0) return { verdict: "holds" };
  return { verdict: "holds if", condition: late.join(", and ").replace(/^at least/, "τ is at least") };
}

/** Refuted only if the share has stopped growing: a learner may need longer. */
function notLearned(shares: readonly Interval[]): Judgement {
  const [before, last] = shares.slice(-2);
  return verdictFrom(false, last.high < LEARNED && last.high - before.low < NEARER);
}

/** The lead of UCB-RB over Luby's best base at each horizon, and its growth over the second half of it. */
function leadsOver({ horizons, solved }: LongRace, model: TaskModel, base: number) {
  const [own, other] = [CONTESTANT_LABELS.rb, lubyLabel(base)].map((line) => solved[model]![line]);
  const differences = (of: (halves: Halves) => number) =>
    horizons.map((_, place) =>
      meanInterval(own[place].map((halves, run) => of(halves) - of(other[place][run]))),
    );
  return { leads: differences(([, whole]) => whole), gains: differences(([half, whole]) => whole - half) };
}

/**
 * `beaten`: the bases that UCB-RB beats, if it does not beat the best. `hopeless`: even the best of its cutoffs earns
 * less than Luby, so that it stays behind.
 */
function leadClaim(
  race: LongRace,
  model: TaskModel,
  base: number,
  beaten: readonly string[],
  hopeless = false,
): Pick<ClaimDraft, "quantity" | "estimate" | "low" | "high" | "verdict" | "condition"> {
  const { horizons } = race;
  const last = horizons.length - 1;
  const { leads, gains } = leadsOver(race, model, base);
  const from = placeFrom(horizons.length, (i) => leads[i].low > 0);
  const behind = leads[last].high < 0 && (hopeless || gains[last].high < 0);
  return {
    quantity: `instances solved by UCB-RB less those by ${lubyLabel(base)}, its best base, at τ = ${flips(horizons[last])}`,
    ...leads[last],
    ...(from === undefined
      ? elseBases("Luby's base", behind, beaten)
      : fromOn(wasNot(leads, 0) ? horizons[from] : 0)),
  };
}

function elseBases(which: string, refuted: boolean, beaten: readonly string[]): Judgement {
  return refuted && beaten.length > 0
    ? { verdict: "holds if", condition: `${which} is one of ${beaten.join(", ")}` }
    : verdictFrom(false, refuted);
}

function outrunsLuby(measured: SatMeasurements, model: TaskModel): ClaimDraft {
  const { label, set, long, tunedBase } = measured;
  const { leads } = leadsOver(long, model, tunedBase);
  const path = leads.map((lead, i) => `${withInterval(lead)} at τ = ${threeDigits(long.horizons[i])}`);
  return {
    label,
    statement: `UCB-RB solves more of ${set} than Luby at large τ, even with a well-chosen base (${model}).`,
    ...leadClaim(long, model, tunedBase, beatenBases(measured, model)),
    reason: `Its lead is ${path.join(", ")}.`,
  };
}

/** The guessed bases that UCB-RB clearly beats at the end of the figure. */
function beatenBases({ solved, tunedBase }: SatMeasurements, model: TaskModel): string[] {
  const end = (line: string) => solved[model][line].map((run) => run[run.length - 1]);
  const own = end(CONTESTANT_LABELS.rb);
  return Object.keys(solved[model])
    .filter((line) => line.startsWith("Luby") && line !== lubyLabel(tunedBase))
    .filter((line) => {
      const theirs = end(line);
      return meanInterval(own.map((value, run) => value - theirs[run])).low > 0;
    })
    .map((line) => line.replace("Luby, base ", ""));
}

/** Linear growth: the lead grows in the second half of each horizon, by about the same number per flip. */
function gapGrowsLinearly(measured: SatMeasurements): ClaimDraft {
  const { label, set, long, tunedBase } = measured;
  const { horizons } = long;
  const last = horizons.length - 1;
  const { gains } = leadsOver(long, "iid", tunedBase);
  const perMillion = gains.map((gain, i) => mapInterval(gain, (value) => (2e6 / horizons[i]) * value));
  const from = placeFrom(horizons.length, (i) => gains[i].low > 0);
  const path = perMillion.map(({ estimate }, i) => `${threeDigits(estimate)} at ${threeDigits(horizons[i])}`);
  return {
    label,
    statement: `The gap between UCB-RB and Luby on ${set} grows linearly in τ, also if a genie tells Luby a good base.`,
    quantity: `growth of the gap to ${lubyLabel(tunedBase)} over the second half of τ = ${flips(horizons[last])}, instances per million flips (iid)`,
    ...perMillion[last],
    ...(from === undefined
      ? elseBases("the base", gains[last].high < 0, beatenBases(measured, "iid"))
      : fromOn(wasNot(gains, 0) ? horizons[from] : 0)),
    reason: `Luby's rate is a constant below the best, and UCB-RB's comes closer to the best; the gap grows by ${path.join(", ")}, in instances per million flips.`,
  };
}
