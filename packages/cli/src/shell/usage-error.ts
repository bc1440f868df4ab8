/** Bad usage or bad input: its message is the one line that the user sees, and the command ends with code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
