import { defineConfig } from "vitest/config";

/**
 * Tests that measure time, wait for it, or race processes. They run one after the other when the rest is
 * done. No other test may depend on how fast the machine is at the moment.
 */
const alone = [
  "packages/core/test/runtime/{execute,hedge,inference,learning,signals}.test.ts",
  "packages/sat/test/{dimacs/parse,engine/start-up}.test.ts",
  "packages/cli/test/commands/endings.test.ts",
  "packages/cli/test/journal/{journal,lock}.test.ts",
  "packages/cli/test/processes/*.test.ts",
  "packages/cli/test/run/{kill,real-solvers,report,run,signals}.test.ts",
  "packages/cli/test/sat/kill.test.ts",
  "packages/cli/test/tasks/stop-asked.test.ts",
  "test/examples.test.ts",
];

const common = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is built is run as it is: it is the command, and its worker threads load it so.
  server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: "together",
          include: ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"],
          exclude: alone,
          maxWorkers: 2,
          // A process for each file would load the same modules a hundred times.
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
    ],
  },
});
