/** Bad usage or bad input. The user sees its message in one line, and the command ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Calls the library with a user's input. An error of the library is the user's mistake and becomes a `UsageError` with the library's
 * message. A `TypeError` stays: input from the command line has the right type, so it is a defect.
 */
export function asUsage<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || isNotationError(error)) {
      throw new UsageError(error.message, { cause: error });
    }
    throw error;
  }
}

/** Goes by the name, since the class comes with all laws, and every command would load them when it starts. */
function isNotationError(error: unknown): error is Error {
  return error instanceof Error && error.name === "NotationError";
}
