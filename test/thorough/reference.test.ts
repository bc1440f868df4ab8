import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { expect, test } from "vitest";
import { read, root } from "../markdown.ts";

/** The source of every entry point, from the packages' own lists. */
const entries: string[] = ["core", "fetch", "sat"].flatMap((room) => {
  const { exports } = JSON.parse(read(`packages/${room}/package.json`));
  return (Object.values(exports) as { types?: string }[])
    .filter(({ types }) => types !== undefined)
    .map(({ types }) => `packages/${room}/${types!.replace("./dist", "src").replace(/\.d\.ts$/, ".ts")}`);
});

test("typedoc is told every entry point, and finds a sentence for every name, every type of a signature, and every link", async () => {
  const told = ["core", "fetch", "sat"].flatMap((room) =>
    JSON.parse(read(`packages/${room}/typedoc.json`)).entryPoints.map(
      (file: string) => `packages/${room}/${file}`,
    ),
  );
  expect(told.toSorted()).toEqual(entries.toSorted());
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  const words = [typedoc, "--emit", "none", "--logLevel", "Warn", "--treatWarningsAsErrors"];
  const said = await promisify(execFile)(process.execPath, words, { cwd: root }).catch((error) => error);
  expect(`${said.stdout}${said.stderr}`).toBe("");
});

test("every exported name has a sentence of its own, which typedoc does not see of all", () => {
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
  const isAlias = (symbol: ts.Symbol) => (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const symbols = new Set(
    exported.map((symbol) => (isAlias(symbol) ? checker.getAliasedSymbol(symbol) : symbol)),
  );
  const comment = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker));
  expect(symbols.size).toBeGreaterThan(200);
  const bare = [...symbols].filter((symbol) => !/[.?!:)]$/m.test(comment(symbol)));
  expect(bare.map(({ name }) => name)).toEqual([]);
});
