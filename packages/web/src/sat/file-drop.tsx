import { useRef } from "preact/hooks";
import { useDropped } from "../design/use-dropped.ts";
import { MAX_FORMULAS } from "./setting.ts";

interface FileDropProps {
  take(files: readonly File[]): void;
}

/** Files may be dropped anywhere on the page; the box says so, and has a button for who does not drag. */
export function FileDrop({ take }: FileDropProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const over = useDropped(({ files }) => {
    if (files.length > 0) take([...files]);
  });
  return (
    <div class={over ? "drop drop-over" : "drop"}>
      <p>Drop DIMACS files here</p>
      <button type="button" onClick={() => chooser.current?.click()}>
        Choose files
      </button>
      <input
        ref={chooser}
        class="unseen"
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
