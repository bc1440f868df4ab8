import { expect, test } from "vitest";
import { mutateServe } from "../../../../soak/mutate-serve.mjs";
import { served } from "./served.ts";

/** How long an answer takes depends on what else the machine does, so tests do not look at it. */
const withoutTimes = (problems: readonly string[]) => problems.filter((text) => !text.startsWith("slow: "));

/** `npm run soak` has 1,000,000, and looks at the times, too. */
test("600 mutated requests are answered, none with a 5xx, none after seconds; the memory does not grow", async () => {
  const { url, defects } = await served();
  const { accepted, refused, problems } = await mutateServe(1, 600, url);
  expect(withoutTimes(problems)).toEqual([]);
  expect(defects).toEqual([]);
  expect(accepted).toBeGreaterThan(40);
  expect(refused).toBeGreaterThan(200);
});
