import { useEffect, useRef, useState } from "preact/hooks";

/**
 * Takes what is dropped anywhere on the page: a browser would leave the page for it. Words that are dragged into a field
 * belong there. True while something is held over the page.
 */
export function useDropped(take: (data: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (isForField(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (isForField(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) latest.current(event.dataTransfer);
    };
    addEventListener("dragover", hold);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", hold);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return over;
}

function isForField({ target, dataTransfer }: DragEvent): boolean {
  const inField = target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement;
  return inField && dataTransfer !== null && !dataTransfer.types.includes("Files");
}
