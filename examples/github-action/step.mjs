// The step: runs the script under `mulligan run`, shows what it prints, and reports. `step.mjs key` only says where its
// history is kept.
import { spawn, spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeIn, escaped, report, triesIn } from "./report.mjs";
import { historyOf, InputError, readSettings, runWords } from "./settings.mjs";

/** Tries of the last runs that are kept; the journal would grow for ever. */
const KEPT = 400;
/** Files of the runner that a script may append to. */
const RUNNER_FILES = ["GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];
const NEWLINE = 10;
/** As timeout(1) has it. */
const CUT = 124;
const BAD_INPUT = 2;
const INTERRUPTED = 130;
/** A try that left no exit code: it was killed from elsewhere, or could not write the code. */
const WITHOUT_CODE = 137;
/**
 * Starts a try. If that leaves no code, the command ends without an error, so that the try is not repeated. The shell waits for a
 * try that gets SIGTERM with it. The words are part of what a journal is of, so they must not differ from one runner to the next.
 */
const COMMAND = [
  "bash",
  "-c",
  `trap : TERM
rm -f "$CI_STEP_PLACE/code"
"$CI_STEP_NODE" "$CI_STEP_FILE" 2>> "$CI_STEP_PLACE/output"
code=$?
[ -e "$CI_STEP_PLACE/code" ] || exit 0
exit $code`,
];

const { env } = process;
try {
  const settings = readSettings(env);
  const { key, folder } = historyOf(env, settings);
  if (process.argv[2] === "key") {
    fs.appendFileSync(env.GITHUB_OUTPUT, `key=${key}\nfolder=${folder}\n`);
  } else {
    process.exitCode = await step(settings, join(folder, "history.journal"));
  }
} catch (error) {
  if (!(error instanceof InputError)) throw error;
  process.stdout.write(`::error::${escaped(error.message)}\n`);
  process.exitCode = BAD_INPUT;
}

/** Runs the step. Resolves to the exit code of the last try, or 124 if that was cut. */
async function step(settings, journal) {
  const place = fs.mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), "mulligan-"));
  try {
    fs.mkdirSync(join(journal, ".."), { recursive: true });
    fs.writeFileSync(join(place, "script.sh"), settings.script);
    trim(journal);
    // The time makes it unique if a run has the same step twice.
    const id = `${env.GITHUB_RUN_ID ?? "local"}.${env.GITHUB_RUN_ATTEMPT ?? 1}.${Date.now()}`;
    const run = () => mulligan(settings, { journal, id, place });
    let ended = await run();
    if (ended === BAD_INPUT && fs.existsSync(journal) && !fs.existsSync(join(place, "starts"))) {
      // A cache that was damaged, or written by another version, must not stop a build.
      process.stdout.write("::warning::the history of this step cannot be used; a new one begins\n");
      fs.rmSync(journal);
      ended = await run();
    }
    if (ended !== 0 && !fs.existsSync(join(place, "starts"))) return ended;
    const seen = triesIn(fs.readFileSync(journal, "utf8"), id);
    const code = exitCode(ended, seen.tries.at(-1), join(place, "code"));
    if (code === undefined) {
      const text = `${settings.name}: the try left no exit code: it was killed, or the disk is full`;
      process.stdout.write(`::error::${escaped(text)}\n`);
    }
    report(env, settings, { ...seen, code: code ?? WITHOUT_CODE });
    return code ?? WITHOUT_CODE;
  } finally {
    fs.rmSync(place, { recursive: true, force: true });
  }
}

/** The exit code of the step; undefined if the last try ended by itself and left none. */
function exitCode(ended, last, file) {
  if (ended === INTERRUPTED) return INTERRUPTED;
  return last?.completed === 1 ? codeIn(file) : CUT;
}

/** Starts `mulligan run`, and prints what the script prints as it comes. */
async function mulligan(settings, { journal, id, place }) {
  const output = join(place, "output");
  fs.rmSync(output, { force: true });
  const { error, status } = spawnSync("mkfifo", ["-m", "600", output]);
  if (error !== undefined || status !== 0)
    throw new InputError("this action needs Linux or macOS: no mkfifo");
  const reader = new Socket({ fd: fs.openSync(output, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK) });
  // While this end is open, the end of a try does not end the output.
  const writer = fs.openSync(output, fs.constants.O_WRONLY);
  let last = NEWLINE;
  reader.on("data", (chunk) => {
    last = chunk.at(-1);
  });
  reader.pipe(process.stdout, { end: false });
  const drained = new Promise((resolve) => reader.on("close", resolve));
  const [program, ...first] = programOf(env);
  const child = spawn(program, [...first, ...runWords(settings, { journal, id, command: COMMAND })], {
    // It has its own process group, so that a Ctrl-C reaches it only once, through this process.
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...env, ...tryEnvironment(settings, place) },
  });
  const pass = (signal) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, pass);
  const ended = await new Promise((resolve) => {
    child.on("error", ({ message }) => {
      process.stdout.write(`::error::mulligan cannot be started: ${escaped(message)}\n`);
      resolve(127);
    });
    child.on("exit", (code) => resolve(code ?? INTERRUPTED));
  });
  fs.closeSync(writer);
  await drained;
  // An annotation must start at the beginning of a line.
  if (last !== NEWLINE) process.stdout.write("\n");
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.off(signal, pass);
  return ended;
}

/** Returns the environment variables of a try. */
function tryEnvironment({ retryFailures }, place) {
  const files = RUNNER_FILES.map((name) => env[name]).filter((file) => file && fs.existsSync(file));
  const sizes = Object.fromEntries(files.map((file) => [file, fs.statSync(file).size]));
  return {
    CI_STEP_TRY: JSON.stringify({ place, sizes, retryFailures }),
    CI_STEP_PLACE: place,
    CI_STEP_NODE: process.execPath,
    CI_STEP_FILE: join(import.meta.dirname, "try.mjs"),
  };
}

/** `mulligan` in the PATH, or the clone that this action is in. */
function programOf({ PATH = "" }) {
  const inPath = PATH.split(":").some((folder) => folder !== "" && fs.existsSync(join(folder, "mulligan")));
  const clone = join(import.meta.dirname, "..", "..", "packages", "cli", "bin", "mulligan.cjs");
  return inPath || !fs.existsSync(clone) ? ["mulligan"] : [process.execPath, clone];
}

/** Keeps the header of a journal and the last lines: no line depends on another. */
function trim(journal) {
  if (!fs.existsSync(journal)) return;
  const [header, ...lines] = fs.readFileSync(journal, "utf8").split("\n");
  if (lines.length <= 2 * KEPT) return;
  fs.writeFileSync(`${journal}.new`, [header, ...lines.slice(-KEPT - 1)].join("\n"));
  fs.renameSync(`${journal}.new`, journal);
}
