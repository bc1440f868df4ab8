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
