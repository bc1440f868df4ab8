import { UsageError } from "./usage-error.ts";

/** Refuses a command that ends programs together with all processes that they have started. */
export function refuseWindows(command: string): void {
  if (process.platform !== "win32") return;
  throw new UsageError(
    `${command}: needs Linux or macOS, since Windows has no process groups; use WSL, the Windows Subsystem for Linux`,
  );
}
