import { readFile } from "node:fs/promises";
import type { Problem } from "../learning/problem.ts";
import { NotKept } from "./not-kept.ts";
import { readProblem } from "./problem-lines.ts";

/** A problem in memory that can be put back to what its file says. */
export interface Revocable {
  readonly problem: Problem;
  /** False while it is put back, and if that could not be done: nothing may be decided or learned then. */
  readonly isSound: boolean;
  /** Puts it back. */
  undo(): Promise<void>;
  /** Resolves when that was done, or tries it again; fails if it cannot be. */
  mend(): Promise<void>;
}

export function revocable(opened: Problem, path: string | undefined): Revocable {
  let problem = opened;
  let undoing: Promise<void> | undefined;
  let broken: unknown;

  async function reread(): Promise<void> {
    try {
      problem = readProblem(path!, await readFile(path!)).problem;
      broken = undefined;
    } catch (error) {
      broken = error;
    }
    undoing = undefined;
  }

  const undo = () => (undoing ??= reread());
  return {
    get problem() {
      return problem;
    },
    get isSound() {
      return undoing === undefined && broken === undefined;
    },
    undo,
    async mend() {
      await undo();
      if (broken !== undefined) throw new NotKept(broken);
    },
  };
}
