import { coverage } from "./concentration/study.ts";
import { paretoCorrelation } from "./correlation/study.ts";
import { restartCondition, restartRace } from "./restart-condition/study.ts";
import { staticReward, wholeNumbers } from "./static-policy/study.ts";
import { regretPath } from "./studies/regret-path.ts";
import type { Study } from "./studies/study.ts";
import { solvedInstances } from "./walk-sat/race.ts";
import { solvingTimes } from "./walk-sat/times.ts";

/** All studies; a worker thread finds one by its name. */
// biome-ignore lint/suspicious/noExplicitAny: each study has a part of its own
const studies: readonly Study<any, unknown>[] = [
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

/** Plays one part of the study with this name. A worker thread calls it. */
export function playPart({ study: name, part }: { study: string; part: unknown }): unknown {
  const study = studies.find((candidate) => candidate.name === name);
  if (study === undefined) throw new RangeError(`study-worker: unknown study ${JSON.stringify(name)}`);
  return study.play(part);
}
