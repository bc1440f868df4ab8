import { readBytes } from "../../shell/files.ts";
import type { ColumnNames } from "./columns.ts";
import { type Observations, observationsIn } from "./observations-in.ts";

/** Reads a log from a file, or from standard input for `-`. */
export async function readObservations(file: string, columns: ColumnNames = {}): Promise<Observations> {
  return observationsIn(file, await readBytes(file), columns);
}
