import { createHash, randomBytes } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { startOf } from "./process-identity.ts";

/** Of a file that is being written: by which process of which host, and a word of its own. */
const PART = /^\.mulligan-(\d+)-([0-9a-f]{8})-([0-9a-f]{8})-[0-9a-f]{16}\.part$/;

/** A name for a file that is not whole yet, by which it is known whose it is. */
export function newPartName(): string {
  const { pid } = process;
  return `.mulligan-${pid}-${short(hostname())}-${short(startOf(pid) ?? "")}-${randomBytes(8).toString("hex")}.part`;
}

/** Removes what processes of this host that are gone left half written. */
export function sweepParts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid, host, start] = PART.exec(name) ?? [];
    if (pid === undefined || host !== short(hostname())) continue;
    if (short(startOf(Number(pid)) ?? "") !== start) rmSync(join(folder, name), { force: true });
  }
}

function short(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
