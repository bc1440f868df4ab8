import type { Chapter } from "../chapter.ts";
import { concentrationChapter } from "./concentration.ts";
import { longestCutoffChapter } from "./longest-cutoff.ts";
import { regretGrowthChapter } from "./regret-growth.ts";
import { restartConditionChapter } from "./restart-condition.ts";
import { sharingChapter } from "./sharing.ts";
import { staticPolicyChapter } from "./static-policy.ts";

/** What the paper proves, without SAT: in the order in which it says it. */
export const theoryChapters: readonly Chapter[] = [
  restartConditionChapter,
  staticPolicyChapter,
  regretGrowthChapter,
  sharingChapter,
  longestCutoffChapter,
  concentrationChapter,
];
