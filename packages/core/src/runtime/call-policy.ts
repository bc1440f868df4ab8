import type { TaskPolicy } from "../policies/definition/policy.ts";

/** What decides for executions: any `TaskPolicy`, or one of your own that never thinks again of an attempt under way. */
export type CallPolicy = Omit<TaskPolicy, "reconsider"> & Partial<Pick<TaskPolicy, "reconsider">>;
