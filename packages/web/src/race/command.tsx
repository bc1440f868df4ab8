import { ShellLine } from "../design/shell-line.tsx";
import { commandLine, type RaceWords } from "./race-words.ts";

interface CommandProps {
  readonly words: RaceWords;
  /** The command would refuse it, too. */
  readonly refused: boolean;
}

/** The line that plays the same race in a shell, where there is one. */
export function Command({ words, refused }: CommandProps) {
  const line = commandLine(words);
  return (
    <section class="card stack">
      <h3>In a shell</h3>
      {refused && <p class="faint">There is a line for it as soon as the race can be run.</p>}
      {!refused && line === undefined && (
        <p class="faint">
          The command has no option for laws that change: <code>mulligan simulate</code> cannot play this
          race. The address of this page does.
        </p>
      )}
      {!refused && line !== undefined && (
        <>
          <p class="faint small">
            The same race, with the same numbers; <code>--json</code> gives them in full.
          </p>
          <ShellLine line={line} />
        </>
      )}
    </section>
  );
}
