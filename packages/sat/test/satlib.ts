import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { parseDimacs } from "../src/formula/dimacs.ts";
import type { Formula } from "../src/formula/formula.ts";

const folder = fileURLToPath(new URL("../../../../shared/data/satlib/", import.meta.url));

export const satlibSets = {
  uf100: "uf100-430-first500.tar.gz",
  cbs: "CBS_k3_n100_m403_b30-first500.tar.gz",
} as const;

/** The archives lie beside the repository, never in it. */
export const haveSatlib = Object.values(satlibSets).every((name) => existsSync(folder + name));
export const satlibNote = haveSatlib ? "" : ` (skipped: no SATLIB archives in ${folder})`;

export function readSatlib(set: keyof typeof satlibSets): Formula[] {
  return [...untar(gunzipSync(readFileSync(folder + satlibSets[set])))]
    .filter(({ name }) => name.endsWith(".cnf"))
    .map(({ name, bytes }) => parseDimacs(bytes, name));
}

/** The regular files of a tar archive: a header of 512 bytes, the contents, padding to 512. */
function* untar(archive: Uint8Array): Generator<{ name: string; bytes: Uint8Array }> {
  const text = (from: number, length: number) =>
    new TextDecoder().decode(archive.subarray(from, from + length)).replace(/\0.*$/s, "");
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(text(at + 124, 12), 8);
    const kind = text(at + 156, 1);
    if (kind === "0" || kind === "")
      yield { name: text(at, 100), bytes: archive.subarray(at + 512, at + 512 + size) };
    at += 512 + Math.ceil(size / 512) * 512;
  }
}
