import { policies } from "@mulligan/core/policies";
import { expect, test } from "vitest";
import { policyWords } from "../../src/design/policy-names.ts";

test("every policy of the registry has a plain name, a short one and a sentence", () => {
  for (const { name } of policies) {
    const { about, ...names } = policyWords(name);
    expect(about, name).toMatch(/^[A-Z].*\.$/);
    expect(Object.values(names), name).not.toContain(name);
  }
  expect(new Set(policies.map(({ name }) => policyWords(name).short)).size).toBe(policies.length);
});

test("options stand behind the plain name, and a name that nobody knows is kept", () => {
  expect(policyWords("km-ts").name).toBe("Mulligan (km-ts)");
  expect(policyWords(" km-ts:halfLife=300,strength=2 ").name).toBe(
    "Mulligan (km-ts, halfLife=300, strength=2)",
  );
  expect(policyWords("fixed:cutoff=1").name).toBe("A fixed cutoff (cutoff=1)");
  expect(policyWords("constructor:a=1").name).toBe("constructor (a=1)");
});
