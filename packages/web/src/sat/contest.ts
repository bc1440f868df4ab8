import type { Assignment } from "@mulligan/sat";
import { LiveContestant, restartCost } from "./contestant.ts";
import { CurveSampler } from "./curves.ts";
import type { FormulaSource } from "./formula-source.ts";
import { CONTESTANTS, type FormulaChange } from "./messages.ts";
import type { SatSetting } from "./setting.ts";

/** Flips of one contestant before the next one goes on. */
const FLIPS_A_TURN = 20_000;

/** The same formulas, walked by all contestants side by side: none is ahead by more than a turn. */
export class LiveContest {
  readonly contestants: readonly LiveContestant[];
  readonly curve = new CurveSampler();
  /** The first model that was found for each solved formula. */
  readonly models = new Map<number, Assignment>();
  readonly source: FormulaSource;
  private readonly walkable: readonly boolean[];
  private readonly restartCosts = new Map<number, number>();
  private changed: FormulaChange[] = [];
  private clock = 0;

  constructor(source: FormulaSource, walkable: readonly boolean[], setting: SatSetting) {
    this.source = source;
    this.walkable = walkable;
    this.contestants = CONTESTANTS.map(
      (name, contestant) =>
        new LiveContestant(name, walkable.length, setting, {
          tried: (formula, time, completed) => {
            if (contestant === 0) {
              this.curve.add(formula, time, completed, this.restartCosts.get(formula) ?? 0);
            }
          },
          ended: (formula, state, flips, model) => {
            if (model !== undefined && !this.models.has(formula)) this.models.set(formula, model);
            this.changed.push({ formula, contestant, state, flips });
          },
        }),
    );
  }

  get over(): boolean {
    return this.contestants.every(({ over }) => over);
  }

  /** The flips so far of each contestant that is not done. */
  get time(): number {
    return this.clock;
  }

  takeChanges(): FormulaChange[] {
    const changes = this.changed;
    this.changed = [];
    return changes;
  }

  /** Lets all walk until the clock shows `until` or `mustStop` is true. */
  async advance(until: number, mustStop: () => boolean): Promise<void> {
    while (!this.over && this.clock < until && !mustStop()) {
      this.clock = Math.min(this.clock + FLIPS_A_TURN, Math.ceil(until));
      for (const contestant of this.contestants) await this.advanceOne(contestant);
    }
  }

  private async advanceOne(contestant: LiveContestant): Promise<void> {
    while (contestant.clock < this.clock && !contestant.over) {
      const { needs } = contestant;
      if (needs === undefined) contestant.advance(this.clock);
      else if (!this.walkable[needs]) contestant.skip();
      else {
        const formula = await this.source.formula(needs);
        this.restartCosts.set(needs, restartCost(formula));
        contestant.give(formula);
        this.changed.push({
          formula: needs,
          contestant: this.contestants.indexOf(contestant),
          state: "walked",
          flips: 0,
        });
      }
    }
  }
}
