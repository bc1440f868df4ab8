import { spawnSync } from "node:child_process";
import { afterEach, expect, test, vi } from "vitest";
import { runCommandLine } from "../../src/program.ts";
import { reportFailure } from "../../src/shell/exit.ts";
import { UsageError } from "../../src/shell/usage-error.ts";

vi.mock("../../src/theory/text.ts", () => ({
  theoryText: () => (undefined as unknown as { arms: unknown }).arms,
}));

afterEach(() => {
  process.exitCode = undefined;
  vi.restoreAllMocks();
});

async function complaintOf(
  action: () => unknown,
): Promise<{ stderr: string; code: typeof process.exitCode }> {
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    stderr += text;
    return true;
  });
  await action();
  return { stderr, code: process.exitCode };
}

test("a defect of Mulligan says so, with its stack, and ends with code 70", async () => {
  const words = ["theory", "--law", "exponential(mean=1)"];
  const { stderr, code } = await complaintOf(() => runCommandLine(words));
  expect(code).toBe(70);
  expect(stderr).toMatch(/^mulligan: a defect of Mulligan, please report it: .*undefined.*\n/);
  expect(stderr).toMatch(/\n {4}at .*defect\.test\.ts/);
});

test("an error of the library that no door turned into a mistake of the user's is a defect", async () => {
  const { stderr, code } = await complaintOf(() => reportFailure(new RangeError("arms: must differ")));
  expect([code, stderr.split("\n")[0]]).toEqual([
    70,
    "mulligan: a defect of Mulligan, please report it: arms: must differ",
  ]);
});

test("a command that waits for something that never comes is a defect, and does not end as if it were done", async () => {
  const module = JSON.stringify(new URL("../../dist/shell/exit.js", import.meta.url).href);
  const script = `import(${module}).then(({ untilDone }) => untilDone(() => new Promise(() => {})))`;
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  expect([status, stderr.split("\n")[0]]).toEqual([
    70,
    "mulligan: a defect of Mulligan, please report it: the command waits for something that never comes",
  ]);
  const thread = `new (require("node:worker_threads").Worker)(${JSON.stringify(script)}, { eval: true })
    .on("exit", (code) => process.exit(code))`;
  expect(spawnSync(process.execPath, ["-e", thread]).status).toBe(70);
});

test("a mistake of the user's, and what the system refuses, is one line with code 2", async () => {
  const usage = await complaintOf(() => reportFailure(new UsageError("--jobs: must be 1")));
  expect(usage).toEqual({ stderr: "mulligan: --jobs: must be 1\n", code: 2 });
  const refused = Object.assign(new Error("EACCES: permission denied, stat 'x'"), { syscall: "stat" });
  const system = await complaintOf(() => reportFailure(refused));
  expect(system).toEqual({ stderr: "mulligan: EACCES: permission denied, stat 'x'\n", code: 2 });
});
