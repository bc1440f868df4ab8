import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { type Example, examplesInComments, read, root } from "./markdown.ts";
import { runExamples } from "./run-examples.ts";
import { isThorough } from "./thorough.ts";

/** The source of every entry point, from the packages' own lists. */
const entries: string[] = ["core", "fetch", "sat"].flatMap((room) => {
  const { exports } = JSON.parse(read(`packages/${room}/package.json`));
  return (Object.values(exports) as { types?: string }[])
    .filter(({ types }) => types !== undefined)
    .map(({ types }) => `packages/${room}/${types!.replace("./dist", "src").replace(/\.d\.ts$/, ".ts")}`);
});

describe("the API reference", () => {
  test("typedoc is told every entry point", () => {
    const told = ["core", "fetch", "sat"].flatMap((room) =>
      JSON.parse(read(`packages/${room}/typedoc.json`)).entryPoints.map(
        (file: string) => `packages/${room}/${file}`,
      ),
    );
    expect(told.toSorted()).toEqual(entries.toSorted());
    expect(entries.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  /** Seven seconds of processor time: `npm run soak` has it. */
  const typedocFindsNothing = async () => {
    const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
    const args = [typedoc, "--emit", "none", "--logLevel", "Warn", "--treatWarningsAsErrors"];
    const said = await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error) => error);
    expect(`${said.stdout}${said.stderr}`).toBe("");
  };
  const title = "typedoc finds a sentence for every name, every type that a signature names, and every link";
  if (isThorough) test(title, typedocFindsNothing);

  let names: { readonly name: string; readonly text: string; readonly file: string }[];

  beforeAll(() => {
    const files = entries.map((file) => join(root, file));
    const program = ts.createProgram(files, {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
      noEmit: true,
      allowImportingTsExtensions: true,
    });
    const checker = program.getTypeChecker();
    const exported = files.flatMap((file) =>
      checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)!)!),
    );
    const symbols = new Set(
      exported.map((symbol) =>
        symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
      ),
    );
    names = [...symbols].map((symbol) => ({
      name: symbol.name,
      text: ts.displayPartsToString(symbol.getDocumentationComment(checker)),
      file: symbol.declarations![0].getSourceFile().fileName.slice(root.length),
    }));
  });

  test("every exported name has a sentence of its own, which typedoc does not see of all", () => {
    expect(names.length).toBeGreaterThan(200);
    expect(names.filter(({ text }) => !/[.?!:)]$/m.test(text)).map(({ name }) => name)).toEqual([]);
  });
});

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
  runTasks: "sat/src/tasks/run-tasks.ts",
};

describe("the examples in doc comments", () => {
  const files = [...new Set(Object.values(first))].map((file) => `packages/${file}`);
  const examples: Example[] = files.flatMap(examplesInComments);

  test.each(Object.entries(first))("%s has one, and it stands right before it", (name, file) => {
    const [before] = read(`packages/${file}`).split(new RegExp(`^export function ${name}\\b`, "m"));
    expect(before).toMatch(/ \* @example\n \* ```ts\n(?: \*.*\n)+? \* ```\n \*\/\n$/);
    expect(before.slice(before.lastIndexOf("/**"))).toContain(name);
  });

  runExamples(examples);
});
