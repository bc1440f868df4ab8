// The plain engine lives in the tests, in TypeScript, and nowhere else; here it is stripped of its types
// and pointed at the built package.
import { readFileSync } from "node:fs";
import ts from "typescript";

const dist = new URL("../../packages/sat/dist/", import.meta.url).href;
const source = readFileSync(new URL("../../packages/sat/test/engine/plain-walk.ts", import.meta.url), "utf8");
const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };
const code = ts
  .transpileModule(source, { compilerOptions: options })
  .outputText.replace(/"\.\.\/\.\.\/src\/(.*?)\.ts"/g, (_, path) => JSON.stringify(`${dist}${path}.js`));

export const { plainWalk } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
