/** A file in an archive. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const BLOCK = 512;
const REGULAR = new Set(["0", "\0", ""]);

/**
 * The regular files of a tar archive (POSIX.1-1988: a block of header, then the content in whole blocks). Their names are
 * looked at, never used as paths. One that ends too early gives what is whole.
 */
export function* tarEntries(tar: Uint8Array): Generator<TarEntry> {
  for (let at = 0; at + BLOCK <= tar.length; ) {
    const text = (from: number, length: number) =>
      String.fromCharCode(...tar.subarray(at + from, at + from + length)).replace(/\0.*$/s, "");
    const name = text(0, 100);
    if (name === "") return;
    const size = Number.parseInt(text(124, 12).trim(), 8);
    const from = at + BLOCK;
    if (!(size >= 0 && from + size <= tar.length)) return;
    const prefix = text(257, 5) === "ustar" ? text(345, 155) : "";
    if (REGULAR.has(text(156, 1))) {
      yield { name: prefix === "" ? name : `${prefix}/${name}`, bytes: tar.subarray(from, from + size) };
    }
    at = from + Math.ceil(size / BLOCK) * BLOCK;
  }
}
