import type { Chapter } from "../chapter.ts";
import { concentrationChapter } from "../concentration/chapter.ts";
import { lemmasChapter } from "../lemmas/chapter.ts";
import { longestCutoffChapter } from "../longest-cutoff/chapter.ts";
import { regretGrowthChapter } from "../regret-growth/chapter.ts";
import { restartConditionChapter } from "../restart-condition/chapter.ts";
import { sharingChapter } from "../sharing/chapter.ts";
import { staticPolicyChapter } from "../static-policy/chapter.ts";

/** What the paper proves, without SAT: in the order in which it says it. */
export const theoryChapters: readonly Chapter[] = [
  restartConditionChapter,
  staticPolicyChapter,
  regretGrowthChapter,
  sharingChapter,
  longestCutoffChapter,
  lemmasChapter,
  concentrationChapter,
];
