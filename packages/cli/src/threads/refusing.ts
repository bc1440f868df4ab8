import { UsageError } from "../shell/usage-error.ts";

/** What a worker answers to a mistake of the user's: an error that crosses threads would lose its class. */
export interface Refusal {
  readonly refused: string;
}

/** A worker's function whose `UsageError`s reach the caller as such. All else that it throws is a defect, as anywhere. */
export function refusing<Task, Result>(
  work: (task: Task) => Result | Promise<Result>,
): (task: Task) => Promise<Result | Refusal> {
  return async (task) => {
    try {
      return await work(task);
    } catch (error) {
      if (error instanceof UsageError) return { refused: error.message };
      throw error;
    }
  };
}

/** The caller's side of it. */
export function accepted<Result>(answer: Result | Refusal): Result {
  if (isRefusal(answer)) throw new UsageError(answer.refused);
  return answer;
}

function isRefusal(answer: unknown): answer is Refusal {
  return typeof answer === "object" && answer !== null && "refused" in answer;
}
