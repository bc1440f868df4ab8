import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether somebody of the group still runs. A member whose parent is gone stays as a zombie until process
 * 1 reaps it, which in a container can take a second or for ever; the kernel counts it, we do not. True
 * where there is no /proc to look into.
 */
export function hasLivingMember(group: number): boolean {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return true;
  }
  return names.some((name) => /^\d+$/.test(name) && runsInGroup(name, group));
}

function runsInGroup(pid: string, group: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    const [state, , itsGroup] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return Number(itsGroup) === group && state !== "Z" && state !== "X";
  } catch {
    return false; // gone meanwhile
  }
}
