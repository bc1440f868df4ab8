// One formula at a time lives in the memory, laid out from the bottom; loading another starts again
// there. Regions begin on a cache line.

let top: usize = 0;

export function clearArena(): void {
  top = 64;
}

export function region(bytes: usize): usize {
  const at = top;
  top = (top + bytes + 63) & ~63;
  const pages = <i32>((top + 0xffff) >>> 16);
  const missing = pages - memory.size();
  if (missing > 0 && memory.grow(missing) < 0) unreachable();
  return at;
}
