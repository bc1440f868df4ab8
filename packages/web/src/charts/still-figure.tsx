import { useEffect, useRef, useState } from "preact/hooks";
import type { TopLevelSpec } from "vega-lite";
import { Notice } from "../design/notice.tsx";
import { colourNow, LINES } from "./colours.ts";
import { drawn } from "./drawn.ts";
import { useDark } from "./use-dark.ts";
import { useWidth } from "./use-width.ts";

interface StillFigureProps {
  readonly figure: TopLevelSpec;
  /** In words, for who cannot see it. */
  readonly says: string;
}

/** A figure of the command's, drawn by Vega in a thread of its own. */
export function StillFigure({ figure, says }: StillFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const dark = useDark();
  const [shown, setShown] = useState<{ svg: string } | { problem: string } | undefined>();

  useEffect(() => {
    if (width === 0) return undefined;
    let wanted = true;
    drawn(figure, width, LINES.map(colourNow)).then(
      (svg) => wanted && setShown({ svg }),
      (error) => wanted && setShown({ problem: String(error?.message ?? error) }),
    );
    return () => {
      wanted = false;
    };
  }, [figure, width, dark]);

  return (
    <div ref={place} class="still">
      {shown === undefined && <Notice kind="loading">Drawing …</Notice>}
      {shown !== undefined && "problem" in shown && (
        <Notice kind="error">The figure cannot be drawn: {shown.problem}</Notice>
      )}
      {shown !== undefined && "svg" in shown && (
        // The SVG is of our own making: names in it are texts, which Vega escapes.
        <div role="img" aria-label={says} dangerouslySetInnerHTML={{ __html: shown.svg }} />
      )}
    </div>
  );
}
