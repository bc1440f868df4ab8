import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Tests that measure time or race processes. They run one after the other when the rest is done. No other test may
 * depend on how fast the machine is at the moment.
 */
const alone = [
  "packages/core/test/runtime/signals.test.ts",
  "packages/sat/test/{formula/dimacs,engine/start-up}.test.ts",
  "packages/cli/test/commands/ending-times.test.ts",
  "packages/cli/test/journal/lock.test.ts",
  "packages/cli/test/processes/run-program.test.ts",
  "packages/web/test/responsiveness.test.ts",
];

/** Tests that mostly wait for programs, within generous bounds. They run beside the rest. */
const waiting = [
  "packages/cli/test/client.test.ts",
  "packages/cli/test/cluster/*.test.ts",
  "packages/cli/test/commands/{analyze-lines,endings,environment,mutated,serve}.test.ts",
  "packages/cli/test/journal/journal.test.ts",
  "packages/cli/test/run/{clock,folders,idle,kill,moving-cutoffs,options,other-user,output,parallel-habits,real-solvers,report,run,signals,strays}.test.ts",
  "packages/cli/test/sat/{executor,kill}.test.ts",
  "packages/cli/test/serve/{http,runs,shared}/*.test.ts",
  "packages/cli/test/serve/*.test.ts",
  "packages/cli/test/tasks/stop-control.test.ts",
  "packages/cli/test/threads/end-threads.test.ts",
  "packages/web/test/**/*.test.ts",
  "packages/cluster/test/remote-run.test.ts",
  "packages/fetch/test/{leaks,learned-fetch,real-servers,undici}.test.ts",
  "test/examples/*.test.ts",
  "test/{publish,release}.test.ts",
];

/** Tests of the page in Chromium. They share one browser, which the project starts. */
const page = ["packages/web/test/{analyze,analyze-results,loading,page,race,runs,sat,story}.test.ts"];

/**
 * Large samples of what shorter tests of the same folders check, too: two minutes of processor time. They are part
 * of `npm run soak`, so that `npm test` stays short, and can be run by `npx vitest run --project thorough`.
 */
const thorough = [
  "packages/cli/test/analysis/mutated-logs.test.ts",
  "packages/cli/test/cluster/redis-cluster.test.ts",
  "packages/core/test/analysis/coverage.test.ts",
  "packages/core/test/paper/auto-cutoffs.test.ts",
  "packages/core/test/runtime/situations-thorough.test.ts",
  "packages/core/test/policies/corners-thorough.test.ts",
  "packages/core/test/policies/product-limit/km-ts-blind-spots.test.ts",
  "packages/sat/test/formula/dimacs-fuzz.test.ts",
  "packages/sat/test/engine/satlib.test.ts",
  "packages/sat/test/generate/sets.test.ts",
  "test/bench/ci-step-thorough.test.ts",
];

/** These play more in `thorough`, but play in `npm test`, too. */
const both = [
  "packages/cli/test/cluster/{faults,same-decisions}.test.ts",
  "packages/cli/test/commands/endings.test.ts",
  "packages/cli/test/sat/large-formulas.test.ts",
  "packages/cli/test/serve/http/{extreme-numbers,openapi}.test.ts",
  "packages/cli/test/serve/{calls-from-python,many-clients}.test.ts",
  "packages/cli/test/serve/shared/faults.test.ts",
  "packages/cli/test/tasks/uncut-coverage.test.ts",
  "packages/core/test/analysis/{instances,restart-on-data,retries}.test.ts",
  "packages/core/test/policies/product-limit/km-ts.test.ts",
  "packages/core/test/policies/types/{hidden-types,hidden-types-snapshot,pinned-decisions}.test.ts",
  "packages/fetch/test/{leaks,real-servers,semantics}.test.ts",
  "packages/paper/test/studies/formulas.test.ts",
  "test/reference.test.ts",
  "packages/web/test/race/learned-band.test.ts",
  "packages/web/test/sat/spread.test.ts",
];

/** Some ten seconds each and more: they begin first, so that no worker waits for the other at the end. */
const long = [
  "cli/test/commands/pasted",
  "cli/test/serve/kill",
  "cli/test/commands/reproduce",
  "core/test/policies/product-limit/km-ts",
  "paper/test/studies/formulas",
  "cli/test/commands/simulate",
  "/test/docs",
  "/test/reference",
  "/test/tarballs",
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Two more than cores, since many tests wait for programs or for the browser while others compute. */
const maxWorkers = availableParallelism() + 2;

const common = {
  globalSetup: "packages/cli/test/bundle.ts",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is built is run as it is: it is the command, and its worker threads load it so.
  server: {
    deps: {
      external: [/\/packages\/\w+\/dist\//],
      // GitHub's parser imports JSON in a way that Node 20 refuses.
      inline: [/@actions\/(workflow-parser|expressions)/],
    },
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...common,
          name: "together",
          include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...alone, ...page, ...waiting, ...thorough],
          maxWorkers,
          // A process for each file would load the same modules a hundred times.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "waiting",
          include: waiting,
          exclude: [...alone, ...page, ...thorough],
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "page",
          include: page,
          globalSetup: [common.globalSetup, "packages/web/test/browser-server.ts"],
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "alone",
          include: alone,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: "thorough",
          include: [...thorough, ...both],
          // Tests that are in another project as well play more here.
          env: { MULLIGAN_THOROUGH: "1" },
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
