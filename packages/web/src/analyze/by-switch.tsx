import type { Wishes } from "./messages.ts";

interface BySwitchProps {
  readonly by: Wishes["by"];
  readonly onChoose: (by: Wishes["by"]) => void;
}

/** One verdict for each arm, or for each instance. */
export function BySwitch({ by, onChoose }: BySwitchProps) {
  return (
    <fieldset class="row">
      <legend class="unseen">One verdict for each</legend>
      <span class="small faint" aria-hidden="true">
        One verdict for each
      </span>
      {(["arm", "instance"] as const).map((what) => (
        <button key={what} type="button" aria-pressed={by === what} onClick={() => onChoose(what)}>
          {what}
        </button>
      ))}
    </fieldset>
  );
}
