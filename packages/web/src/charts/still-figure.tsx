import type { Figure } from "mulligan/figures";
import { useEffect, useRef, useState } from "preact/hooks";
import { useDark, useWidth } from "../browser/hooks.ts";
import { openWorker, type PageWorker } from "../browser/workers.ts";
import { Notice } from "../design/blocks.tsx";
import { currentColour, LINE_COLOURS } from "./lines.tsx";

export interface DrawRequest {
  readonly number: number;
  readonly figure: Figure;
  readonly width: number;
  readonly colours: readonly string[];
}

export type DrawReply = { readonly number: number } & (
  | { readonly svg: string }
  | { readonly problem: string }
);

interface StillFigureProps {
  readonly figure: Figure;
  /** The figure in words, for screen readers. */
  readonly label: string;
}

/** A figure of the command, drawn by Vega in a worker. */
export function StillFigure({ figure, label }: StillFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const dark = useDark();
  const [drawing, setDrawing] = useState<DrawReply | undefined>();

  useEffect(() => {
    if (width === 0) return undefined;
    let wanted = true;
    drawFigure(figure, width, LINE_COLOURS.map(currentColour)).then((reply) => wanted && setDrawing(reply));
    return () => {
      wanted = false;
    };
  }, [figure, width, dark]);

  return (
    <div ref={place} class="still">
      {drawing === undefined && <Notice kind="loading">Drawing …</Notice>}
      {drawing !== undefined && "problem" in drawing && (
        <Notice kind="error">The figure cannot be drawn: {drawing.problem}</Notice>
      )}
      {drawing !== undefined && "svg" in drawing && (
        // The SVG comes from our own worker, and Vega escapes the names in it.
        <div role="img" aria-label={label} dangerouslySetInnerHTML={{ __html: drawing.svg }} />
      )}
    </div>
  );
}

let drawer: PageWorker<DrawRequest> | undefined;
let requests = 0;
const waiting = new Map<number, (reply: DrawReply) => void>();

/** Has the one worker that contains Vega draw a figure. It is loaded with the first one. */
export function drawFigure(figure: Figure, width: number, colours: readonly string[]): Promise<DrawReply> {
  drawer ??= openWorker<DrawRequest, DrawReply>("figures", {
    onReply(reply) {
      waiting.get(reply.number)?.(reply);
      waiting.delete(reply.number);
    },
    onFailure(problem, hasStarted) {
      // The network may be back for the next figure.
      if (!hasStarted) drawer = undefined;
      for (const [number, resolve] of waiting) resolve({ number, problem });
      waiting.clear();
    },
  });
  const number = ++requests;
  drawer.send({ number, figure, width, colours });
  return new Promise((resolve) => waiting.set(number, resolve));
}
