import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The guardian's process, started again if somebody kills it. */
export interface Watcher {
  tell(line: string): void;
  /** Lets it go: it does its last work and ends. */
  end(): void;
}

const MAX_REVIVALS = 5;
/** The compiled program, seen from src/processes and from dist/processes alike. */
const PROGRAM = fileURLToPath(new URL("../../dist/processes/guardian-main.js", import.meta.url));

/** `words` are its arguments; `known` is what a new one must be told. */
export function startWatcher(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  known: () => readonly string[],
): Watcher {
  let revivals = 0;
  let ended = false;
  let watcher = revive();

  function revive(): ChildProcess {
    const child = spawn(process.execPath, [PROGRAM, ...words], {
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
      env,
      cwd: "/",
    });
    child.stdin?.on("error", () => {});
    child.on("error", () => {});
    child.on("exit", () => {
      if (ended || ++revivals > MAX_REVIVALS) return;
      watcher = revive();
      for (const line of known()) tell(line);
    });
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    return child;
  }

  function tell(line: string): void {
    watcher.stdin?.write(`${line}\n`);
  }

  return {
    tell,
    end() {
      ended = true;
      watcher.stdin?.end();
    },
  };
}
