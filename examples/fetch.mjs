// Two mirrors of one service, with fetch. A response that is not ok counts as a failure, its `Retry-After` is kept, and a
// response that nobody will read is cancelled, so that its connection is free for the next request.
import { mulligan } from "@mulligan/core";

export function mirrored(east, west, options = {}) {
  return mulligan({
    arms: {
      east: ({ signal, input }) => fetch(new URL(input, east), { signal }),
      west: ({ signal, input }) => fetch(new URL(input, west), { signal }),
    },
    reward(response) {
      if (response.ok) return 1;
      cancelBody(response); // its headers are enough to see how long the mirror is to be left alone
      return 0;
    },
    discard: cancelBody, // it came after its attempt was cut or aborted, or after another was first
    ...options,
  });
}

/** Never throws nor rejects: the body of a response whose request was aborted is an error already. */
export function cancelBody(response) {
  response.body?.cancel().catch(() => {});
}

/** The body of a path, from whichever mirror answers. */
export async function read(mirrors, path, { signal, deadline = 10_000 } = {}) {
  const response = await mirrors.execute({ input: path, signal, deadline });
  return response.text(); // read after the success: nothing aborts it any more
}
