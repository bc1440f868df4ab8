import "./measure-text.ts";
import { drawFigure } from "./drawing.ts";
import type { Drawn, ToDraw } from "./drawn.ts";

// Vega takes a tenth of a second and more for a figure, in which a page could not be scrolled.
self.onmessage = async ({ data: { number, figure, width, colours } }: MessageEvent<ToDraw>) => {
  try {
    self.postMessage({ number, svg: await drawFigure(figure, width, colours) } satisfies Drawn);
  } catch (error) {
    self.postMessage({
      number,
      problem: error instanceof Error ? error.message : String(error),
    } satisfies Drawn);
  }
};
