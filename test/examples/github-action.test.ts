import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { parseAction } from "@actions/workflow-parser/actions/action-parser";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { codeIn } from "../../examples/github-action/report.mjs";
import { read, root } from "../markdown.ts";

const folder = "examples/github-action";
const script = join(root, folder, "step.mjs");
const temporary = mkdtempSync(join(tmpdir(), "mulligan-action-"));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const runnerFiles = [
  "GITHUB_OUTPUT",
  "GITHUB_ENV",
  "GITHUB_PATH",
  "GITHUB_STEP_SUMMARY",
  "GITHUB_STATE",
] as const;

/** The environment of a runner, with files of its own, after what GitHub documents for one of Linux. */
function runner() {
  const place = mkdtempSync(join(temporary, "runner-"));
  const entries = runnerFiles.map((name) => [name, join(place, name)] as const);
  for (const [, file] of entries) writeFileSync(file, "");
  const files = Object.fromEntries(entries) as Record<(typeof runnerFiles)[number], string>;
  const folders = { RUNNER_TEMP: join(place, "temp"), GITHUB_WORKSPACE: join(place, "work"), HOME: place };
  for (const path of Object.values(folders)) mkdirSync(path, { recursive: true });
  return {
    ...{ PATH: `${join(process.execPath, "..")}:/usr/bin:/bin`, CI: "true", GITHUB_ACTIONS: "true" },
    ...{ GITHUB_WORKFLOW: "Tests", GITHUB_JOB: "test", GITHUB_RUN_ID: "17", GITHUB_RUN_ATTEMPT: "1" },
    ...{ RUNNER_OS: "Linux", INPUT_NAME: "unit tests", ...files, ...folders },
  };
}

type Runner = ReturnType<typeof runner>;

const action = parse(read(`${folder}/action.yml`));

/** Runs what action.yml has in its step with this id, in a shell as GitHub does. */
function start(env: Runner, inputs: Record<string, string>, id = "step") {
  const { run: command } = action.runs.steps.find((step: { id?: string }) => step.id === id);
  const child: ChildProcess = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", command], {
    cwd: env.GITHUB_WORKSPACE,
    env: { ...env, ...inputs, GITHUB_ACTION_PATH: join(script, "..") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [printed, errors] = ["", ""];
  child.stdout!.on("data", (chunk) => {
    printed += chunk;
  });
  child.stderr!.on("data", (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<{ code: number | null; printed: string; errors: string }>((resolve) =>
    child.on("close", (code) => resolve({ code, printed, errors })),
  );
  return { child, ended, printed: () => printed };
}

const run = (env: Runner, inputs: Record<string, string>, id?: string) => start(env, inputs, id).ended;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The lines of the journal, without its header. */
function tries(env: Runner): Record<string, unknown>[] {
  const [history] = readdirSync(join(env.HOME, ".cache/mulligan-step"));
  const path = join(env.HOME, ".cache/mulligan-step", history!, "history.journal");
  return readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => JSON.parse(line));
}

describe("the files", () => {
  const problemsOf = (parser: typeof parseAction | typeof parseWorkflow, name: string, content: string) =>
    parser({ name, content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);

  test("GitHub's own parser takes action.yml, and refuses one with a mistake", () => {
    const text = read(`${folder}/action.yml`);
    expect(problemsOf(parseAction, "action.yml", text)).toEqual([]);
    expect(problemsOf(parseAction, "action.yml", text.replace("shell: bash", "shel: bash"))).not.toEqual([]);
  });

  test("no script has an expression in it: what others write comes by the environment", () => {
    const scripts = action.runs.steps.flatMap(({ run }: { run?: string }) => run ?? []);
    expect(scripts.length).toBe(3);
    for (const text of scripts) expect(text).not.toContain("${{");
  });

  test("each input reaches the script by the environment, and other actions are GitHub's own cache", () => {
    const step = action.runs.steps.find(({ id }: { id?: string }) => id === "step");
    const names = Object.keys(action.inputs).map(
      (name) => `INPUT_${name.toUpperCase().replaceAll("-", "_")}`,
    );
    expect(Object.keys(step.env).sort()).toEqual(names.sort());
    const used = action.runs.steps.flatMap(({ uses }: { uses?: string }) => uses ?? []);
    expect(used).toEqual(["actions/cache/restore@v4", "actions/cache/save@v4"]);
  });

  test("the README has at most 400 words, workflows that GitHub's parser takes, and each input", () => {
    const text = read(`${folder}/README.md`);
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(400);
    const workflows = [...text.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, content]) => content!);
    expect(workflows.length).toBeGreaterThan(0);
    for (const content of workflows) {
      expect(problemsOf(parseWorkflow, "ci.yml", content)).toEqual([]);
      for (const job of Object.values<{ steps: { uses?: string; with?: object }[] }>(parse(content).jobs)) {
        const own = job.steps.filter(({ uses }) => uses?.includes("github-action"));
        expect(own.length).toBeGreaterThan(0);
        for (const { with: given } of own)
          expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(given!)));
      }
    }
    for (const name of Object.keys(action.inputs)) expect(text).toContain(`| \`${name}\``);
    for (const { default: value } of Object.values<{ default?: string }>(action.inputs)) {
      if (value) expect(text).toContain(`\`${value}\``);
    }
  });
});

test("a code is one to three digits of at most 255: a file that is empty, cut short or another's is none", () => {
  const file = join(temporary, "code");
  const read = (content: string) => {
    writeFileSync(file, content);
    return codeIn(file);
  };
  expect(["0", "7", "255"].map(read)).toEqual([0, 7, 255]);
  for (const wrong of ["", " ", "\n", "0\n", "-1", "+1", "1e1", "0x7", "256", "0000", "null", "\0"]) {
    expect(read(wrong), JSON.stringify(wrong)).toBe(undefined);
  }
  rmSync(file);
  expect(codeIn(file)).toBe(undefined);
  expect(codeIn(temporary)).toBe(undefined);
});

describe("a step", () => {
  let env: Runner;
  beforeEach(() => {
    env = runner();
  });
  const fileOf = (name: string) => readFileSync(env[name as keyof Runner], "utf8");

  test("prints as it goes, in the workspace, takes its script as it is, and ends with the program's own exit code", async () => {
    const INPUT_RUN = `echo "begins in $PWD, CI=$CI"; until [ -e go ]; do sleep 0.05; done
      echo 'a "b" $c' '{} {seed} \${{ x }}'; printf '%s|' "$#" "$(cat)"; echo "X=1" >> "$GITHUB_ENV"
      echo "::notice::hi" >&2; (exit 3); echo never`;
    const step = start(env, { INPUT_RUN, INPUT_NAME: "../a: b, `c` | %0A\n::error::x" });
    await until(() => step.printed().includes("begins"));
    writeFileSync(join(env.GITHUB_WORKSPACE, "go"), "");
    const { code, printed } = await step.ended;
    expect(printed).toContain(`begins in ${env.GITHUB_WORKSPACE}, CI=true\n`);
    expect(printed).toContain(`a "b" $c {} {seed} \${{ x }}\n0||::notice::hi\n`);
    expect(printed).not.toContain("never");
    expect(code).toBe(3);
    expect(fileOf("GITHUB_ENV")).toBe("X=1\n");
    expect(fileOf("GITHUB_OUTPUT")).toBe("tries=1\ncuts=0\n");
    expect(fileOf("GITHUB_STEP_SUMMARY")).toContain(
      "### ../a: b, \\`c\\` \\| %0A ::error::x: failed after 1 try",
    );
    expect(readdirSync(env.RUNNER_TEMP)).toEqual([]);
  });

  test("that falls silent is cut and repeated, the cut try leaves no half of an output; 124 if it hangs each time", async () => {
    const INPUT_RUN = `echo "part<<END" >> "$GITHUB_OUTPUT"; echo half >> "$GITHUB_OUTPUT"
      if [ ! -e again ]; then touch again; printf hangs; sleep 1000; fi
      printf works
      echo "whole" >> "$GITHUB_OUTPUT"; echo END >> "$GITHUB_OUTPUT"`;
    const other = runner();
    const hanging = { INPUT_RUN: "echo .; sleep 1000", INPUT_IDLE: "1500ms", INPUT_RETRIES: "1" };
    const [{ code, printed }, hangs] = await Promise.all([
      run(env, { INPUT_RUN, INPUT_IDLE: "2s", INPUT_NAME: "a, b" }),
      run(other, hanging),
    ]);
    expect(code).toBe(0);
    expect(printed).toMatch(
      /hangs\nTry 2\nworks\n::warning title=a%2C b hung::a, b: a try was cut after [\d.]+ s/,
    );
    expect(fileOf("GITHUB_OUTPUT")).toBe("part<<END\nhalf\nwhole\nEND\ntries=2\ncuts=1\n");
    expect(fileOf("GITHUB_STEP_SUMMARY")).toMatch(
      /passed after 2 tries[\s\S]*\| 1 \| cut: it printed nothing for too long[\s\S]*\| 2 \| exit code 0[\s\S]*until the deadline would have taken 5\.8 h more/,
    );
    expect(hangs.code).toBe(124);
    expect(tries(other).map(({ cut }) => cut)).toEqual(["idle", "idle"]);
  });

  test("an error is repeated only if it is asked for, and a deadline that is over ends with 124", async () => {
    const INPUT_RUN = "if [ -e once ]; then exit 0; fi; touch once; exit 7";
    const [second, third] = [runner(), runner()];
    const [once, twice, late] = await Promise.all([
      run(env, { INPUT_RUN }),
      run(second, { INPUT_RUN, INPUT_RETRY_FAILURES: "true" }),
      run(third, { INPUT_RUN: "sleep 1000", INPUT_DEADLINE: "2s" }),
    ]);
    expect([once, twice, late].map(({ code }) => code)).toEqual([7, 0, 124]);
    expect(tries(third)).toMatchObject([{ completed: 0, stopped: true }]);
  });

  test("that is cancelled ends with 130, cleans up, and keeps the history", async () => {
    const INPUT_RUN = `trap 'echo cleans up; exit 1' TERM; sleep 1000 & echo $$ > pid; wait`;
    const pidFile = join(env.GITHUB_WORKSPACE, "pid");
    const step = start(env, { INPUT_RUN });
    await until(() => existsSync(pidFile) && readFileSync(pidFile, "utf8").endsWith("\n"));
    // As a runner does: SIGINT to the first process alone.
    step.child.kill("SIGINT");
    const { code, printed } = await step.ended;
    expect(code).toBe(130);
    expect(printed).toContain("cleans up");
    expect(() => process.kill(Number(readFileSync(pidFile, "utf8")), 0)).toThrow("ESRCH");
    expect(tries(env)).toMatchObject([{ completed: 0, stopped: true }]);
  });

  test("learns from earlier runs, each a task of its own; keeps the last 400 tries; begins anew if they are damaged", async () => {
    const INPUT_RUN = "echo works";
    for (const attempt of ["1", "2", "3"]) {
      const { code, printed } = await run(env, { INPUT_RUN, GITHUB_RUN_ATTEMPT: attempt });
      expect([code, printed]).toEqual([0, "works\n"]);
    }
    const [first, , third] = tries(env);
    expect(first!.cutoff).toBe("inf");
    // Ten minutes, or more if these tries were slow.
    expect(third!.cutoff).toBeGreaterThanOrEqual(600_000);
    expect(new Set(tries(env).map(({ instance }) => instance)).size).toBe(3);
    expect(fileOf("GITHUB_STEP_SUMMARY")).toContain("had 2 earlier tries");
    const [history] = readdirSync(join(env.HOME, ".cache/mulligan-step"));
    const path = join(env.HOME, ".cache/mulligan-step", history!, "history.journal");
    const [header, line] = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, `${[header, ...Array(801).fill(line)].join("\n")}\n`);
    expect((await run(env, { INPUT_RUN, GITHUB_RUN_ATTEMPT: "4" })).code).toBe(0);
    expect(tries(env).length).toBe(401);
    writeFileSync(path, "rubbish\n");
    const { code, printed } = await run(env, { INPUT_RUN });
    const warning = "::warning::the history of this step cannot be used; a new one begins\nworks\n";
    expect([code, printed]).toEqual([0, expect.stringContaining(warning)]);
    expect(tries(env).length).toBe(1);
  });

  test("a wrong input is refused in one line, with exit code 2", async () => {
    const refusals: [Record<string, string>, string][] = [
      [{ INPUT_RUN: " " }, "run: must be a script, got none"],
      [{ INPUT_RETRIES: "-1" }, "retries: must be a whole number from 0 on, got -1"],
      [{ INPUT_DEADLINE: "30" }, "deadline: must be a time such as 90s, 30m or 2h, got 30"],
      [{ INPUT_RETRY_FAILURES: "yes" }, "retry-failures: must be true or false, got yes"],
    ];
    const ran = refusals.map(([inputs]) => run(env, { INPUT_RUN: "echo works", ...inputs }));
    expect(await Promise.all(ran)).toMatchObject(
      refusals.map(([, message]) => ({ code: 2, printed: `::error::${message}\n` })),
    );
    const { code, printed, errors } = await run(env, { INPUT_RUN: "echo works", INPUT_IDLE: "soon" });
    expect([code, printed, errors]).toEqual([2, "", expect.stringContaining("--idle: must be")]);
  });

  // In the first, the name under which the code is written first is taken.
  test.each([
    [`(cd "$RUNNER_TEMP"/mulligan-*; mkdir code.new); echo works`, /^works\n[\s\S]*EISDIR/],
    ["kill -9 $PPID; sleep 1000", /^/],
  ])("whose try leaves no exit code fails, says so, and is not repeated: %s", async (INPUT_RUN, says) => {
    const { code, printed } = await run(env, { INPUT_RUN, INPUT_RETRY_FAILURES: "true" });
    expect([code, printed]).toEqual([
      137,
      expect.stringContaining("::error::unit tests: the try left no exit code"),
    ]);
    expect(printed).toMatch(says);
    expect(tries(env).length).toBe(1);
  });

  test("that fills the disk and ends with an error is not green", async ({ skip }) => {
    const words = ["-t", "tmpfs", "-o", "size=256k", "none", env.RUNNER_TEMP];
    if (spawnSync("mount", words).status !== 0) skip("only root may mount a small disk, on Linux");
    try {
      const INPUT_RUN = `cat /dev/zero > "$RUNNER_TEMP/full" || true; exit 7`;
      const { code, printed } = await run(env, { INPUT_RUN });
      expect([code, printed]).toEqual([137, expect.stringContaining("ENOSPC")]);
      expect(tries(env).length).toBe(1);
    } finally {
      spawnSync("umount", [env.RUNNER_TEMP]);
    }
  });

  test("has another history for another script, name, job or cache key, and says where before it runs", async () => {
    const keys = new Set<string>();
    const all = [{}, { INPUT_RUN: "b" }, { INPUT_NAME: "b" }, { GITHUB_JOB: "b" }, { INPUT_CACHE_KEY: "b" }];
    for (const inputs of [...all, {}]) {
      writeFileSync(env.GITHUB_OUTPUT, "");
      await run(env, { INPUT_RUN: "a", ...inputs }, "history");
      const [, key, place] = /^key=([\w.-]+)\nfolder=(.+)\n$/.exec(fileOf("GITHUB_OUTPUT"))!;
      expect(place).toBe(join(env.HOME, ".cache/mulligan-step", key!));
      keys.add(key!);
    }
    expect(keys.size).toBe(all.length);
  });
});
