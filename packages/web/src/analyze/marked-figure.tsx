import type { Figure } from "mulligan/figures";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { currentColour } from "../charts/lines.tsx";
import { StillFigure } from "../charts/still-figure.tsx";

interface MarkedFigureProps {
  /** By which `pictureIn` finds the figure. */
  readonly id: string;
  readonly figure: Figure;
  /** The figure in words, for screen readers. */
  readonly label: string;
  /** The ends of its x axis, which is logarithmic. */
  readonly span: readonly [number, number];
  /** The time at which the line stands. */
  readonly at: number;
  readonly onPoint: (at: number) => void;
}

/** The area between the axes, in pixels of the figure. */
interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/**
 * A figure of the command with a line over it that can be dragged. Vega draws the figure once, and the line is laid over
 * it, so that it follows the pointer. For the keyboard there is a slider below.
 */
export function MarkedFigure({ id, figure, label, span: [from, to], at, onPoint }: MarkedFigureProps) {
  const place = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plot | undefined>();
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => setPlot(plotIn(element));
    const observer = new MutationObserver(measure);
    observer.observe(element, { childList: true, subtree: true });
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => {
      observer.disconnect();
      resized.disconnect();
    };
  }, []);
  const share = Math.log(at / from) / Math.log(to / from);
  // A figure may end before the longest time; then the line stands at its end and is faint.
  const inside = share >= 0 && share <= 1;
  const left = `${100 * Math.min(1, Math.max(0, share))}%`;
  const point = (event: PointerEvent) => {
    if (plot === undefined || place.current === null) return;
    const x = (event.clientX - place.current.getBoundingClientRect().left - plot.left) / plot.width;
    onPoint(from * (to / from) ** Math.min(1, Math.max(0, x)));
  };
  return (
    <div ref={place} id={id} class="analyze-marked">
      <StillFigure figure={figure} label={label} />
      {plot !== undefined && (
        <div
          class="analyze-field"
          style={{
            left: `${plot.left}px`,
            top: `${plot.top}px`,
            width: `${plot.width}px`,
            height: `${plot.height}px`,
          }}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            point(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event);
          }}
        >
          <div class={inside ? "analyze-mark" : "analyze-mark analyze-beyond"} style={{ left }} />
        </div>
      )}
    </div>
  );
}

/** The figure of that id as an SVG document in the current colours, without the line that can be dragged. */
export function pictureIn(id: string): string {
  const svg = document.querySelector(`#${id} .still svg`);
  if (svg === null) throw new Error("The figure is not drawn yet.");
  const copy = svg.cloneNode(true) as SVGElement;
  // Attributes, since the page forbids styles in elements.
  copy.setAttribute("color", getComputedStyle(svg).color);
  const background = document.createElementNS(copy.namespaceURI, "rect");
  for (const [name, value] of Object.entries({
    width: "100%",
    height: "100%",
    fill: currentColour("--card"),
  }))
    background.setAttribute(name, value);
  copy.prepend(background);
  return new XMLSerializer().serializeToString(copy);
}

/** Finds the frame that Vega draws around the plot. */
function plotIn(element: HTMLElement): Plot | undefined {
  const frame = element.querySelector(".root .background")?.getBoundingClientRect();
  if (frame === undefined || frame.width === 0) return undefined;
  const { left, top } = element.getBoundingClientRect();
  return { left: frame.left - left, top: frame.top - top, width: frame.width, height: frame.height };
}
