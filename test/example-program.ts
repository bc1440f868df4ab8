import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, test } from "vitest";
import { type Example, root } from "./markdown.ts";

/**
 * Compiles all examples of a test file as one program, before its tests. Returns the test of an example, which checks its types and
 * runs it as a reader would who pasted it.
 */
export function exampleProgram(examples: readonly Example[]): (example: Example) => void {
  const cache = join(root, "node_modules/.cache"); // inside the repository, so that @mulligan/core is found
  let folder = "";
  let program: ts.Program;

  const sourceOf = (example: Example) => join(folder, `example-${examples.indexOf(example)}.mts`);

  beforeAll(() => {
    mkdirSync(cache, { recursive: true });
    folder = mkdtempSync(join(cache, "docs-"));
    for (const example of examples) writeFileSync(sourceOf(example), example.code);
    program = ts.createProgram(examples.map(sourceOf), {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts"],
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUnusedLocals: true,
      skipLibCheck: true,
    });
    program.emit();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  return (example) => {
    const title = `${example.file}:${example.line} has the right types, runs, and prints what it says`;
    test.concurrent(title, async ({ expect }) => {
      const file = sourceOf(example);
      const problems = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
      expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
        [],
      );
      const words = [file.replace(/mts$/, "mjs")];
      const { stdout } = await promisify(execFile)(process.execPath, words, { timeout: 60_000 });
      const promised = [...example.code.matchAll(/\/\/ → (.*)$/gm)].map((match) => match[1]);
      // To the letter: seeds are fixed, and what a document promises is what a reader will get.
      expect(stdout.trimEnd().split("\n")).toEqual(promised);
    });
  };
}
