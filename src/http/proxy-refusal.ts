/**
 * A proxy did not lead us to the host, but answered so itself. It is the cause of an `HttpError`, and
 * names the proxy without its credentials.
 */
export class ProxyRefusal extends Error {
  override readonly name = "ProxyRefusal";
  readonly status: number;

  constructor(proxy: string, status: number) {
    super(`The proxy ${proxy} answered ${status}${status === 407 ? WANTS_CREDENTIALS : ""}`);
    this.status = status;
  }
}

const WANTS_CREDENTIALS = ": it wants a user name and password, or others";

/** What the proxy answered, where its refusal made a request fail. */
export function proxyStatus(cause: unknown): number | undefined {
  return cause instanceof ProxyRefusal ? cause.status : undefined;
}
