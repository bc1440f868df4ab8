import { expect, test } from "vitest";
import { extremeServe } from "../../../../soak/extreme-serve.mjs";
import { listenServe } from "../../../../soak/listen-serve.mjs";
import { mutateServe } from "../../../../soak/mutate-serve.mjs";
import { served } from "./served.ts";

/** How long an answer takes depends on what else the machine does, so tests do not look at it. */
const withoutTimes = (problems: readonly string[]) => problems.filter((text) => !text.startsWith("slow: "));

/** `npm run soak` has 1,000,000, and looks at the times, too. */
test("1,500 mutated requests are answered, none with a 5xx, none after seconds; the memory does not grow", async () => {
  const { url, defects } = await served();
  const { accepted, refused, problems } = await mutateServe(1, 1_500, url);
  expect(withoutTimes(problems)).toEqual([]);
  expect(defects).toEqual([]);
  expect(accepted).toBeGreaterThan(100);
  expect(refused).toBeGreaterThan(500);
});

/** `npm run soak` has 100,000. */
test("40 problems with extreme numbers are decided and learned from, and are there after kill -9", async () => {
  const { answers, problems } = await extremeServe(1, 40);
  expect(withoutTimes(problems)).toEqual([]);
  expect(answers).toBeGreaterThan(300);
});

/** `npm run soak` has 200. */
test("three listeners that do not read are dropped, and nobody waits for them", async () => {
  const { events, problems } = await listenServe(1, 3);
  expect(withoutTimes(problems)).toEqual([]);
  expect(events).toBeGreaterThan(0);
});
