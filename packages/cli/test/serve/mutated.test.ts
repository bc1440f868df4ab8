import { expect, test } from "vitest";
import { mutateServe } from "../../../../soak/mutate-serve.mjs";
import { served } from "./served.ts";

/** `npm run soak` has 20,000. */
test("1,500 mutated requests are answered, none with a 5xx, none after seconds; the memory does not grow", async () => {
  const { url, defects } = await served();
  const { accepted, refused, problems } = await mutateServe(1, 1_500, url);
  expect(problems).toEqual([]);
  expect(defects).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});
