import { readFileSync } from "node:fs";
import { wholeLines } from "../started.mjs";

/**
 * Whether a journal of `run` tells of each task that it was solved once, and of no trial twice.
 * @param {string} journal
 * @param {readonly string[]} inputs all different
 */
export function checkJournal(journal, inputs) {
  /** @type {string[]} */
  const problems = [];
  const trials = wholeLines(readFileSync(journal, "utf8")).filter(({ type }) => type === "trial");
  const solved = trials.filter(({ completed, reward }) => completed === 1 && reward > 0);
  const count = (/** @type {string[]} */ names) => {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  };
  const successes = count(solved.map(({ instance }) => instance));
  for (const input of inputs) {
    const times = successes.get(input) ?? 0;
    if (times === 0) problems.push(`lost: the journal does not say that ${input} is solved`);
    if (times > 1) problems.push(`count: the journal says ${times} times that ${input} is solved`);
  }
  if (successes.size > inputs.length) problems.push("count: the journal has tasks that were not given");
  for (const [name, times] of count(trials.map(({ instance, seed }) => `${instance} with seed ${seed}`))) {
    if (times > 1) problems.push(`count: the journal has ${times} trials of ${name}`);
  }
  return { trials, solved, problems };
}
