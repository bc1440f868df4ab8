import { coverage } from "../concentration/coverage-study.ts";
import { paretoCorrelation } from "../correlation/optimum-study.ts";
import { restartCondition } from "../restart-condition/condition-study.ts";
import { restartRace } from "../restart-condition/race-study.ts";
import { staticReward } from "../static-policy/reward-study.ts";
import { wholeNumbers } from "../static-policy/whole-numbers-study.ts";
import { regretPath } from "../studies/regret-path.ts";
import type { Study } from "../studies/study.ts";
import { solvedInstances } from "../walk-sat/solved-study.ts";
import { solvingTimes } from "../walk-sat/times-study.ts";

/** All of them, for the threads to find by name. */
// biome-ignore lint/suspicious/noExplicitAny: each study has a part of its own
export const studies: readonly Study<any, unknown>[] = [
  paretoCorrelation,
  solvingTimes,
  solvedInstances,
  restartCondition,
  restartRace,
  staticReward,
  wholeNumbers,
  regretPath,
  coverage,
];
