// Keeps what was learned in Redis, for functions that live for one request, and for many processes. The last one to save wins.
import { learnedFetch } from "@mulligan/fetch";

export function sharedFetch(redis, key = "mulligan:fetch", options = {}) {
  return learnedFetch({
    deadline: 10_000,
    load: async () => JSON.parse(await redis.get(key)),
    save: (learned) => redis.set(key, JSON.stringify(learned), "EX", 7 * 24 * 3600),
    ...options,
  });
}

/** A function that handles one request: what it learned is saved before it ends. */
export async function handle(redis, url) {
  const fetch = sharedFetch(redis);
  try {
    return await (await fetch(url)).text();
  } finally {
    await fetch.save();
  }
}
