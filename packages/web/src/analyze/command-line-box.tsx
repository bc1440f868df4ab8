import { useEffect, useState } from "preact/hooks";
import { ShellLine } from "../design/shell-line.tsx";
import type { Log } from "./messages.ts";

interface CommandLineProps {
  readonly line: string;
  readonly log: Log;
}

/** The line for a shell, to be copied; what is no file yet can be saved for it. */
export function CommandLine({ line, log }: CommandLineProps) {
  return (
    <section class="card stack" aria-label="The same in a shell">
      <h2>The same in a shell</h2>
      <ShellLine line={line} />
      {!log.isFile && <SaveLog log={log} />}
    </section>
  );
}

function SaveLog({ log: { name, content } }: { readonly log: Log }) {
  const [place, setPlace] = useState("");
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setPlace(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return (
    <p class="faint small">
      It reads a file:{" "}
      <a href={place} download={name}>
        save {name}
      </a>{" "}
      first.
    </p>
  );
}
