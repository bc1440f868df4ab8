import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Two more than cores, since many tests wait for programs or for the browser while others compute. */
const maxWorkers = availableParallelism() + 2;

/** GitHub's parser, which imports JSON in a way that Node 20 refuses, so that Vitest must read it. */
const PARSER = /@actions\/(workflow-parser|expressions)\/.*\.js$/;

/** Its maps lead to sources that its packages do not have; Vite would say so for each of its files. */
const parserWithoutMaps = {
  name: "parser-without-maps",
  enforce: "pre",
  load: (id: string) =>
    PARSER.test(id) ? readFileSync(id, "utf8").replace(/^\/\/# sourceMappingURL.*$/m, "") : undefined,
} as const;

const common = {
  globalSetup: "packages/cli/test/bundle.ts",
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // What is built is run as it is: it is the command, and its worker threads load it so.
  server: {
    deps: {
      external: [/\/packages\/\w+\/dist\//],
      inline: [PARSER],
    },
  },
};

/** The tests in folders of this name, or all. */
const inFolder = (name: string) => [`packages/*/test/${name}/**/*.test.ts`, `test/${name}/**/*.test.ts`];

/** A test's folder tells its project; CONTRIBUTING.md says what each is for. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [parserWithoutMaps],
        test: {
          ...common,
          name: "together",
          include: inFolder("**"),
          exclude: ["alone", "page", "thorough"].flatMap(inFolder),
          maxWorkers,
          // A process for each file would load the same modules a hundred times.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "page",
          include: inFolder("page"),
          globalSetup: [common.globalSetup, "packages/web/test/browser-server.ts"],
          maxWorkers,
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: "alone",
          include: inFolder("alone"),
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: "thorough",
          include: inFolder("thorough"),
          // Tests of another project that are imported here play more.
          env: { MULLIGAN_THOROUGH: "1" },
          isolate: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
