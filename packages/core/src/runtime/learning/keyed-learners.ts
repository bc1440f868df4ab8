import { CallLearner } from "./call-learner.ts";
import type { CallLimits } from "./call-plan.ts";
import { KnownArm, type Lesson } from "./known-arm.ts";

/**
 * A learner for each key, and one for all calls together, from which a new key starts. There are so many keys at most;
 * the one that was asked for longest ago goes.
 */
export class KeyedLearners {
  readonly all: CallLearner;
  /** In the order in which they were last asked for. */
  readonly byKey = new Map<string, CallLearner>();
  private readonly limits: CallLimits;
  private readonly halfLife: number;
  private readonly maxKeys: number;

  constructor(arms: KnownArm[], limits: CallLimits, halfLife: number, maxKeys: number) {
    this.limits = limits;
    this.halfLife = halfLife;
    this.maxKeys = maxKeys;
    this.all = this.learner(arms);
  }

  of(key: string | undefined): CallLearner {
    if (key === undefined) return this.all;
    const known = this.byKey.get(key);
    if (known !== undefined) this.byKey.delete(key);
    return this.put(key, known ?? this.learner(this.all.arms.map((arm) => this.fromAll(arm))));
  }

  /** The learner of a key, or of all calls while the key is not known; asking changes nothing. */
  look(key: string | undefined): CallLearner {
    return (key === undefined ? undefined : this.byKey.get(key)) ?? this.all;
  }

  /** As saved before. */
  restore(key: string, arms: KnownArm[]): void {
    this.put(key, this.learner(arms));
  }

  observe(key: string | undefined, lesson: Lesson): void {
    this.all.observe(lesson);
    if (key !== undefined) this.of(key).observe(lesson);
  }

  private put(key: string, learner: CallLearner): CallLearner {
    this.byKey.set(key, learner);
    if (this.byKey.size > this.maxKeys) this.byKey.delete(this.byKey.keys().next().value!);
    return learner;
  }

  private learner(arms: KnownArm[]): CallLearner {
    return new CallLearner(arms, this.limits, this.halfLife);
  }

  private fromAll(arm: KnownArm): KnownArm {
    const own = new KnownArm(this.halfLife);
    own.add(arm, STARTS_WITH);
    return own;
  }
}

/** What all calls together know counts as so many attempts of a new key, so that its own soon count more. */
const STARTS_WITH = 4;
