import { useEffect, useRef, useState } from "preact/hooks";
import type { TopLevelSpec } from "vega-lite";
import { loadScript } from "../computing/load-script.ts";
import { Notice } from "../design/notice.tsx";
import { colourNow, LINES } from "./colours.ts";
import { useDark } from "./use-dark.ts";
import { useWidth } from "./use-width.ts";

declare global {
  /** What `figures.js` brings, once it is loaded. */
  var mulliganFigures: typeof import("./drawing.ts") | undefined;
}

interface StillFigureProps {
  readonly figure: TopLevelSpec;
  /** In words, for who cannot see it. */
  readonly says: string;
}

/** A figure of the command's, drawn by Vega, which is loaded with the first of them. */
export function StillFigure({ figure, says }: StillFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const dark = useDark();
  const [drawn, setDrawn] = useState<{ svg: string } | { problem: string } | undefined>();

  useEffect(() => {
    if (width === 0) return undefined;
    let wanted = true;
    draw(figure, width).then(
      (svg) => wanted && setDrawn({ svg }),
      (error) => wanted && setDrawn({ problem: String(error?.message ?? error) }),
    );
    return () => {
      wanted = false;
    };
  }, [figure, width, dark]);

  return (
    <div ref={place} class="still">
      {drawn === undefined && <Notice kind="loading">Drawing …</Notice>}
      {drawn !== undefined && "problem" in drawn && (
        <Notice kind="error">The figure cannot be drawn: {drawn.problem}</Notice>
      )}
      {drawn !== undefined && "svg" in drawn && (
        // The SVG is of our own making: names in it are texts, which Vega escapes.
        <div role="img" aria-label={says} dangerouslySetInnerHTML={{ __html: drawn.svg }} />
      )}
    </div>
  );
}

async function draw(figure: TopLevelSpec, width: number): Promise<string> {
  await loadScript("figures.js");
  if (globalThis.mulliganFigures === undefined) throw new Error("figures.js is not complete");
  return globalThis.mulliganFigures.drawFigure(figure, width, LINES.map(colourNow));
}
