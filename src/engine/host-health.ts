import type { HttpResponse } from "../http/message.ts";
import { RejectedError } from "../service/errors.ts";

/** The host of a request has failed so often that a crawl does not ask it any more. Nothing was sent. */
export class HostDownError extends RejectedError {
  override readonly name = "HostDownError";
  override readonly code = "host_down";
  readonly host: string;

  constructor(host: string, failures: number) {
    super(`${host} has failed ${failures} times in a row`);
    this.host = host;
  }
}

/** Knows the hosts that only fail: attempts that got no response, or one from 500 up. */
export class HostHealth {
  readonly #limit: number;
  readonly #failures = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** An attempt has ended, with this response if any. */
  ended(host: string, response: HttpResponse | undefined): void {
    if (this.#limit === Infinity) return;
    if (response !== undefined && response.status < 500) this.#failures.delete(host);
    else this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1);
  }

  /** Why a host is not to be asked any more; undefined if it is. */
  refusal(host: string): HostDownError | undefined {
    const failures = this.#failures.get(host) ?? 0;
    return failures < this.#limit ? undefined : new HostDownError(host, failures);
  }
}
