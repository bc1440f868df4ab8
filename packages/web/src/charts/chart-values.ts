import type uPlot from "uplot";
import { numberText } from "../design/number-text.ts";
import { type ChartContent, type ChartLine, placesOf } from "./chart-options.ts";

/** Shows the values at the place of the pointer or of a finger, with the ends of their bands, in a box beside it. */
export function valuesUnderPointer({ lines, x }: Omit<ChartContent, "data">): uPlot.Plugin {
  const places = placesOf(lines);
  const box = document.createElement("div");
  box.className = "chart-values";
  box.hidden = true;

  // A finger leaves the screen, and its values stay until it touches something else.
  let byFinger = false;
  const listeners = new AbortController();

  function show(chart: uPlot): void {
    const { idx, left = -1 } = chart.cursor;
    if (byFinger && left < 0) return;
    box.hidden = idx == null || left < 0;
    if (idx == null || box.hidden) return;
    const rows = places.flatMap(({ line, at }) => rowOf(chart, line, at, idx));
    box.replaceChildren(heading(`${x.label} ${numberText(chart.data[0][idx])}`), ...rows);
    // In the corner that is farthest from the pointer and from the values.
    const isRight = left > chart.over.clientWidth / 2;
    box.style.left = isRight ? "0" : "auto";
    box.style.right = isRight ? "auto" : "0";
    const areLow = meanPlace(chart, places, idx) > chart.over.clientHeight / 2;
    box.style.top = areLow ? "0" : "auto";
    box.style.bottom = areLow ? "auto" : "0";
  }

  return {
    hooks: {
      init(chart) {
        chart.over.append(box);
        const point = (event: PointerEvent) => {
          byFinger = event.pointerType !== "mouse";
          if (!byFinger) return;
          const { left, top } = chart.over.getBoundingClientRect();
          chart.setCursor({ left: event.clientX - left, top: event.clientY - top });
        };
        chart.over.addEventListener("pointerdown", point);
        chart.over.addEventListener("pointermove", point);
        const hide = ({ target }: Event) => {
          if (!chart.over.contains(target as Node)) box.hidden = true;
        };
        document.addEventListener("pointerdown", hide, { signal: listeners.signal });
      },
      destroy: () => listeners.abort(),
      setCursor: show,
      setData: (chart) => box.hidden || show(chart),
    },
  };
}

/** How far the values at a place lie below the top of the chart, in the mean, in pixels. */
function meanPlace(chart: uPlot, places: ReturnType<typeof placesOf>, idx: number): number {
  const tops = places
    .flatMap(({ at }) => chart.data[at][idx] ?? [])
    .map((value) => chart.valToPos(value, "y"));
  return tops.reduce((sum, top) => sum + top, 0) / Math.max(1, tops.length);
}

function heading(text: string): HTMLElement {
  const element = document.createElement("strong");
  element.textContent = text;
  return element;
}

/** No row where the line has no value. */
function rowOf(chart: uPlot, line: ChartLine, at: number, place: number): HTMLElement[] {
  const value = chart.data[at][place];
  if (value == null) return [];
  const row = document.createElement("div");
  const mark = document.createElement("i");
  mark.style.background = `var(${line.colour})`;
  const text = document.createElement("span");
  text.textContent = line.label;
  const number = document.createElement("b");
  number.textContent = numberText(value);
  row.append(mark, text, number);
  const [high, low] = line.band ? [chart.data[at + 1][place], chart.data[at + 2][place]] : [];
  if (high != null && low != null && high > low) {
    const band = document.createElement("small");
    band.textContent = `${numberText(low)} to ${numberText(high)}`;
    row.append(band);
  }
  return [row];
}
