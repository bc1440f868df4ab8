import { ShellLine, shellWord } from "../design/shell-line.tsx";
import { RACE_DEFAULTS, type RaceFields } from "./race-fields.ts";

/** The `mulligan simulate` command with the same numbers; undefined if laws change, which the command cannot play. */
export function simulateCommand(fields: RaceFields): string | undefined {
  if (fields.later.length > 0) return undefined;
  const optional = (["reward", "resetting", "cutoffs"] as const).filter(
    (name) => fields[name] !== RACE_DEFAULTS[name],
  );
  const options = [
    ...fields.laws.map((law) => ["--law", law]),
    ...fields.policies.map((policy) => ["--policy", policy]),
    ...optional.map((name) => [`--${name}`, fields[name]]),
    ...(["horizon", "runs", "seed"] as const).map((name) => [`--${name}`, fields[name]]),
  ];
  return `mulligan simulate ${options.map(([option, value]) => `${option} ${shellWord(value)}`).join(" ")}`;
}

interface RaceCommandProps {
  readonly fields: RaceFields;
  /** The command would refuse the race, too. */
  readonly refused: boolean;
}

/** The command that plays the same race in a shell, if there is one. */
export function RaceCommand({ fields, refused }: RaceCommandProps) {
  const line = simulateCommand(fields);
  return (
    <section class="card stack">
      <h2>On the command line</h2>
      {refused && <p class="faint">The command appears here when the setting can be run.</p>}
      {!refused && line === undefined && (
        <p class="faint">
          <code>mulligan simulate</code> cannot play this race: it has no option for run times that change. A
          link to this page shows it.
        </p>
      )}
      {!refused && line !== undefined && (
        <>
          <p class="faint small">
            This command plays the same race, with the same numbers. <code>--json</code> prints them in full.
          </p>
          <ShellLine line={line} />
        </>
      )}
    </section>
  );
}
