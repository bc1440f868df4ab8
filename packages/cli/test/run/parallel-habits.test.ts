import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mulligan } from "../call-command.ts";
import { newFolder } from "../new-folder.ts";
import { run } from "./command.ts";

const never = ["--policy", "never"];

test("--tag begins each line with the input and a tab, those of standard error too, and ends the last line", async () => {
  const script = "echo one; echo; printf two; echo err >&2";
  const words = ["-k", "--tag", ...never, "--", "sh", "-c", script, "{}", ":::", "a b", "c"];
  const { stdout, stderr } = await run(words);
  expect(stdout).toBe("a b\tone\na b\t\na b\ttwo\nc\tone\nc\t\nc\ttwo\n");
  expect(stderr).toMatch(/^a b\terr$/m);
  expect((await run(["--tag", "--json", "--", "true"])).stderr).toBe(
    "mulligan: --tag: must not be used with --json or --quiet, which print no output\n",
  );
});

test("--dry-run prints what a shell could take, starts nothing and writes nothing", async () => {
  const folder = newFolder();
  const [state, out, results, log] = ["state", "out", "results", "log"].map((name) => join(folder, name));
  const files = ["--state", state, "--out", out, "--results", results, "--joblog", log];
  const program = ["touch", join(folder, "made"), "{tmp}", "it's {}", "{#}", "{%}"];
  const words = ["--dry-run", "--stdin-from", "{}", ...files, "--", ...program, ":::", "a b", "new\nline"];
  const { code, stdout, stderr } = await run(words);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toBe(
    `touch ${join(folder, "made")} '{tmp}' 'it'\\''s a b' 1 1 < 'a b'\ntouch ${join(folder, "made")} '{tmp}' $'it\\'s new\\x0aline' 2 1 < $'new\\x0aline'\n`,
  );
  expect(readdirSync(folder)).toEqual([]);
});

test("--dry-run leaves out what a journal has solved, has the seeds of the run, and leaves the journal as it is", async () => {
  const state = join(newFolder(), "state");
  const words = ["--state", state, ...never, "--", "echo", "{}", "{seed}", ":::"];
  const { stdout: first } = await run([...words, "a"]);
  const before = readFileSync(state, "utf8");
  const { stdout: promised } = await run(["--dry-run", ...words, "a", "b"]);
  expect(readFileSync(state, "utf8")).toBe(before);
  const { stdout: kept } = await run([...words, "a", "b"]);
  expect(promised).toBe(`echo ${kept}`);
  expect(first).toMatch(/^a \d+\n$/);
});

test("--dry-run prints all combinations of several lists", async () => {
  const thousand = Array.from({ length: 1_000 }, (_, i) => String(i));
  const { stdout } = await run(["--dry-run", "--", "true", "{2}", ":::", ...thousand, ":::", "a", "b"]);
  expect(stdout).toBe("true a\ntrue b\n".repeat(1_000));
});

test("--joblog has a line a try with the columns of parallel, a cut as -1 and 15, and analyze reads it", async () => {
  const log = join(newFolder(), "log");
  const script =
    "test $0 = slow && exec sleep 9; test $0 = dead && kill -9 $$; echo hello; test $0 = good || exit 3";
  const began = Date.now() / 1_000;
  const words = [...never, "--retries", "2", "--timeout", "2s", "--joblog", log, "--", "sh", "-c", script];
  expect((await run([...words, "{}", ":::", "good", "bad", "slow", "dead"])).code).toBe(1);
  const [head, ...rows] = readFileSync(log, "utf8").trimEnd().split("\n");
  expect(head).toBe("Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand");
  const fields = rows.map((row) => row.split("\t"));
  const said = fields.map(([seq, host, , , send, receive, exit, signal]) =>
    [seq, host, send, receive, exit, signal].join(" "),
  );
  expect(said.sort()).toEqual([
    ...[
      "1 : 0 6 0 0",
      "2 : 0 6 3 0",
      "2 : 0 6 3 0",
      "3 : 0 0 -1 15",
      "3 : 0 0 -1 15",
      "4 : 0 0 0 9",
      "4 : 0 0 0 9",
    ],
  ]);
  for (const [seq, , start, runtime, , , , , command] of fields) {
    expect(Number(start)).toBeGreaterThan(began - 1);
    expect(Number(start)).toBeLessThan(Date.now() / 1_000);
    if (seq === "3") expect(Number(runtime)).toBeGreaterThanOrEqual(2);
    expect(command).toMatch(/^sh -c 'test \$0 = slow .*' (good|bad|slow|dead)$/);
  }
  const { code, stdout } = await mulligan(["analyze", log, "--json"]);
  // Seven tries are too few for a verdict.
  expect(code).toBe(3);
  // A job that a signal ended counts as cut there.
  expect(JSON.parse(stdout).arms[0]).toMatchObject({ runs: 7, completed: 3, censored: 4 });
});

test("--joblog replaces a joblog, goes on with one where the run resumes, and refuses any other file", async () => {
  const folder = newFolder();
  const [log, other, state] = ["log", "other", "state"].map((name) => join(folder, name));
  const lines = () => readFileSync(log, "utf8").trimEnd().split("\n").length;
  const words = ["--joblog", log, "--", "true", "{}", ":::"];
  await run([...words, "a", "b"]);
  await run([...words, "a"]);
  expect(lines()).toBe(2);
  await run(["--state", state, ...words, "a"]);
  await run(["--state", state, ...words, "a", "b"]);
  expect(lines()).toBe(3);
  writeFileSync(other, "precious");
  const { code, stderr } = await run(["--joblog", other, "--", "touch", join(folder, "x")]);
  expect([code, stderr]).toEqual([
    2,
    `mulligan: ${other}: must be a joblog or a new file, got another file\n`,
  ]);
  expect([readFileSync(other, "utf8"), existsSync(join(folder, "x"))]).toEqual(["precious", false]);
  const full = await run(["--joblog", "/dev/full", "--", "true"]);
  expect([full.code, full.stderr]).toEqual([
    2,
    "mulligan: /dev/full: cannot be written: no space left on device\n",
  ]);
});

const inputs = ["bad", "0.3", "9", "0.1"];
const halting = ["--json", "-j", "3", ...never, "--retries", "1"];
const program = ["--", "sh", "-c", "sleep $0", "{}", ":::", ...inputs];

test("--halt now,fail=1 ends at the first task that is given up, with what is under way", async () => {
  const began = performance.now();
  const { code, lines } = await run([...halting, "--halt", "now,fail=1", ...program]);
  expect(performance.now() - began).toBeLessThan(6_000);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ stopped: "halt", solved: 0 });
});

test("--halt soon,fail=1 waits for what is under way, and starts nothing new", async () => {
  const few = ["--", "sh", "-c", "sleep $0", "{}", ":::", "bad", "0.3", "0.4", "0.1"];
  const { code, lines } = await run([...halting, "--halt", "soon,fail=1", ...few]);
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ stopped: "halt", solved: 2, tries: 3 });
  expect(lines.find(({ input }) => input === "0.1")).toMatchObject({ tries: 0 });
});

test("--halt with success=1 ends as soon as one is solved, with code 0", async () => {
  for (const when of ["now", "soon"]) {
    const few = ["--", "sh", "-c", "sleep $0", "{}", ":::", "0.01", "0.8", "0.9", "1"];
    const { code, lines } = await run([...halting, "--halt", `${when},success=1`, ...few]);
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ stopped: "halt", solved: when === "now" ? 1 : 3 });
  }
  expect((await run(["--json", "--halt", "never", "--", "true"])).lines.at(-1).stopped).toBe("done");
});

test.each(["now,fail=10%", "soon", "fail=1", "now,done=1", "now,fail=0"])(
  "--halt %s is refused",
  async (halt) => {
    const { code, stderr } = await run(["--halt", halt, "--", "true"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `mulligan: --halt: must be never, or now or soon with fail=N or success=N, such as soon,fail=1, got "${halt}"\n`,
    );
  },
);

test("a task that is given up says how its last try ended, and the last five lines of its standard error", async () => {
  const script =
    "seq -f 'line %g' 9 >&2; test $0 = hang && exec sleep 9; test $0 = dead && kill -9 $$; exit 4";
  const words = ["--retries", "1", ...never, "--timeout", "2s", "-k", "--", "sh", "-c", script, "{}"];
  const { stderr } = await run([...words, ":::", "bad", "hang", "dead"]);
  const five = [5, 6, 7, 8, 9].map((n) => `  | line ${n}\n`).join("");
  for (const [input, end] of [
    ["bad", "ended with exit code 4"],
    ["hang", "was cut at 2.0 s"],
    ["dead", "ended by SIGKILL"],
  ]) {
    expect(stderr).toContain(`mulligan: ${input}: given up after 1 try, the last ${end}\n${five}`);
  }
  const { lines } = await run(["--json", ...words, ":::", "bad", "hang", "dead"]);
  const text = "line 5\nline 6\nline 7\nline 8\nline 9";
  expect(lines.slice(0, 3).map(({ givenUp, exit, stderr }) => [givenUp, exit, stderr])).toEqual([
    ["tries", 4, text],
    ["tries", "cut", text],
    ["tries", "SIGKILL", text],
  ]);
});

test("what a program complains of is bounded, and cannot move the cursor", async () => {
  const script = "head -c 100000 /dev/zero | tr '\\0' x >&2; printf '\\033[31mred' >&2; exit 1";
  const words = ["--retries", "1", ...never, "--", "sh", "-c", script, "{}", ":::", "a"];
  const { stderr } = await run(words);
  expect(stderr).toMatch(/\n {2}\| x{900,1000}\\u001b\[31mred\n/);
  expect((await run(["--quiet", ...words])).stderr).not.toMatch(/^ {2}\| /m);
});

test("a command with shell syntax that cannot be started has a hint at bash -c", async () => {
  const { code, stderr } = await run(["--", "source", "x"]);
  expect([code, stderr]).toEqual([
    2,
    "mulligan: source: cannot be started: no such program; commands start without a shell: use bash -c 'source x'\n",
  ]);
});
