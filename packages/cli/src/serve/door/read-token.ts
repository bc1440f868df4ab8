import { readText } from "../../shell/files.ts";
import { UsageError } from "../../shell/usage-error.ts";
import { isLoopback } from "./guard.ts";

const FEWEST = 16;
const VARIABLE = "MULLIGAN_TOKEN";

/**
 * The token from its file or from the environment: an argument would stand in the list of processes, for all to read.
 * Who lets others than this machine ask must have one.
 */
export async function readToken(host: string, file: string | undefined): Promise<string | undefined> {
  const place = file === undefined ? VARIABLE : `--token-file ${file}`;
  const text = file === undefined ? process.env[VARIABLE] : await readText(file);
  const token = text?.trim();
  if (token === undefined || (token === "" && file === undefined)) {
    if (isLoopback(host)) return undefined;
    throw new UsageError(
      `--host: must be of this machine (127.0.0.1, ::1, localhost) unless a token is given by --token-file or ${VARIABLE}, got ${host}`,
    );
  }
  if (!/^[!-~]+$/.test(token) || token.length < FEWEST) {
    throw new UsageError(
      `${place}: must be a token of at least ${FEWEST} letters, digits and signs without spaces, such as openssl rand -hex 32 makes`,
    );
  }
  return token;
}
