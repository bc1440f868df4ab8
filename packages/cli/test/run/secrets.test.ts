import { chmodSync, lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openRunFile } from "../../src/serve/runs/run-file.ts";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

/** The names of what lies in a folder and has a text in its name or content. */
const placesOf = (text: string, folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")])
    .filter((words) => words.some((word) => word.includes(text)))
    .map(([name]) => name);
const modeOf = (path: string) => lstatSync(path).mode & 0o777;

/** Commands and inputs with the secret `hunter2`. */
const COMMANDS = {
  "an option": ["true", "--token=hunter2", ":::", "a", "b"],
  "a word after its name": ["true", "{}", "--password", "hunter2", ":::", "a", "b"],
  "a script": ["sh", "-c", "test $0 || curl -H 'Authorization: Bearer hunter2'", "{}", ":::", "a", "b"],
  "an input": ["true", "{}", ":::", "https://me:hunter2@host/a", "b"],
  "a part of several lists": ["true", "{1}", "{2}", ":::", "--token=hunter2", "b", ":::", "c"],
  "all inputs, by their place": ["true", "--password", "{}", "{}.log", ":::", "hunter2", "hunter23"],
} as const;

test.each(Object.entries(COMMANDS))(
  "a secret in %s is in no file and on no page, and the run is known again",
  async (_, command) => {
    const folder = newFolder();
    const [state, log] = [join(folder, "state"), join(folder, "log")];
    const kept = ["--state", state, "--joblog", log];
    const words = ["--json", ...kept, "--results", join(folder, "results"), "--"];
    // The process has this command line when it is started by a user.
    const { argv } = process;
    process.argv = [...argv.slice(0, 2), "run", ...words, ...command];
    try {
      const { code, stderr } = await run([...words, ...command]);
      expect([code, stderr]).toEqual([0, ""]);
      expect(placesOf("hunter2", folder)).toEqual([]);
      expect(readFileSync(log, "utf8")).toContain("***");
      expect([modeOf(state), modeOf(log)]).toEqual([0o600, 0o600]);
      const shown = openRunFile(state, "state")!;
      shown.more();
      expect(JSON.stringify([shown.summary(), shown.recentTrials])).not.toContain("hunter2");
      const again = await run([...words, ...command]);
      expect(again.lines.at(-1)).toMatchObject({ solved: 2, tries: 2, earlier: { tasks: 2, tries: 2 } });
      const analyzed = await mulligan(["analyze", state, "--by", "instance"]);
      expect(analyzed.stdout + analyzed.stderr).not.toContain("hunter2");
    } finally {
      process.argv = argv;
    }
  },
);

test("another secret in the command is another command, which is refused without the secret; no two journals share a hash", async () => {
  const [state, other] = [join(newFolder(), "state"), join(newFolder(), "state")];
  const withToken = (token: string, place = state) =>
    run(["--quiet", "--state", place, "--", "true", `--token=${token}`]);
  await withToken("hunter2");
  const { code, stderr } = await withToken("hunter3");
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /state:1: the journal is of arms true=\["true","--token=\*{3}[0-9a-f]{16}"\], this run has true=\["true","--token=\*{3}[0-9a-f]{16}"\]\n$/,
  );
  expect((await withToken("hunter2")).stderr).toContain("; this run made 0 tries");
  await withToken("hunter2", other);
  const hashIn = (file: string) => JSON.parse(readFileSync(file, "utf8").split("\n")[0]).arms[0].command[1];
  expect(hashIn(other)).not.toBe(hashIn(state));
});

test("another secret in an input is another input", async () => {
  const state = join(newFolder(), "state");
  const words = ["--json", "--state", state, "--", "true", ":::"];
  await run([...words, "https://me:hunter2@host"]);
  const both = [...words.slice(1), "https://me:hunter2@host", "https://me:hunter3@host"];
  const dry = await run(["--dry-run", ...both]);
  expect(dry.stdout).toBe("true 'https://***@host'\n");
  const { lines } = await run([...words, "https://me:hunter3@host", "https://me:hunter2@host"]);
  // What a program reads has the inputs as they are.
  expect(lines[0]).toMatchObject({ input: "https://me:hunter3@host" });
  expect(lines.at(-1)).toMatchObject({ solved: 2, tries: 2 });
});

test("the lock is private, and files that exist keep their modes", async () => {
  const folder = newFolder();
  const [state, log, copy] = ["state", "log", "copy"].map((name) => join(folder, name));
  writeFileSync(state, "");
  writeFileSync(log, "");
  chmodSync(state, 0o640);
  chmodSync(log, 0o604);
  const words = ["--quiet", "--state", state, "--joblog", log, "--", "cp", "-p", `${state}.lock`, copy];
  const { code } = await run(words);
  expect(code).toBe(0);
  expect([modeOf(copy), modeOf(state), modeOf(log)]).toEqual([0o600, 0o640, 0o604]);
});

test.each([
  ["a program that cannot be started", ["--", "API_TOKEN=hunter2", "true"]],
  ["a hint at a shell", ["--", "cd", "x", "--token=hunter2"]],
  ["a quote that is not closed", ["--arm", "x=true --token=hunter2 '"]],
  ["an option that is none", ["--token=hunter2", "--", "true"]],
  ["an arm without a name", ["--arm", "=true --token=hunter2"]],
  ["inputs that were given up", ["--retries", "1", "--", "false", ":::", "https://me:hunter2@host"]],
])("the message about %s has no secret", async (_, words) => {
  const { code, stderr } = await run(words);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain("***");
  expect(stderr).not.toContain("hunter2");
});
