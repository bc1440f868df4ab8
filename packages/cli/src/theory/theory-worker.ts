import { type ProblemWords, readArms } from "../problem/read-arms.ts";
import { asUsage } from "../shell/as-usage.ts";
import { refusing } from "../threads/refusing.ts";
import { type Theory, theoryOf } from "./known-law.ts";

/** What `theory` was asked, in words that travel to a thread. */
export interface TheoryQuestion {
  readonly problem: ProblemWords;
  readonly cutoffs: string;
  readonly horizon: number;
}

/** Some laws take half a minute: those whose moments are integrals. */
export const answerTheory = refusing(({ problem, cutoffs, horizon }: TheoryQuestion): Theory => {
  const arms = readArms(problem);
  return asUsage(() => theoryOf(arms, cutoffs, horizon));
});
