import { NotationError } from "@mulligan/core/distributions";

/** Bad usage or bad input: its message is the one line that the user sees, and the command ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Calls the library with a user's input. What the library refuses is the user's mistake and becomes a `UsageError` with the
 * library's message. A `TypeError` stays as it is: input from the command line has the right type, so it is a defect of ours.
 */
export function asUsage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || error instanceof NotationError) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}
