import { type Program, placesIn } from "../run/programs.ts";
import { UsageError } from "../shell/usage-error.ts";

/**
 * Refuses programs that are not named by `--allow`. The rule is plain: the first word of a command must be one of the
 * names, letter by letter, with no place such as {input} in it. A name without a slash is looked for on the worker's own
 * PATH, as a shell would; no shell is asked. What is allowed may be given any arguments, so who allows `bash` allows all.
 */
export function checkAllowed(programs: readonly Program[], allowed: readonly string[]): void {
  for (const { command } of programs) {
    const [first] = command;
    if (allowed.includes(first) && placesIn([first]).size === 0) continue;
    const names = allowed.length === 0 ? "it allows none" : `it allows ${allowed.join(", ")}`;
    throw new UsageError(
      `${first}: a worker does not allow this program, ${names} (mulligan worker --allow)`,
    );
  }
}
