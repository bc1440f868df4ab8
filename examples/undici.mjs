// Learns from every request through undici's global dispatcher: those of undici, of Node's own fetch, and of clients that use them.
import { dispatcher } from "@mulligan/fetch";
import { Agent, setGlobalDispatcher } from "undici";

export function learnEverywhere(options = {}) {
  const learning = dispatcher({ dispatcher: new Agent(), deadline: 10_000, ...options });
  setGlobalDispatcher(learning);
  return learning.learned; // stats(), explain(url), on(…), snapshot()
}
