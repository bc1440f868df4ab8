import { endingIn, type OutcomeKind } from "./columns.ts";
import { type Ending, plainWord } from "./ending.ts";
import type { ColumnNames } from "./find-columns.ts";

/** The user's words for each ending: an option of `analyze`, and the ending that it stands for. */
export const WORD_OPTIONS = { done: "done", failed: "failed", cut: "cut", skip: "not run" } as const;

/** A word for an outcome in a log, what it means, and how many runs have it. */
export interface OutcomeWord {
  readonly word: string;
  /** Absent if the word is not understood. */
  readonly ending?: Ending;
  readonly runs: number;
}

/** More words, and longer ones, are not listed. */
const MAX_WORDS = 40;
const LONGEST_WORD = 60;

/** Says what the outcomes of a log mean, by what the user says and by the words themselves, and counts them. */
export class OutcomeWords {
  readonly #given = new Map<string, Ending>();
  readonly #counts = new Map<string, { ending: Ending | undefined; runs: number }>();
  /** Whether a word that is not known means that the run was done: all that mean a cut are given. */
  readonly #othersAreDone: boolean;

  constructor(given: ColumnNames) {
    this.#othersAreDone = given.cut !== undefined;
    for (const [option, ending] of Object.entries(WORD_OPTIONS)) {
      const words = given[option as keyof typeof WORD_OPTIONS] ?? "";
      for (const word of words.split(",").map(wordKey).filter(Boolean)) this.#given.set(word, ending);
    }
  }

  /** The ending that a cell says; undefined if it is not understood. */
  endingOf(text: string, kind: OutcomeKind): Ending | undefined {
    const given = this.#given.size > 0 ? this.#given.get(wordKey(text)) : undefined;
    const ending = given ?? endingIn(text, kind) ?? (this.#othersAreDone ? "done" : undefined);
    const known = this.#counts.get(text);
    if (known !== undefined) known.runs += 1;
    else if (this.#counts.size < MAX_WORDS) this.#counts.set(text, { ending, runs: 1 });
    return ending;
  }

  /** The words so far, in the order in which they appeared. */
  list(): OutcomeWord[] {
    return [...this.#counts].map(([text, { ending, runs }]) => ({
      word: text.slice(0, LONGEST_WORD),
      ...(ending === undefined ? {} : { ending }),
      runs,
    }));
  }
}

/** A word as it is compared: a number keeps its sign, and what has no letters is compared as it is. */
function wordKey(text: string): string {
  const word = text.trim();
  return /^[-+]?\d/.test(word) ? word : plainWord(word) || word;
}
