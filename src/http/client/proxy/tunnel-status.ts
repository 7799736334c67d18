const VERSION = "HTTP/1.";
const STATUS_LINE = /^HTTP\/1\.[01] ([1-9]\d\d)(?![^ \r])/;
const END = "\r\n\r\n";
/** What a proxy may say before there is a tunnel. */
const MAX_HEAD_BYTES = 16 * 1024;

/**
 * The status with which a proxy answers a CONNECT, interim answers passed over; undefined while more has
 * to come.
 *
 * Throws where that is no HTTP/1, or too long, or where something comes behind the head by which a tunnel
 * begins: nobody at its other end speaks unasked.
 */
export function tunnelStatus(received: string): number | undefined {
  let rest = received;
  for (;;) {
    const end = rest.indexOf(END);
    const head = end === -1 ? rest : rest.slice(0, end);
    requireHead(head);
    if (end === -1) return undefined;
    const status = statusOf(head);
    rest = rest.slice(end + END.length);
    if (status < 200) continue;
    if (status < 300 && rest !== "") throw new Error("there is more behind its head");
    return status;
  }
}

function requireHead(head: string): void {
  if (!VERSION.startsWith(head.slice(0, VERSION.length))) throw new Error("it is no HTTP/1");
  if (head.length > MAX_HEAD_BYTES) throw new Error(`its head has over ${MAX_HEAD_BYTES} bytes`);
}

function statusOf(head: string): number {
  const [, status] = STATUS_LINE.exec(head) ?? [];
  if (status === undefined) throw new Error("its first line has no status");
  return Number(status);
}
