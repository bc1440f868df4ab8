import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { newFolder } from "../new-folder.ts";
import { run, startRun } from "./command.ts";

const never = ["--policy", "never"];

test("--stdin-from gives each program its file to read", async () => {
  const folder = newFolder();
  for (const name of ["a", "b"]) writeFileSync(join(folder, `${name}.txt`), `text of ${name}\n`);
  const from = ["--stdin-from", join(folder, "{}.txt"), "--keep-order"];
  const { stdout, code, stderr } = await run([...never, ...from, "--", "cat", ":::", "b", "a"]);
  expect(code).toBe(0);
  expect(stdout).toBe("text of b\ntext of a\n");
  expect(stderr).not.toContain("no place");
  const missing = await run([...never, ...from, "--", "cat", ":::", "c"]);
  expect(missing.code).toBe(2);
  expect(missing.stderr).toBe(
    `mulligan: ${join(folder, "c.txt")}: cannot be read: no such file or directory\n`,
  );
  expect((await run([...never, "--stdin-from", folder, "--", "cat"])).stderr).toBe(
    `mulligan: ${folder}: must be a file\n`,
  );
});

test("each try has a new folder {tmp}; with --out that of the try that solved the task is kept, whole", async () => {
  const folder = newFolder();
  const [out, count] = [join(folder, "out"), join(folder, "count")];
  const script = `ls -A "$0" | wc -l; echo x >> ${count}; wc -l < ${count} > "$0/tries"; mkdir "$0/sub"; echo $0 > "$0/sub/where"; test $(wc -l < ${count}) -ge 3`;
  const words = [...never, "--json", "--out", out, "--", "sh", "-c", script, "{tmp}", "{}", ":::", "in/a.x"];
  const { code, lines } = await run(words);
  expect(code).toBe(0);
  expect(lines[0].tries).toBe(3);
  const [name, ...others] = readdirSync(out);
  expect(others).toEqual([]);
  expect(name).toMatch(/^000001-a\.x-[0-9a-f]{10}$/);
  expect(readFileSync(join(out, name, "tries"), "utf8").trim()).toBe("3");
  expect(existsSync(readFileSync(join(out, name, "sub/where"), "utf8").trim())).toBe(false);
  // A folder that an earlier run left is replaced.
  mkdirSync(join(out, name, "old"));
  expect((await run(words)).code).toBe(0);
  expect(readdirSync(join(out, name)).sort()).toEqual(["sub", "tries"]);
  expect(readdirSync(out)).toEqual([name]);
});

test("--out without {tmp} is refused", async () => {
  const { stderr } = await run(["--out", newFolder(), "--", "true"]);
  expect(stderr).toBe("mulligan: --out: must be used with {tmp} in a command, got none\n");
});

test("what a killed run had in {tmp} is removed", async () => {
  const out = newFolder();
  const program = ["sh", "-c", 'echo x > "$0/file"; sleep 60', "{tmp}"];
  const { child, ended } = startRun([...never, "--out", out, "--", ...program]);
  while (!readdirSync(out).some((name) => existsSync(join(out, name, "try-1/file")))) await sleep(20);
  child.kill("SIGKILL");
  await ended;
  await vi.waitFor(() => expect(readdirSync(out)).toEqual([]), { timeout: 30_000 });
});
