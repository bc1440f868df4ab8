import type { LoggedRun } from "@mulligan/core/analysis";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";

/**
 * GNU parallel's `--joblog`, with tabs: Seq Host Starttime JobRuntime Send Receive Exitval Signal Command.
 * A job that was killed, by a signal or by `--timeout` (exit value −1), was cut; one that failed by
 * itself is completed without a reward. The host is no arm: it does the same work.
 */
export function readJoblog(file: string, text: string): LoggedRun[] {
  return text
    .split(/\r?\n/)
    .map((line, place) => ({ fields: line.split("\t"), line: place + 1 }))
    .slice(1)
    .filter(({ fields }) => fields.length > 1)
    .map(({ fields, line }) => {
      const [, , , runtime, , , exitValue, signal, command] = fields.map((field) => field.trim());
      const time = runtime === "" || runtime === undefined ? Number.NaN : Number(runtime);
      if (!(time >= 0 && time < Infinity) || !/^-?\d+$/.test(exitValue ?? "")) {
        throw new UsageError(
          `${file}:${line}: must have a JobRuntime of at least 0 and an Exitval, got ${shown(runtime ?? "")} and ${shown(exitValue ?? "")}`,
        );
      }
      const completed = Number(exitValue) >= 0 && !(Number(signal) > 0);
      return {
        arm: "all",
        ...(command ? { instance: command } : {}),
        time,
        completed,
        reward: completed && Number(exitValue) === 0 ? 1 : 0,
      };
    });
}
