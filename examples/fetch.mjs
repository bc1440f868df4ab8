// Two mirrors of one service, with fetch. A response that is not ok counts as a failure, and `Retry-After` is kept.
import { mulligan } from "@mulligan/core";

export function mirrored(east, west) {
  return mulligan({
    arms: {
      east: ({ signal, input }) => fetch(new URL(input, east), { signal }),
      west: ({ signal, input }) => fetch(new URL(input, west), { signal }),
    },
    reward: (response) => (response.ok ? 1 : 0),
    backoff: ({ value }) => 1000 * Number(value?.headers.get("retry-after") ?? 0),
  });
}

/** The body of a path, from whichever mirror answers. */
export async function read(mirrors, path, { signal, deadline = 10_000 } = {}) {
  const response = await mirrors.execute({ input: path, signal, deadline });
  return response.text(); // read after the success: nothing aborts it any more
}
