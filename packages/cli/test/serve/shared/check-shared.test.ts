import { expect, test } from "vitest";
import { checkShared } from "../../../src/serve/http/service.ts";
import { definition } from "../definition.ts";

test("several services share a policy that sums up what was seen, and neither others nor calls", () => {
  expect(() => checkShared(definition({ policy: "km-ts" }))).not.toThrow();
  expect(() => checkShared(definition({ policy: "hidden-types", mode: "retry" }))).toThrow(
    "policy: hidden-types cannot be shared by several services",
  );
  const { name, arms, seed } = definition();
  expect(() => checkShared({ kind: "calls", name, arms, maxKeys: 1, seed })).toThrow(
    'kind: "calls" cannot be shared by several services, since its budgets depend on the order of all requests',
  );
});
