/** What went wrong, with the causes that the message does not tell already. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const why = cause === undefined ? "" : messageOf(cause);
  return message.includes(why) ? message : `${message}: ${why}`;
}

/** Why a file could not be had, without what was called with which path. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/,.*$/s, "");
}

/** The code of an error, if it has one. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
