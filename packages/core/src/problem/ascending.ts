/** The cell in which a time falls among ascending edges: the first edge not below it; edges.length if none. */
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

/** How many ascending times are not above `limit`: the edges that a trial watched until then has passed. */
export function countUpTo(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
