import { expect, test } from "vitest";
import { damageJournals } from "../../../../soak/damage-journals.mjs";
import { mutateCommand } from "../../../../soak/mutate-command.mjs";
import { mutateInputs } from "../../../../soak/mutate-inputs.mjs";

/** `npm run soak` has a hundred times as many of each. */
test("10,000 mutated inputs are read or refused, none ends in a defect", async () => {
  const { read, refused, problems } = await mutateInputs(1_001, 10_000);
  expect(problems).toEqual([]);
  expect(read).toBeGreaterThan(1_000);
  expect(refused).toBeGreaterThan(1_000);
});

test("20 mutated command lines end with a code of the contract, and leave nobody", async () => {
  expect((await mutateCommand(1_001, 20)).problems).toEqual([]);
});

test("of 300 changed bytes of a journal none is taken for what was written; 100 cuts lose a line at most", async () => {
  const { refused, torn, problems } = await damageJournals(1_001, 300);
  expect(problems).toEqual([]);
  expect(refused + torn).toBe(300);
});
