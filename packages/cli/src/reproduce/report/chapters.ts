import type { Chapter } from "../chapter.ts";
import { paretoCorrelationFigure } from "../correlation/chapter.ts";
import { satFigure } from "../walk-sat/chapter.ts";
import { theoryChapters } from "./theory-chapters.ts";

/** In the order of the report: the figures, then what the theorems say. */
export const chapters: readonly Chapter[] = [
  paretoCorrelationFigure,
  satFigure({ label: "fig:uf100", set: "uf100-430", cutoffs: 9 }),
  satFigure({ label: "fig:cbs-k3", set: "CBS_k3_n100_m403_b30", cutoffs: 13 }),
  ...theoryChapters,
];
