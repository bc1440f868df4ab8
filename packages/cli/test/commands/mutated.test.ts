import { expect, test } from "vitest";
import { damageJournals } from "../../../../soak/damage-journals.mjs";
import { mutateCommand } from "../../../../soak/mutate-command.mjs";
import { mutateInputs } from "../../../../soak/mutate-inputs.mjs";
import { mutateLogs } from "../../../../soak/mutate-logs.mjs";

/** `npm run soak` has many more of each. */
test("2,000 mutated inputs are read or refused, none ends in a defect", async () => {
  const { read, refused, problems } = await mutateInputs(1_001, 2_000);
  expect(problems).toEqual([]);
  expect(read).toBeGreaterThan(200);
  expect(refused).toBeGreaterThan(200);
});

test("3,000 mutants of a log of each format are read or refused, some of each", async () => {
  expect((await mutateLogs(1_001, 3_000)).problems).toEqual([]);
});

test("3 mutated command lines end with a code of the contract, and leave nobody", async () => {
  expect((await mutateCommand(1_001, 3)).problems).toEqual([]);
});

test("of 100 changed bytes of a journal none is taken for what was written; 33 cuts lose a line at most", async () => {
  const { refused, torn, problems } = await damageJournals(1_001, 100);
  expect(problems).toEqual([]);
  expect(refused + torn).toBe(100);
});
