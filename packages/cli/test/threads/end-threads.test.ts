import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { closedWithPools, closePools } from "../../src/threads/end-threads.ts";
import { newFolder } from "../new-folder.ts";
import { main } from "../start-command.ts";

const lateCompiler = fileURLToPath(new URL("../../../../soak/late-compiler.cjs", import.meta.url));
const law = ["--law", "exponential(mean=1)"];

/** A folder with a folder of formulas. */
function formulas(): string {
  const folder = newFolder();
  mkdirSync(join(folder, "formulas"));
  for (let i = 1; i <= 4; i++) writeFileSync(join(folder, "formulas", `${i}.cnf`), "p cnf 2 1\n1 2 0\n");
  return folder;
}

const commands: [string, string[], RegExp][] = [
  ["sat", ["sat", "formulas", "--jobs", "2", "--json"], /"type":"summary"[^\n]+\n$/],
  ["simulate", ["simulate", ...law, "--horizon", "20", "--runs", "4", "--jobs", "2", "--json"], /\n}\n$/],
  ["reproduce", ["reproduce", "thm:opt-int", "--tiny", "--jobs", "2", "--json"], /\n}\n$/],
  ["theory", ["theory", ...law, "--json"], /\n}\n$/],
];

test.for(commands)("threads that compile while they end do not abort %s", ([, words, last]) => {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [main, ...words], {
    cwd: formulas(),
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: `--require ${lateCompiler}` },
  });
  expect(stderr).toBe("");
  expect([status, signal]).toEqual([0, null]);
  expect(stdout).toMatch(last);
});

test("flags for V8 on Node's command line do not keep threads from starting", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--max-old-space-size=500", main, "sat", "formulas"],
    { cwd: formulas(), encoding: "utf8" },
  );
  expect([status, stderr]).toEqual([0, ""]);
});

test("what is closed by itself is not closed again with the others", async () => {
  const closed: string[] = [];
  const pool = (name: string) => ({ close: async () => void closed.push(name) });
  const close = closedWithPools(pool("first"));
  closedWithPools(pool("second"));
  await close();
  await closePools();
  await closePools();
  await close();
  expect(closed).toEqual(["first", "second"]);
});
