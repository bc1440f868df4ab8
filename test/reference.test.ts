import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, test } from "vitest";
import { read, root } from "./markdown.ts";
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
