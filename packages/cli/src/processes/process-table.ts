import { readdirSync, readFileSync } from "node:fs";

/** What /proc says of a process. */
export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** Of its process group. */
  readonly group: number;
  /** When it started: with the number it is the name of one process, and of no later one. */
  readonly start: string;
}

/** Undefined for who is gone, or only waits to be reaped. */
export function entryOf(pid: number): ProcessEntry | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group] = fields;
    if (state === "Z" || state === "X") return undefined;
    return { pid, parent: Number(parent), group: Number(group), start: fields[START_FIELD] };
  } catch {
    return undefined;
  }
}

/** Of the fields behind the name, which is in parentheses: the 22nd of all. */
const START_FIELD = 19;

/** All that a process started and that have a parent still, theirs with them. */
export function descendantsOf(pid: number): ProcessEntry[] {
  const found: ProcessEntry[] = [];
  for (const child of childrenOf(pid)) {
    const entry = entryOf(child);
    if (entry !== undefined) found.push(entry);
    found.push(...descendantsOf(child));
  }
  return found;
}

function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "latin1").split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return []; // gone, or a kernel without this list
  }
}
