/** @mulligan/fetch: Learned timeouts and retries for fetch, undici and model calls. */

export { learnedFetch } from "./learned-fetch.ts";
export { model } from "./model.ts";
