import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Whether the reader asked for no movement that is not needed. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Whether two columns fit beside each other, as in the style sheets. */
export function isWide(): boolean {
  return matchMedia("(min-width: 56rem)").matches;
}

/** A value of the browser, read now and again at every event of this name. */
export function useBrowserValue<Value>(read: () => Value, event: string, target: () => EventTarget): Value {
  const [value, setValue] = useState(read);
  useEffect(() => {
    const source = target();
    const update = () => setValue(read);
    source.addEventListener(event, update);
    return () => source.removeEventListener(event, update);
  }, []);
  return value;
}

/** Whether the system is dark: a canvas must be drawn again when that changes. */
export function useDark(): boolean {
  const query = "(prefers-color-scheme: dark)";
  return useBrowserValue(
    () => matchMedia(query).matches,
    "change",
    () => matchMedia(query),
  );
}

/** Whether the tab is in front. A hidden tab listens to nothing: a browser has few connections to one server. */
export function useTabVisible(): boolean {
  return useBrowserValue(
    () => !document.hidden,
    "visibilitychange",
    () => document,
  );
}

/** The width of an element in whole pixels, kept up to date; 0 before it is there. */
export function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** The time, read again every so often. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/**
 * Takes what is dropped anywhere on the page, where a browser would leave the page for it. Text that is dragged into a
 * field belongs there. True while something is held over the page.
 */
export function usePageDrop(take: (data: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const listeners = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      addEventListener(type, listener, { signal: listeners.signal });
    listen("dragover", (event) => {
      if (isForField(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      setOver(true);
    });
    listen("dragleave", (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen("drop", (event) => {
      setOver(false);
      if (isForField(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) latest.current(event.dataTransfer);
    });
    return () => listeners.abort();
  }, []);
  return over;
}

function isForField({ target, dataTransfer }: DragEvent): boolean {
  const inField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  return inField && dataTransfer !== null && !dataTransfer.types.includes("Files");
}
