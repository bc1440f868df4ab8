import { shortened } from "mulligan/readers";

/** A policy of the registry in plain words. */
interface PolicyWords {
  readonly name: string;
  /** For the end of a line in a chart. */
  readonly short: string;
  /** What it does, in a sentence or two. */
  readonly about: string;
}

const WORDS: Readonly<Record<string, PolicyWords>> = {
  "km-ts": {
    name: "Mulligan (km-ts)",
    short: "Mulligan",
    about: "Learns the best cutoff from all runs so far. It needs no settings.",
  },
  "hidden-types": {
    name: "Mulligan for repeated tasks (hidden-types)",
    short: "Repeated tasks",
    about: "Learns which kinds of tasks there are, and plans the next cutoffs of each task.",
  },
  "km-ucb": {
    name: "Mulligan without chance (km-ucb)",
    short: "Without chance",
    about: "Learns like Mulligan, but makes no random choices: it plays what could be best.",
  },
  "ucb-rb": {
    name: "UCB-RB (the paper)",
    short: "UCB-RB",
    about: "Tries each cutoff of a short list, and plays the one that could be best.",
  },
  "ucb-rm": {
    name: "UCB-RM (the paper)",
    short: "UCB-RM",
    about: "Like UCB-RB, but with medians, so that it can also wait for ever.",
  },
  "ucb-rc": {
    name: "UCB-RC (the paper)",
    short: "UCB-RC",
    about: "Like UCB-RB, for all cutoffs between two bounds.",
  },
  imed: {
    name: "Least evidence against (imed)",
    short: "IMED",
    about: "Plays the cutoff against which there is least evidence so far.",
  },
  bts: {
    name: "Random draws per cutoff (bts)",
    short: "BTS",
    about: "Learns each cutoff of a list by itself. A known method for choices that cost time.",
  },
  static: {
    name: "The best cutoff (knows the answer)",
    short: "Best cutoff",
    about: "Is told the true run times, and plays the best cutoff from the start. It shows what is possible.",
  },
  "beyond-longest": {
    name: "Far beyond the longest (beyond-longest)",
    short: "Beyond longest",
    about: "Stops only what takes far longer than every run that ended.",
  },
  fixed: { name: "A fixed cutoff", short: "Fixed", about: "Always stops at the same time." },
  never: { name: "Wait for ever", short: "Wait", about: "Waits until each run ends." },
  luby: {
    name: "Luby's sequence",
    short: "Luby",
    about: "Uses the cutoffs 1, 1, 2, 1, 1, 2, 4, … times a base. It learns nothing.",
  },
  quantile: {
    name: "A percentile, such as p95",
    short: "Percentile",
    about: "Stops at a percentile of the run times so far, as most timeouts in services do.",
  },
};

/** The longest name, or text of options, that is shown whole. */
const LONGEST = 40;

/** The plain words for a policy in the notation of the command line, such as `km-ts:halfLife=300`. */
export function policyWords(notation: string): PolicyWords {
  const [name, options = ""] = notation.trim().split(/:(.*)/s);
  const unknown = shortened(name, LONGEST);
  const words = Object.hasOwn(WORDS, name) ? WORDS[name] : { name: unknown, short: unknown, about: "" };
  return options === "" ? words : { ...words, name: withOptions(words.name, options) };
}

/** Mulligan (km-ts, halfLife=300); A fixed cutoff (cutoff=1). */
function withOptions(name: string, options: string): string {
  const text = shortened(options.replaceAll(/\s*,\s*/g, ", "), LONGEST);
  return name.endsWith(")") ? `${name.slice(0, -1)}, ${text})` : `${name} (${text})`;
}
