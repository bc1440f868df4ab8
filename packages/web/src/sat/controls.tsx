import { countText } from "../design/number-text.ts";
import { type Contest, doneCount } from "./contest.ts";
import type { SatSession } from "./session.ts";

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
  const goes = running || status === "paused" || contest?.walking === true;
  const [label, act] = actionOf(session, start);
  const jobs = contest?.jobs.length ?? 0;
  // A button that has the focus is never disabled: the keyboard's focus would jump back to the top.
  return (
    <div class="card stack controls">
      <div class="row">
        <button type="button" class="main start" aria-disabled={!goes && refused} onClick={act}>
          {label}
        </button>
        <button type="button" aria-disabled={!goes} onClick={goes ? session.stop : undefined}>
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

function actionOf({ contest, pause, go }: SatSession, start: () => void): readonly [string, () => void] {
  switch (contest?.status) {
    case undefined:
      return ["Solve", start];
    case "reading":
    case "running":
      return ["Pause", pause];
    case "paused":
      return ["Go on", go];
    default:
      return ["Solve again", start];
  }
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
