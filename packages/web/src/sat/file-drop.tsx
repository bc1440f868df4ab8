import { useEffect, useRef, useState } from "preact/hooks";
import { MAX_FORMULAS } from "./setting.ts";

interface FileDropProps {
  take(files: readonly File[]): void;
}

/** Files may be dropped anywhere on the page; the box says so, and has a button for who does not drag. */
export function FileDrop({ take }: FileDropProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const latest = useRef(take);
  latest.current = take;
  const over = useDropped((files) => latest.current(files));
  return (
    <div class={over ? "drop drop-over" : "drop"}>
      <p>Drop DIMACS files here</p>
      <button type="button" onClick={() => chooser.current?.click()}>
        Choose files
      </button>
      <input
        ref={chooser}
        class="sat-chooser"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="DIMACS files"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])];
          // The same file may be chosen again.
          currentTarget.value = "";
          if (files.length > 0) take(files);
        }}
      />
      <p class="small faint">
        Plain or .gz, up to {MAX_FORMULAS.toLocaleString("en")}. They stay on this machine.
      </p>
    </div>
  );
}

/** Takes files that are dropped, and says whether some are held over the page. */
function useDropped(take: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) take(files);
    };
    document.addEventListener("dragover", hold);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", hold);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return over;
}
