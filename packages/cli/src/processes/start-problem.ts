import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** What execvp(3) says of a program that cannot be started. */
export const startReasons = { ENOENT: "no such program", EACCES: "not executable" } as const;

/**
 * Why a program cannot be started, as far as that shows without starting it; undefined if nothing speaks
 * against it. So a misspelt arm is found at once, and not when it is its turn.
 */
export function startProblem(program: string, path = process.env.PATH): string | undefined {
  if (path === undefined && !program.includes("/")) return undefined; // the system has a path of its own
  const places = program.includes("/")
    ? [program]
    : path!.split(delimiter).map((folder) => join(folder || ".", program));
  const found = places.filter(isFile);
  if (found.length === 0) return startReasons.ENOENT;
  return found.some(isExecutable) ? undefined : startReasons.EACCES;
}

/** A folder of the path that may not be searched is passed over, as execvp(3) does. */
function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
