import { NotationError } from "@mulligan/core/distributions";

/** Bad usage or bad input: its message is the one line that the user sees, and the command ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * The door at which a user's words are handed to the library: what it refuses there is a mistake of the user's, in
 * the library's own words. A TypeError is none: words have the right type, so it can only be a defect of ours.
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
