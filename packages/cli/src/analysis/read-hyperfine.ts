import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { UsageError } from "../shell/usage-error.ts";

const Export = z.object({
  results: z.array(
    z.object({
      command: z.string(),
      times: z.array(z.number().nonnegative()),
      exit_codes: z.array(z.number().nullable()).optional(),
    }),
  ),
});

/**
 * hyperfine's `--export-json`: each command is an arm. A run with an exit code other than 0 earns nothing; one
 * without a code was killed by a signal, so it was cut.
 */
export function readHyperfine(file: string, text: string): LoggedRun[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file}: must be JSON: ${error instanceof Error ? error.message : error}`);
  }
  const checked = Export.safeParse(value);
  if (!checked.success) {
    const [{ path, message }] = checked.error.issues;
    throw new UsageError(
      `${file}: must be an export of hyperfine: ${path.join(".") || "the document"}: ${message}`,
    );
  }
  return checked.data.results.flatMap(({ command, times, exit_codes: codes }) =>
    times.map((time, run) => {
      const code = codes === undefined ? 0 : codes[run];
      return { arm: command, time, completed: code !== null, reward: code === 0 ? 1 : 0 };
    }),
  );
}
