import { useEffect, useState } from "preact/hooks";
import { isCalm } from "../design/is-calm.ts";
import { countText, numberText } from "../design/number-text.ts";
import type { Progress } from "./messages.ts";

interface ProgressLineProps {
  readonly progress: Progress;
  /** Whether an earlier answer stands below: then it is shown only when it takes long, so that nothing jumps. */
  readonly over: boolean;
  readonly onCancel: () => void;
}

/** With fewer verdicts to give, a bar would stand still for long. */
const MANY = 10;

/** What most logs take, and nobody must be told of. */
const SOON_MS = 300;

/** What is being done, how far it is, and a way to stop it. */
export function ProgressLine({ progress, over, onCancel }: ProgressLineProps) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SOON_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!late) return over ? null : <div class="analyze-soon" />;
  const { step, done, of } = progress;
  const known = step === "reading" || (step === "analysing" && of >= MANY);
  return (
    <div class={over ? "notice analyze-progress analyze-over" : "notice analyze-progress"}>
      <p role="status">{wordsOf(progress)}</p>
      {/* A bar that does not know how far it is moves for the sake of moving. */}
      {known || !isCalm() ? (
        <progress aria-label="How far it is" {...(known ? { value: done, max: Math.max(1, of) } : {})} />
      ) : (
        <span />
      )}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}

function wordsOf({ step, done, of, runs = 0 }: Progress): string {
  switch (step) {
    case "reading":
      return of < 1e6 ? "Reading …" : `Reading ${numberText(of / 1e6)} MB …`;
    case "parsing":
      return of < 1e6 ? "Looking through the rows …" : `Looking through ${numberText(of / 1e6)} MB of rows …`;
    case "analysing": {
      const which = of > 1 ? `, ${countText(done + 1)} of ${countText(of)} verdicts` : "";
      const patience = runs >= 1e5 ? " A million runs take half a minute." : "";
      return `Analyzing ${countText(runs)} runs${which} …${patience}`;
    }
  }
}
