/** Where a time falls among ascending edges: the first one that is not below it; edges.length if none. */
export function cellOf(edges: Float64Array, time: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many edges a trial that was watched until `time` has passed: those that are not above it. */
export function edgesPassed(edges: Float64Array, time: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (edges[middle] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
