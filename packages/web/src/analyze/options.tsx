import { parseResetting } from "@mulligan/core/distributions";
import { useState } from "preact/hooks";
import type { Answer, Wishes } from "./messages.ts";
import { Words } from "./words.tsx";

interface OptionsProps {
  readonly wishes: Wishes;
  readonly answer: Answer | undefined;
  readonly onWish: (changed: Partial<Wishes>) => void;
}

/** Unit, resetting time and seed, as the command has them. */
export function Options({ wishes, answer, onWish }: OptionsProps) {
  const [open] = useState(() => matchMedia("(min-width: 56rem)").matches);
  const own =
    answer !== undefined && wishes.unit === "" && answer.unit !== "" ? answer.unit : "as in the log";
  return (
    <details class="card" open={open}>
      <summary>Options</summary>
      <div class="stack analyze-options">
        <Words
          label="Unit of the times"
          hint="ms, s, flips; a log that says its own is converted."
          value={wishes.unit}
          placeholder={own}
          read={(text) => onWish({ unit: text.trim() })}
        />
        <Words
          label="What a restart costs"
          hint="none, constant(TIME) or proportional(SHARE)."
          value={wishes.resetting}
          placeholder="none"
          read={(text) => {
            const resetting = text.trim() || "none";
            parseResetting(resetting);
            onWish({ resetting });
          }}
        />
        <Words
          label="Seed"
          hint="Of the bootstrap behind the intervals."
          value={String(wishes.seed)}
          placeholder="1"
          read={(text) => {
            const seed = text.trim() || "1";
            if (!/^\d{1,15}$/.test(seed))
              throw new RangeError(`seed: must be a whole number of at least 0, got "${seed}"`);
            onWish({ seed: Number(seed) });
          }}
        />
      </div>
    </details>
  );
}
