import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The command, seen from dist/processes. */
const MAIN = fileURLToPath(new URL("../main.js", import.meta.url));

/** Whether this process runs the command and nothing else, and so may say where all of it belongs. */
export function isOwnProcess(): boolean {
  try {
    return realpathSync(process.argv[1] ?? "") === realpathSync(MAIN);
  } catch {
    return false;
  }
}
