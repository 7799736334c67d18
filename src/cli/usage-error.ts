/** The command was not told right what to do. Its message is one line, for the one who typed. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
