import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleProgram } from "./example-program.ts";
import { documents, type Example, examplesInComments, examplesOf, read } from "./markdown.ts";
import { withRedis } from "./with-redis.ts";

/** The names that people meet first, and where they stand. */
const first: Readonly<Record<string, string>> = {
  mulligan: "core/src/runtime/mulligan.ts",
  makePolicy: "core/src/policies/make-policy.ts",
  restorePolicy: "core/src/policies/make-policy.ts",
  definePolicy: "core/src/policies/definition/policy.ts",
  restartOnData: "core/src/analysis/restart-on-data.ts",
  bestCutoff: "core/src/theory/best-cutoff.ts",
  rewardRate: "core/src/theory/reward-rate.ts",
  parseLaw: "core/src/distributions/parse.ts",
  runExperiment: "core/src/simulate/experiment.ts",
  parseDimacs: "sat/src/formula/dimacs.ts",
  walkSat: "sat/src/engine/walk-sat.ts",
  learnedFetch: "fetch/src/learned-fetch.ts",
  satArm: "sat/src/engine/sat-arm.ts",
};

const inDocuments = documents.flatMap(examplesOf);
const inComments = [...new Set(Object.values(first))].flatMap((file) =>
  examplesInComments(`packages/${file}`),
);

/** Its block is marked `typescript`, since it needs Redis. */
const ofCluster: Example = (() => {
  const file = "packages/cluster/README.md";
  const [before, rest] = read(file).split("```typescript\n");
  return { file, line: before.split("\n").length, code: rest.split("```\n")[0] };
})();

const run = exampleProgram([...inDocuments, ...inComments, ofCluster]);

describe("the examples in documents", () => {
  for (const example of inDocuments) run(example);

  test("the README and the packages' READMEs have one", () => {
    const files = inDocuments.map(({ file }) => file);
    for (const name of ["", "packages/core/", "packages/sat/"]) expect(files).toContain(`${name}README.md`);
  });
});

withRedis(`the example of ${ofCluster.file}`, (redis) => {
  beforeAll(() => {
    process.env.REDIS_URL = redis().url;
  });
  afterAll(() => {
    delete process.env.REDIS_URL;
  });
  run(ofCluster);
});

describe("the examples in doc comments", () => {
  test.each(Object.entries(first))("%s has one, and it stands right before it", (name, file) => {
    const [before] = read(`packages/${file}`).split(new RegExp(`^export function ${name}\\b`, "m"));
    expect(before).toMatch(/ \* @example\n \* ```ts\n(?: \*.*\n)+? \* ```\n \*\/\n$/);
    expect(before.slice(before.lastIndexOf("/**"))).toContain(name);
  });

  for (const example of inComments) run(example);
});
