import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";
import { main } from "../start-command.ts";
import { asking } from "./served.ts";

/** The real command, once it answers; killed when the test is over, if it is still there. */
export async function startServe(
  words: readonly string[] = [],
  { env = {}, prefix = "" }: { readonly env?: NodeJS.ProcessEnv; readonly prefix?: string } = {},
) {
  const script = `${prefix} exec "$0" "$@"`;
  const command = [process.execPath, main, "serve", "--port", "0", ...words];
  const child = spawn("bash", ["-c", script, ...command], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (part) => {
    stderr += part;
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, stderr }));
  const lines = createInterface({ input: child.stdout });
  const url: string = await Promise.race([once(lines, "line").then(([line]) => line), ended.then(() => "")]);
  return { child, url, ended, ask: asking(url) };
}
