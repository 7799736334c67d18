import { attemptKey } from "../../service/attempt-key.ts";
import { HttpError, type HttpErrorCode, InvalidRequestError } from "../errors.ts";
import { HttpHeaders } from "../headers.ts";
import { HttpResponse, type HttpTimings, type HttpVersion, type ResponseHead } from "../message.ts";
import type { Call } from "./call.ts";
import { type ConnectionSteps, timingsOf } from "./connection-steps.ts";
import { messageOf } from "./network-error.ts";
import { subjectOf } from "./wire-request.ts";

const NO_BYTES = new Uint8Array();
const NO_HEADERS = HttpHeaders.from();

/** What is known of an exchange so far, and how the caller is told of it. */
export class Account {
  /** How far the connection had come. */
  steps: ConnectionSteps = {};
  reusedConnection = false;
  httpVersion: HttpVersion = "1.1";
  readonly #call: Call;
  readonly #startedAt: number;
  #status = 0;
  #headers = NO_HEADERS;
  #firstByteMs: number | undefined;

  constructor(call: Call) {
    this.#call = call;
    this.#startedAt = call.context.clock.now();
  }

  /** Whether the head of the response has come. */
  get hasHead(): boolean {
    return this.#status !== 0;
  }

  get head(): ResponseHead {
    return { url: this.#call.wire.url, status: this.#status, headers: this.#headers };
  }

  /** The head of the response has come just now. */
  receive(status: number, headers: HttpHeaders): void {
    this.#firstByteMs = this.#call.context.clock.now() - this.#startedAt;
    this.#status = status;
    this.#headers = headers;
  }

  response(body: Uint8Array, truncated: boolean): HttpResponse {
    // Spelled out, as a spread would cost more than all the rest.
    return new HttpResponse({
      url: this.#call.wire.url,
      status: this.#status,
      headers: this.#headers,
      body,
      truncated,
      timings: this.#timings(),
      httpVersion: this.httpVersion,
    });
  }

  /** A failure, with the response as far as it has come: its head, and of its body what is given. */
  error(code: HttpErrorCode, cause: unknown, body: Uint8Array = NO_BYTES): HttpError {
    const { request, context, wire, proxy } = this.#call;
    const way = proxy ? ` by the proxy ${proxy.origin}` : "";
    const response = this.hasHead ? this.response(body, true) : undefined;
    return new HttpError(code, `${subjectOf(wire)}${way} failed: ${messageOf(cause)}`, {
      cause,
      request,
      response,
      reusedConnection: this.reusedConnection,
      attempt: context.get(attemptKey),
      timings: response?.timings ?? this.#timings(),
    });
  }

  /** The request was refused on the way, and not sent. */
  refusal(cause: Error): InvalidRequestError {
    const subject = subjectOf(this.#call.wire);
    return new InvalidRequestError(`Cannot send ${subject}: ${cause.message}`, { cause });
  }

  #timings(): HttpTimings {
    const totalMs = this.#call.context.clock.now() - this.#startedAt;
    return timingsOf(this.steps, { firstByteMs: this.#firstByteMs, totalMs });
  }
}
