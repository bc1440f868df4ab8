// One try of the step, started by `mulligan run`: runs the script as GitHub does, and passes on what it prints at once.
import { spawn } from "node:child_process";
import {
  appendFileSync,
  createWriteStream,
  existsSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** How long output is read after the end of the script: a program that it left behind may keep the pipe open. */
const DRAIN_MS = 1_000;

const { place, sizes, retryFailures } = JSON.parse(process.env.CI_STEP_TRY);
for (const name of ["TRY", "PLACE", "NODE", "FILE"]) delete process.env[`CI_STEP_${name}`];

// A try that was cut may have written half a line to GITHUB_OUTPUT or GITHUB_ENV.
for (const [file, size] of Object.entries(sizes)) {
  if (existsSync(file) && statSync(file).size > size) truncateSync(file, size);
}
appendFileSync(join(place, "starts"), ".");

const log = createWriteStream(join(place, "output"));
const attempt = statSync(join(place, "starts")).size;
if (attempt > 1) log.write(`\nTry ${attempt}\n`);

// The whole process group gets SIGTERM. The script may need its grace to end, and its last lines are read until then.
process.on("SIGTERM", () => {});
const script = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", join(place, "script.sh")], {
  stdio: ["ignore", "pipe", "pipe"],
});
const outputs = [script.stdout, script.stderr].map((stream) => {
  // Mulligan only has to know that something was printed.
  stream.on("data", () => process.stdout.write("."));
  return pipeline(stream, log, { end: false });
});
const code = await new Promise((resolve) => {
  script.on("error", (error) => {
    log.write(`bash cannot be started: ${error.message}\n`);
    resolve(127);
  });
  script.on("exit", (exit, signal) => resolve(exit ?? (signal === "SIGKILL" ? 137 : 128)));
});
await Promise.race([Promise.allSettled(outputs), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
await new Promise((resolve) => log.end(resolve));
// On a full disk the file would be there without its content. A try without a code is not repeated, and fails the step.
writeFileSync(join(place, "code.new"), String(code));
renameSync(join(place, "code.new"), join(place, "code"));
process.exit(retryFailures ? code : 0);
