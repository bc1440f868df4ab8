import type { RedisPlace } from "@mulligan/cluster";
import { type Assignment, readDimacs, satisfies } from "@mulligan/sat";
import type { Archive } from "../journal/archive.ts";
import { solutionName } from "../sat/formula-files.ts";
import { modelData } from "../sat/model-parts.ts";
import type { SatPlan } from "../sat/plan.ts";
import { readAll } from "../shell/files.ts";
import { sayOnceEach } from "../shell/output.ts";
import { UsageError } from "../shell/usage-error.ts";
import type { Reporter } from "../tasks/reporter.ts";
import type { RunState } from "../tasks/run-state.ts";
import type { Task } from "../tasks/task.ts";
import { coordinate } from "./coordinate.ts";
import { learningOf } from "./learning.ts";
import { runName } from "./run-name.ts";
import { satDetail } from "./sat-detail.ts";
import type { RemoteStopControl } from "./stop-remotely.ts";

export { reachCluster, withClusterDefaults } from "./cluster-options.ts";
export { stopRemotely } from "./stop-remotely.ts";

/** What `mulligan sat` has when it is about to begin. */
export interface SolveElsewhere {
  readonly place: RedisPlace;
  readonly plan: SatPlan;
  readonly words: {
    readonly seed: number;
    readonly state?: string;
    readonly runName?: string;
    readonly window?: number | undefined;
  };
  readonly files: readonly string[];
  /** Files that could be read once only, and were. */
  readonly given: ReadonlyMap<string, Uint8Array>;
  /** Whether the tasks are to have their models. */
  readonly models: boolean;
  readonly state: RunState;
  readonly archive: Archive;
  readonly reporter: Reporter;
  readonly stopControl: RemoteStopControl;
}

/** Solves formulas on other machines, which get each of them once. */
export async function solveRemotely(run: SolveElsewhere): Promise<void> {
  const { place, plan, words, files, given, models, state, archive, reporter, stopControl } = run;
  const learning = learningOf(plan.setup);
  const wanted = models || archive.outputs !== undefined;
  const detail = satDetail(plan, words.seed, wanted);
  const inputOf = ({ input }: Task) => Promise.resolve(given.get(input!) ?? readAll(input!));
  const spent = () => state.time - state.earlier.time >= plan.budget.flips;
  await coordinate({
    place,
    run: runName(words.runName, words.state, ["sat", learning, detail, files]),
    kind: "sat",
    learning,
    detail,
    state,
    archive,
    reporter,
    stopControl,
    window: words.window,
    keeps: words.state !== undefined,
    notice: sayOnceEach(),
    inputOf,
    async recorded() {
      if (spent()) stopControl.end("budget");
    },
    async receive(task, _entry, [model]) {
      if (!wanted) return [];
      const checked = await checkModel(task, model, await inputOf(task));
      if (models) task.model = checked;
      return archive.outputs === undefined
        ? []
        : [{ name: solutionName(task.input!), data: modelData(checked) }];
    },
  });
}

/** What comes from another machine is a model when the formula says so. */
async function checkModel(task: Task, model: Buffer | undefined, input: Uint8Array): Promise<Assignment> {
  const formula = await readDimacs(input, task.input!);
  if (model !== undefined && satisfies(formula, model)) return new Uint8Array(model);
  throw new UsageError(`${task.input}: a worker said that it is solved, and sent no model of it`);
}
