import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@hey-api/openapi-ts";
import { expect, test } from "vitest";
import { isThorough } from "../../../../../test/thorough.ts";
import { contract } from "../../../dist/serve/http/contract.js";
import { newFolder } from "../../new-folder.ts";
import { served } from "../served.ts";

const run = promisify(execFile);
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

const compilerOptions = {
  strict: true,
  noUncheckedIndexedAccess: true,
  module: "nodenext",
  target: "es2022",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
};

/** What somebody would write who has only the document. Its types are checked with those of the generated client. */
const PROGRAM = `
import { client } from "./client/client.gen.js";
import { createProblem, decide, deleteProblem, getHealth, getProblem, listTries, observe } from "./client/index.js";

client.setConfig({ baseUrl: process.argv[2]!, auth: process.argv[3]!, throwOnError: true });
const path = { name: "a/b" };
const arms = [{ name: "east" }, { name: "west" }];
await createProblem({ body: { name: path.name, arms, mode: "retry" }, throwOnError: true });

const { data: first } = await decide({ path, throwOnError: true });
const { data: more } = await decide({ path, body: { task: "t", attempt: 2, count: 2 }, throwOnError: true });
const observations = [...first.decisions, ...more.decisions].map(({ id, cutoff }) => {
  const limit: number = cutoff === "inf" ? 60 : cutoff;
  return limit >= 5 ? { id, kind: "completed" as const, time: 5 } : { id, kind: "censored" as const, time: limit };
});
const { data: counted } = await observe({ path, body: { observations }, throwOnError: true });

const { data: state } = await getProblem({ path, throwOnError: true });
const { data: tries } = await listTries({ path, query: { after: 2 }, throwOnError: true });
const { data: health } = await getHealth({ throwOnError: true });
const calls = { name: "calls" };
await createProblem({ body: { kind: "calls", ...calls, arms, deadline: 1_000, hedge: { maxExtraLoad: 0.1 } }, throwOnError: true });
const { data: asked } = await decide({ path: calls, body: { task: "t", key: "k", remaining: 500 }, throwOnError: true });
const failed = asked.decisions.map(({ id }) => ({ id, kind: "completed" as const, time: 5, reward: 0, retryAfter: 60_000 }));
await observe({ path: calls, body: { observations: failed }, throwOnError: true });
const { data: explained } = await getProblem({ path: calls, throwOnError: true });
const removed = await deleteProblem({ path, throwOnError: true });
const gone = await getProblem({ path, throwOnError: false });
console.log(JSON.stringify({
  counted,
  best: state.best?.cutoff,
  completed: state.arms.map(({ completed }) => completed),
  tries: tries.tries.map(({ task, attempt }) => ({ task, attempt })),
  health,
  askAfter: asked.decisions[0]?.askAfter,
  refused: asked.refused ?? null,
  cooling: explained.explanation?.arms.map(({ state }) => state),
  removed: removed.response.status,
  gone: gone.error?.title,
}));
`;

/** Four seconds of processor time, most of it the compiler's: `npm run soak` has it. */
const generated = async () => {
  const { url, ask } = await served({ token: "secret" });
  const folder = newFolder();
  const { body: document } = await ask("GET", "/openapi.json", undefined, { authorization: "Bearer secret" });
  await createClient({
    input: document,
    output: { path: join(folder, "client"), importFileExtension: ".js" },
    plugins: ["@hey-api/client-fetch"],
    logs: { level: "silent", file: false },
  });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "program.ts"), `declare const process: { argv: string[] };${PROGRAM}`);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  const compiled = await run(process.execPath, [compiler], { cwd: folder }).catch((error) => error);
  expect(compiled.stdout).toBe("");
  const { stdout } = await run(process.execPath, [join(folder, "program.js"), url, "secret"]);
  expect(JSON.parse(stdout)).toEqual({
    counted: { accepted: 3, repeated: 0, unknown: 0 },
    best: "inf",
    completed: [2, 1],
    tries: [{ task: "t", attempt: 2 }],
    health: "ok\n",
    askAfter: 100,
    refused: null,
    cooling: ["cooling", "ready"],
    removed: 204,
    gone: "Not Found",
  });
};
const title =
  "a client that a generator makes from the document type-checks, and creates, decides, observes, reads and deletes";
if (isThorough) test(title, generated);

test("the document is OpenAPI 3.1 and has every route of the contract by its id, and the server is the one that it comes from", async () => {
  const { ask } = await served();
  const { body } = await ask("GET", "/openapi.json");
  expect(body.openapi).toMatch(/^3\.1\./);
  const documented = Object.entries<object>(body.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(documented.sort()).toEqual(
    Object.values(contract)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  );
  const operations = Object.values<
    Record<string, { operationId: string; requestBody?: { required: boolean } }>
  >(body.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(documented.length);
  expect(body.servers).toEqual([{ url: "/" }]);
  const bodies = operations.filter(({ requestBody }) => requestBody !== undefined);
  expect(bodies.map(({ operationId, requestBody }) => [operationId, requestBody!.required])).toEqual([
    ["createProblem", true],
    ["decide", false],
    ["observe", true],
  ]);
});
