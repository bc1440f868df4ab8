// A worker at the edge, such as one of Cloudflare, in front of two origins. Its bundle needs no part of Node.
import { learnedFetch } from "@mulligan/fetch";

let origins; // made once, and kept while the worker lives

export default {
  async fetch(request, env) {
    origins ??= learnedFetch({ origins: env.ORIGINS.split(" "), deadline: 10_000 });
    const { pathname, search } = new URL(request.url);
    const { method, headers, body } = request;
    return origins(pathname + search, { method, headers, body, duplex: "half", signal: request.signal });
  },
};
