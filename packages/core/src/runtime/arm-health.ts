import type { Random } from "../random/random.ts";

/** The end of an attempt, as evidence of whether its arm works. */
export interface AttemptSign {
  readonly arm: number;
  readonly kind: "success" | "rejection" | "cut" | "deadline";
  readonly startedAt: number;
  readonly timeMs: number;
  /** The chance that an attempt at a healthy arm lasts for `timeMs`. */
  readonly chance: number;
  /** The usual time of a success, in ms. */
  readonly successMs: number;
}

/** The state of an arm, as `stats` and `explain` show it. */
export type ArmState = "ready" | "cooling" | "failing" | "open";

class ArmCondition {
  succeeded = false;
  succeededAt = -Infinity;
  /** The share of attempts that succeed, before the present run of failures. */
  successRate = 0.5;
  /** Failures since the last success, and the log of the chance that a healthy arm has such a run of refusals and lost calls. */
  failures = 0;
  logChance = 0;
  /** In that run: quick refusals, and failures that took as long as a success. */
  refusals = 0;
  slowFailures = 0;
  /** Successes while the breaker was open that took unusually long. */
  slowSuccesses = 0;
  coolsUntil = -Infinity;
  /** True from a cooldown until an attempt after it has ended: only one is made at a time, since many would be refused again. */
  cooled = false;
  askedAt = -Infinity;
  askedAtCall = 0;
}

/**
 * Judges which arms work: by runs of failures that chance does not explain, cooldowns, probes and the circuit breaker. The
 * surprise of a run follows from how often attempts failed before, so there is no number of failures to set.
 */
export class ArmHealth {
  private readonly arms: ArmCondition[];
  private readonly breaker: boolean;
  private calls = 0;
  /** Attempts of all arms that failed since the last success. */
  private failedInRow = 0;
  private logChance = 0;
  private succeededAt = -Infinity;
  private failingSince = Infinity;
  /** The usual time of a success. */
  private successMs = 100;
  private probeAt = 0;
  private probeGapMs = 0;

  constructor(arms: number, breaker: boolean) {
    this.breaker = breaker;
    this.arms = Array.from({ length: arms }, () => new ArmCondition());
  }

  countCall(): void {
    this.calls += 1;
  }

  /** Records that an attempt begins at an arm. */
  begin(place: number, now: number): void {
    const arm = this.arms[place];
    arm.askedAt = now;
    arm.askedAtCall = this.calls;
    if (arm.cooled) arm.coolsUntil = now + Math.min(Math.max(TRIAL * this.successMs, 1), LONGEST_GAP_MS);
  }

  /** Records how an attempt ended. */
  end(sign: AttemptSign, now: number) {
    const arm = this.arms[sign.arm];
    if (sign.successMs < Infinity) this.successMs = sign.successMs;
    if (arm.cooled) {
      arm.cooled = false;
      arm.coolsUntil = now;
    }
    if (sign.kind === "success") return this.recordSuccess(arm, sign, now);
    const chance = Math.max(sign.kind === "rejection" ? 1 - arm.successRate : sign.chance, LEAST_CHANCE);
    if (sign.startedAt >= this.succeededAt) {
      this.failedInRow += 1;
      this.logChance += Math.log(chance);
      if (this.failedInRow === 1) this.failingSince = now;
    }
    // An attempt that began before the last success does not say that the arm has stopped working since.
    if (sign.startedAt < arm.succeededAt) return;
    arm.failures += 1;
    // A cut is the learner's own choice: only refusals and lost calls are held against an arm.
    if (sign.kind === "cut") return;
    arm.logChance += Math.log(chance);
    const slow = sign.kind === "deadline" || sign.timeMs >= sign.successMs;
    if (slow) arm.slowFailures += 1;
    else arm.refusals += 1;
    if (slow && this.probeGapMs === 0) this.probeGapMs = probeGap(sign.successMs);
  }

  private recordSuccess(arm: ArmCondition, { chance, successMs }: AttemptSign, now: number): void {
    this.failedInRow = 0;
    this.logChance = 0;
    this.succeededAt = now;
    this.probeGapMs = probeGap(successMs);
    // A breaker closes when the arm is as fast as it used to be: an arm that still works off a queue would fill it again.
    if (isOpen(arm) && chance < UNUSUAL && ++arm.slowSuccesses < SLOW_SUCCESSES) return;
    const attempts = Math.min(arm.failures, LONGEST_RUN) + 1;
    const kept = (1 - RATE_STEP) ** attempts;
    arm.successRate = kept * arm.successRate + (1 - kept) / attempts;
    arm.succeeded = true;
    arm.succeededAt = now;
    arm.failures = 0;
    arm.logChance = 0;
    arm.refusals = 0;
    arm.slowFailures = 0;
    arm.slowSuccesses = 0;
  }

  /** True if nothing succeeds any more. */
  get outage(): boolean {
    return this.failedInRow >= OUTAGE_AFTER && this.logChance < FAILING;
  }

  /** The pause before a retry in an outage: about half as long as the outage has lasted, so it doubles again and again. */
  pauseMs(now: number, random: Random): number {
    const mean = Math.min(Math.max((now - this.failingSince) / 2, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS);
    return mean * (0.5 + random.uniform());
  }

  /** Leaves the arm alone until then, in all executions. */
  cool(arm: number, until: number): void {
    this.arms[arm].coolsUntil = Math.max(this.arms[arm].coolsUntil, until);
    this.arms[arm].cooled = true;
  }

  /** When the first arm may be called, by its cooldown and by what one execution waits for. */
  readyAt(notBefore: readonly number[] | undefined, now: number): number {
    let first = Infinity;
    for (let arm = 0; arm < this.arms.length; arm++) {
      const readyAt = Math.max(this.arms[arm].coolsUntil, notBefore?.[arm] ?? -Infinity);
      if (readyAt <= now) return now;
      first = Math.min(first, readyAt);
    }
    return first;
  }

  /** False while the arm cools down, or while it fails and another works. */
  mayAsk(arm: number, now: number): boolean {
    const { coolsUntil, logChance } = this.arms[arm];
    if (coolsUntil > now) return false;
    return (
      logChance >= FAILING ||
      !this.arms.some((other) => other.coolsUntil <= now && other.logChance >= FAILING)
    );
  }

  /** True if the last attempt at the arm failed. */
  isFailing(arm: number): boolean {
    return this.arms[arm].failures > 0;
  }

  /**
   * True if leaving this arm for another is no extra load, since for the other the request is the call's first: this arm never
   * answered or refuses again and again, and another one works. An arm that only became slow may be busy, and what leaves it must
   * not make the others busy too.
   */
  leavesFreely(arm: number): boolean {
    const { succeeded, failures, refusals } = this.arms[arm];
    const works = this.arms.some((other, place) => place !== arm && other.succeeded && other.failures === 0);
    return works && (succeeded ? refusals >= REFUSES_AGAIN && refusals === failures : failures > 0);
  }

  /**
   * The arm that a new call should try to see whether it has recovered: one whose last attempts all failed, and that was idle
   * for nearly a second and for some calls. So a recovery is noticed soon, and dead arms cost a few percent at most.
   */
  probe(now: number): number | undefined {
    let dead = 0;
    for (const { failures } of this.arms) if (failures >= DEAD) dead += 1;
    if (dead === 0 || dead === this.arms.length) return undefined;
    const calls = Math.max(PROBE_CALLS, CALLS_FOR_EACH * dead);
    const found = this.arms.findIndex(
      ({ failures, askedAt, askedAtCall, coolsUntil }) =>
        failures >= DEAD &&
        coolsUntil <= now &&
        now - askedAt >= PROBE_MS &&
        this.calls - askedAtCall >= calls,
    );
    return found < 0 ? undefined : found;
  }

  /** True if the breaker is open: every arm that does not cool down loses calls that take long, and chance does not explain it. */
  isBreakerOpen(now: number): boolean {
    if (!this.breaker) return false;
    let open = false;
    for (const arm of this.arms) {
      if (arm.coolsUntil > now) continue;
      if (!isOpen(arm)) return false;
      open = true;
    }
    return open;
  }

  /** True if a call may be made: the breaker is closed, or it is time to probe. Then the probe is this call. */
  admits(now: number): boolean {
    if (!this.isBreakerOpen(now)) return true;
    if (now < this.probeAt) return false;
    this.probeAt = now + this.probeGapMs;
    this.probeGapMs = Math.min(2 * this.probeGapMs, LONGEST_GAP_MS);
    return true;
  }

  /** How long it is until the next probe of an open breaker. */
  probeInMs(now: number): number {
    return Math.max(0, this.probeAt - now);
  }

  stateOf(arm: number, now: number): ArmState {
    const state = this.arms[arm];
    if (state.coolsUntil > now) return "cooling";
    if (this.breaker && isOpen(state)) return "open";
    return state.logChance < FAILING ? "failing" : "ready";
  }
}

/** A quick refusal costs its server next to nothing and shows at once when it works again, so only slow failures open a breaker. */
function isOpen({ logChance, refusals, slowFailures }: ArmCondition): boolean {
  return logChance < FAILING && slowFailures > refusals;
}

function probeGap(successMs: number): number {
  return Math.min(Math.max(GAP * successMs, SHORTEST_GAP_MS), LONGEST_GAP_MS);
}

/** The least chance that a failure counts with: failures come in bunches. */
const LEAST_CHANCE = 0.05;
/** The logarithm of the chance below which a run of failures means that an arm does not work: five failures at least. */
const FAILING = Math.log(1e-6);
/** Failures in a row, of all arms. */
const OUTAGE_AFTER = 10;
const SHORTEST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 5_000;
/** The success rate is that of some fifty attempts; a long run of failures counts as so many. */
const RATE_STEP = 0.02;
const LONGEST_RUN = 20;
/** Refusals in a row after which an arm may be left without extra load. */
const REFUSES_AGAIN = 2;
/** Failures in a row after which an arm is probed. */
const DEAD = 3;
const PROBE_CALLS = 40;
const PROBE_MS = 800;
const CALLS_FOR_EACH = 25;
/** Between the probes of an open breaker, in times of a success; and the bounds of it. */
const GAP = 10;
const SHORTEST_GAP_MS = 50;
const LONGEST_GAP_MS = 1_000;
/** How long others wait for the first attempt after a cooldown, in times of a success. */
const TRIAL = 2;
/** A success that takes longer than all but these does not close a breaker, unless there are several. */
const UNUSUAL = 0.05;
const SLOW_SUCCESSES = 10;
