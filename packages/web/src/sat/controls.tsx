import { countText } from "../design/number-text.ts";
import type { Contest, SatSession } from "./session.ts";

interface SatControlsProps {
  readonly session: SatSession;
  /** The setting has a problem, or no file can be solved. */
  readonly refused: boolean;
  /** Starts a contest on generated formulas, or again on the last files. */
  start(): void;
}

/** Start, pause and stop, and how far the contest is. */
export function SatControls({ session, refused, start }: SatControlsProps) {
  const { contest } = session;
  const status = contest?.status ?? "over";
  const running = status === "running" || status === "reading";
  const act = running ? session.pause : status === "paused" ? session.go : start;
  const goes = running || status === "paused" || contest?.walking === true;
  const again = contest === undefined ? "Solve" : "Solve again";
  const jobs = contest?.jobs.length ?? 0;
  // A button that has the focus is never disabled: the keyboard's focus would jump back to the top.
  return (
    <div class="card stack controls">
      <div class="row">
        <button type="button" class="main start" aria-disabled={!goes && refused} onClick={act}>
          {running ? "Pause" : status === "paused" ? "Go on" : again}
        </button>
        <button type="button" aria-disabled={!goes} onClick={session.stop}>
          Stop
        </button>
      </div>
      <div class="clock">
        <progress
          max={Math.max(1, jobs)}
          value={contest === undefined ? 0 : doneCount(contest)}
          aria-label="How far the contest is"
        />
        <span class="small faint">{contest === undefined ? "Not started." : stageText(contest)}</span>
      </div>
    </div>
  );
}

function doneCount({ played }: Contest): number {
  return played.filter(({ over }) => over).length;
}

function stageText(contest: Contest): string {
  const { status, formulas, total, jobs, seeds, walking } = contest;
  const done = doneCount(contest);
  const isTuning = done >= 3 * seeds.length;
  const stage = isTuning
    ? `Tuning Luby’s base: ${countText(done - 3 * seeds.length)} of ${countText(jobs.length - 3 * seeds.length)}`
    : `Played ${countText(Math.floor(done / 3))} of ${countText(seeds.length)} seeds`;
  switch (status) {
    case "reading":
      return total === 0 ? "Getting ready …" : `Read ${countText(formulas.length)} of ${countText(total)} …`;
    case "running":
      return `${stage} …`;
    case "paused":
      return jobs.length === 0 ? "Paused." : `Paused. ${stage}.`;
    case "failed":
      return "Failed.";
    default:
      if (done < jobs.length) return `Stopped. ${stage}.`;
      return walking ? "Done. The walk in the picture goes on." : "Done.";
  }
}
