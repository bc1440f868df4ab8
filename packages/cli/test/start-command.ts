import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

export const main = fileURLToPath(new URL("../dist/bundle/main.js", import.meta.url));

export interface Ended {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number | null;
}

/** Starts the real command and waits for its end. */
export function startMulligan(
  args: readonly string[],
  input = "",
  environment: NodeJS.ProcessEnv = {},
): Ended {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], {
    encoding: "utf8",
    input,
    env: { ...process.env, ...environment },
    maxBuffer: 1e8,
  });
  return { stdout, stderr, code: status };
}

/** Runs a script of bash, in which `mulligan` is the real command, and waits for its end. */
export function inShell(script: string, words: readonly string[] = [], cwd?: string): Ended {
  const command = `mulligan() { '${process.execPath}' '${main}' "$@"; }`;
  const { stdout, stderr, status } = spawnSync("bash", ["-c", `${command}\n${script}`, "bash", ...words], {
    cwd,
    encoding: "utf8",
  });
  return { stdout, stderr, code: status };
}
