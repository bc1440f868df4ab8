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

/** The ends that a try may have, all four at the same time; a busy machine starts a program within two seconds. */
const ENDS = `seq -f 'line %g' 9 >&2; case $0 in hangs) exec sleep 99;; dead) kill -9 $$;; bad) echo no; exit 4;; esac; echo yes`;
const ends = [...never, "-j", "4", "-k", "--retries", "1", "--timeout", "2s"];
const ended = ["--", "sh", "-c", ENDS, "{}", ":::", "good", "bad", "hangs", "dead"];

test("--joblog has a line a try with the columns of parallel, a cut as -1 and 15, and analyze reads it", async () => {
  const log = join(newFolder(), "log");
  const began = Date.now() / 1_000;
  const { code, lines } = await run(["--json", "--joblog", log, ...ends, ...ended]);
  expect(code).toBe(1);
  const text = "line 5\nline 6\nline 7\nline 8\nline 9";
  expect(lines.slice(1, 4).map(({ givenUp, exit, stderr }) => [givenUp, exit, stderr])).toEqual([
    ...[
      ["tries", 4, text],
      ["tries", "cut", text],
      ["tries", "SIGKILL", text],
    ],
  ]);
  const [head, ...rows] = readFileSync(log, "utf8").trimEnd().split("\n");
  expect(head).toBe("Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand");
  const fields = rows.map((row) => row.split("\t"));
  const said = fields.map(([seq, host, , , send, receive, exit, signal]) =>
    [seq, host, send, receive, exit, signal].join(" "),
  );
  expect(said.sort()).toEqual(["1 : 0 4 0 0", "2 : 0 3 4 0", "3 : 0 0 -1 15", "4 : 0 0 0 9"]);
  for (const [seq, , start, runtime, , , , , command] of fields) {
    expect(Number(start)).toBeGreaterThan(began - 1);
    expect(Number(start)).toBeLessThan(Date.now() / 1_000);
    if (seq === "3") expect(Number(runtime)).toBeGreaterThanOrEqual(2);
    expect(command).toMatch(/^sh -c 'seq -f '\\''line .*' (good|bad|hangs|dead)$/);
  }
  const analyzed = await mulligan(["analyze", log, "--json"]);
  // Four tries are too few for a verdict.
  expect(analyzed.code).toBe(3);
  // A job that a signal ended counts as cut there.
  expect(JSON.parse(analyzed.stdout).arms[0]).toMatchObject({ runs: 4, completed: 2, censored: 2 });
});

test("a task that is given up says how its last try ended, and the last five lines of its standard error", async () => {
  const { stderr } = await run([...ends, ...ended]);
  const five = [5, 6, 7, 8, 9].map((n) => `  | line ${n}\n`).join("");
  for (const [input, end] of [
    ["bad", "ended with exit code 4"],
    ["hangs", "was cut at 2.0 s"],
    ["dead", "ended by SIGKILL"],
  ]) {
    expect(stderr).toContain(`mulligan: ${input}: given up after 1 try, the last ${end}\n${five}`);
  }
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

test.each([
  ["now,fail=1", ["bad", "1000", "1000"], 1, { solved: 0, tries: 3 }],
  // What is under way is waited for, and nothing new is started.
  ["soon,fail=1", ["1", "bad", "never", "never"], 1, { solved: 1, tries: 2 }],
  ["now,success=1", ["0", "1000", "1000"], 0, { solved: 1, tries: 3 }],
  ["soon,success=1", ["1", "0", "never"], 0, { solved: 2, tries: 2 }],
])("--halt %s with inputs %j ends with exit code %s", async (halt, inputs, code, summary) => {
  const jobs = halt.startsWith("now") ? "3" : "2";
  const words = ["--json", "-j", jobs, ...never, "--retries", "1", "--halt", halt, "--", "sh", "-c"];
  const ended = await run([...words, "sleep $0", "{}", ":::", ...inputs]);
  expect(ended.code).toBe(code);
  expect(ended.lines.at(-1)).toMatchObject({ stopped: "halt", ...summary });
});

test("what is no --halt is refused", async () => {
  for (const halt of ["now,fail=10%", "soon", "fail=1", "now,done=1", "now,fail=0"]) {
    const { code, stderr } = await run(["--halt", halt, "--", "true"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^mulligan: --halt: must be never, or now or soon with .*, got ".*"\n$/);
  }
});

test("what a program complains of is bounded, and cannot move the cursor", async () => {
  const script = "head -c 100000 /dev/zero | tr '\\0' x >&2; printf '\\033[31mred' >&2; exit 1";
  const words = ["--retries", "1", ...never, "--", "sh", "-c", script, "{}", ":::", "a"];
  const { stderr } = await run(words);
  expect(stderr).toMatch(/\n {2}\| x{900,1000}\\u001b\[31mred\n/);
  expect((await run(["--quiet", ...words])).stderr).not.toMatch(/^ {2}\| /m);
});
