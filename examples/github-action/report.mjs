// Reports on a run of the step: the job summary, annotations and outputs.
import { appendFileSync, readFileSync } from "node:fs";
import { milliseconds } from "./settings.mjs";

/** The tries of one task in a journal, as far as its lines can be read, and how many others there are. */
export function triesIn(journal, id) {
  const lines = journal
    .split("\n")
    .slice(1)
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const tries = lines.filter(({ instance }) => instance === id);
  return { tries, earlier: lines.length - tries.length };
}

/** The exit code that a try has left in a file; undefined if it left none, or anything else. */
export function codeIn(file) {
  let text = "";
  try {
    text = readFileSync(file, "utf8");
  } catch {
    // the try did not get that far
  }
  return /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : undefined;
}

/** Writes the summary, an annotation for each cut, and the outputs. `code` is the exit code of the last try. */
export function report(env, settings, { tries, earlier, code }) {
  const { name } = settings;
  const cuts = tries.filter(isCut);
  for (const cut of cuts) {
    const text = `${name}: a try was cut after ${duration(cut.time)}: ${reason(cut).slice(5)}`;
    process.stdout.write(`::warning title=${escaped(`${name} hung`, true)}::${escaped(text)}\n`);
  }
  if (env.GITHUB_STEP_SUMMARY) {
    appendFileSync(env.GITHUB_STEP_SUMMARY, summary(settings, { tries, earlier, code, cuts }));
  }
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `tries=${tries.length}\ncuts=${cuts.length}\n`);
}

function isCut({ completed, stopped }) {
  return completed === 0 && stopped !== true;
}

function summary({ name, deadline }, { tries, earlier, code, cuts }) {
  const total = tries.reduce((sum, { time }) => sum + time, 0);
  const rows = tries.map((one, place) => {
    const isLast = place === tries.length - 1;
    return `| ${place + 1} | ${isLast && one.completed === 1 ? `exit code ${code}` : reason(one)} | ${duration(one.time)} |`;
  });
  const many = tries.length === 1 ? "1 try" : `${tries.length} tries`;
  const left = milliseconds(deadline) - total;
  const saved =
    cuts.length > 0 && left > 0
      ? `\nWaiting for the first hang until the deadline would have taken ${duration(left)} more.\n`
      : "";
  return `### ${markdown(name)}: ${code === 0 ? "passed" : "failed"} after ${many} and ${duration(total)}

| try | end | after |
| --- | --- | --- |
${rows.join("\n")}
${saved}
The history of this step had ${earlier === 1 ? "1 earlier try" : `${earlier} earlier tries`}.

`;
}

function reason({ completed, stopped, cut, exit }) {
  if (completed === 1) return exit === undefined ? "ended" : `exit code ${exit}`;
  if (stopped === true) return "ended by the deadline, or cancelled";
  return cut === "idle" ? "cut: it printed nothing for too long" : "cut: it ran for too long";
}

/** `4.2 min`. */
function duration(ms) {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 5_400_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

/** In a workflow command some characters have a meaning, and two more in its properties. */
export function escaped(text, property = false) {
  const plain = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return property ? plain.replaceAll(":", "%3A").replaceAll(",", "%2C") : plain;
}

function markdown(text) {
  return text.replace(/[\\`*_{}[\]<>|#]/g, "\\$&").replace(/\s+/g, " ");
}
