// Figures that several situations ask for. Each has the most that it may be.

export const failed = (most) => ({ what: "failed", most, of: (played) => played.failed });

export const requests = (most) => ({
  what: "requests a call",
  most,
  of: (played) => played.requestsPerCall,
});

/** Calls that start in [from, to), in ms. */
export const startedIn = (records, from, to = Infinity) =>
  records.filter(({ start }) => start >= from && start < to);

export const countFailed = (records) => records.filter(({ ok }) => !ok).length;

/** How many of the calls that start in [from, to) fail. */
export const failedIn = (what, [from, to], most = 0) => ({
  what,
  most,
  of: ({ records }) => countFailed(startedIn(records, from, to)),
});

export const meanMs = (records) => records.reduce((sum, { ms }) => sum + ms, 0) / records.length;

export const requestsOf = (records) =>
  records.reduce((sum, { requests: count }) => sum + count, 0) / records.length;

export function p99Ms(records) {
  const times = Float64Array.from(records, ({ ms }) => ms).sort();
  return times[Math.ceil(0.99 * times.length) - 1];
}
