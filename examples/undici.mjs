// The same with undici's `request`: the body is read inside the arm, so that its time counts too.
import { mulligan } from "@mulligan/core";
import { request } from "undici";

export function reader(origin) {
  return mulligan({
    arms: {
      async get({ signal, input }) {
        const { statusCode, body } = await request(new URL(input, origin), { signal });
        const text = await body.text();
        if (statusCode >= 400) throw Object.assign(new Error(`status ${statusCode}`), { statusCode });
        return text;
      },
    },
    shouldRetry: (error) => !(error.statusCode >= 400 && error.statusCode < 500),
  });
}
