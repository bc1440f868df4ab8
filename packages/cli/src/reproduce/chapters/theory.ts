import type { Chapter } from "../chapter.ts";
import { regretGrowthChapter } from "./regret-growth.ts";
import { restartConditionChapter } from "./restart-condition.ts";
import { staticPolicyChapter } from "./static-policy.ts";

/** What the paper proves, without SAT: in the order in which it says it. */
export const theoryChapters: readonly Chapter[] = [
  restartConditionChapter,
  staticPolicyChapter,
  regretGrowthChapter,
];
