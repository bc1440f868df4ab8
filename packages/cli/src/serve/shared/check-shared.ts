import { parsePolicy, summable } from "@mulligan/core/policies";
import { UsageError } from "../../shell/usage-error.ts";
import type { ProblemDefinition } from "../problem/definition.ts";

/**
 * Refuses a policy that several services cannot learn with. All of them see the same outcomes in the same order; but a
 * policy that also goes by what it decided itself would know something else on each.
 */
export function checkShared(definition: ProblemDefinition): void {
  if (definition.kind === "calls") {
    throw new UsageError(
      'kind: "calls" cannot be shared by several services, since its budgets depend on the order of all requests; ask one service, without --redis',
    );
  }
  const { name } = parsePolicy(definition.policy);
  const able = summable();
  if (able.includes(name)) return;
  throw new UsageError(
    `policy: ${name} cannot be shared by several services, since what it learns depends on the order of the trials and of its own decisions; use one of ${able.join(", ")}`,
  );
}
