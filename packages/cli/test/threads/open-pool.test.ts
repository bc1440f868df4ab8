import { afterAll, expect, test } from "vitest";
import { UsageError } from "../../src/shell/usage-error.ts";
import { openPool } from "../../src/threads/open-pool.ts";

const pool = openPool<string, string>(new URL("./failing-worker.mjs", import.meta.url), "work", 1, undefined);
afterAll(() => pool.close());

test("a mistake of the user's is one on either side of a thread, and a defect stays one", async () => {
  expect(await pool.run("fine")).toBe("fine");
  const mistake = await pool.run("mistake").catch((error) => error);
  expect(mistake).toBeInstanceOf(UsageError);
  expect(mistake.message).toBe("--law: must be given");
  const defect = await pool.run("defect").catch((error) => error);
  expect(defect).toBeInstanceOf(RangeError);
  expect(defect.stack).toContain("failing-worker.mjs");
});
