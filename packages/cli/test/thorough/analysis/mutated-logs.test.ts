import { expect, test } from "vitest";
import { mutateLogs } from "../../../../../soak/mutate-logs.mjs";

test("20,000 mutants of logs are read or refused in less than two seconds each, none ends in a defect", async () => {
  expect((await mutateLogs(1_002, 20_000)).problems).toEqual([]);
});
