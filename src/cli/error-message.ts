/** What went wrong, with the causes that the message does not tell already. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  const why = cause === undefined ? "" : messageOf(cause);
  return message.includes(why) ? message : `${message}: ${why}`;
}
