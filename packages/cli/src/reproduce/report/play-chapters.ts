import { themed } from "../../figures/theme.ts";
import type { Chapter, Context } from "../chapter.ts";
import { loadSet } from "../formulas/formula-set.ts";
import type { Setting } from "../setting.ts";
import type { DrawnPanel, PlayedChapter } from "./page.ts";
import { panelsOf } from "./panels.ts";
import { openStudies } from "./play-studies.ts";

/** With what the chapters are played. */
export interface Means {
  readonly setting: Setting;
  /** The user's folder of formulas; without one they are generated. */
  readonly data: string | undefined;
  readonly jobs: number;
}

/** Plays chapters at once, on all threads, and draws their figures; the same whatever the number of threads. */
export async function playChapters(
  chapters: readonly Chapter[],
  { setting, data, jobs }: Means,
  progress: (done: number, total: number) => void,
): Promise<PlayedChapter[]> {
  const studies = openStudies(jobs, progress);
  const context: Context = {
    setting,
    play: studies.play,
    formulas: (name, max) => loadSet(name, data, max),
  };
  try {
    return await Promise.all(chapters.map((chapter) => playChapter(chapter, context)));
  } finally {
    await studies.close();
  }
}

async function playChapter({ label, title, play }: Chapter, context: Context): Promise<PlayedChapter> {
  const findings = await play(context);
  // What draws takes half a second to load.
  const { drawSvg } = await import("../../figures/write-figure.ts");
  const drawings: Record<string, string> = {};
  const panels: Record<string, DrawnPanel[]> = {};
  for (const { name, spec } of findings.figures) {
    drawings[name] = await drawSvg(themed(spec));
    panels[name] = [];
    for (const panel of panelsOf(spec)) {
      panels[name].push({ title: panel.title, drawing: await drawSvg(panel.spec) });
    }
  }
  return { label, title, findings, drawings, panels };
}
