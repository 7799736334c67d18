import type { Dispatcher } from "undici";

import { attemptKey } from "../../service/attempt-key.ts";
import type { Context } from "../../service/context.ts";
import { RejectedError } from "../../service/errors.ts";
import { HttpError, type HttpErrorCode, InvalidRequestError } from "../errors.ts";
import { HttpHeaders } from "../headers.ts";
import { type AcceptBody, type HttpRequest, HttpResponse, type HttpTimings } from "../message.ts";
import { alreadyOpen, type ConnectionSteps, timingsOf } from "./connection-steps.ts";
import type { Connector } from "./connector.ts";
import { type ContentCoding, contentCodings } from "./content-coding.ts";
import { IncomingBody } from "./incoming-body.ts";
import {
  headErrorCode,
  isCut,
  isUnsendable,
  messageOf,
  networkErrorCode,
} from "./network-error.ts";
import { TooManyBytesError } from "./stream-decompressor.ts";
import { subjectOf, type WireRequest } from "./wire-request.ts";

type Controller = Dispatcher.DispatchController;
type HeaderRecord = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];

/** What an {@link Exchange} is about. */
export interface Call {
  readonly request: HttpRequest;
  readonly wire: WireRequest;
  readonly context: Context;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  /** How many bytes the body may have. */
  readonly maxBytes: number;
  /** After how many of them it is cut. */
  readonly cutAt: number;
  /** Says whether the body is to be read; undefined to read them all. */
  readonly accept: AcceptBody | undefined;
  /** Whether a body that the connection cut is a response. */
  readonly allowTruncated: boolean;
}

/** How an {@link Exchange} begins and ends. */
export interface CallFrame {
  /** How much of the time was spent before. */
  readonly spentMs: number;
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (reason: unknown) => void;
}

const NO_BYTES = new Uint8Array();
const NO_CODINGS: readonly ContentCoding[] = [];
const NO_HEADERS = HttpHeaders.from();

/** One request and its response, as undici tells of them. */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #call: Call;
  readonly #connector: Connector;
  readonly #frame: CallFrame;
  readonly #startedAt: number;
  readonly #timer: Disposable;
  readonly #hook: Disposable;
  #ended = false;
  #controller: Controller | undefined;
  #reusedConnection = false;
  #steps: ConnectionSteps = {};
  #status = 0;
  #headers = NO_HEADERS;
  #firstByteMs: number | undefined;
  #body: IncomingBody | undefined;
  /** What ended the connection before the body. */
  #cut: Error | undefined;

  constructor(call: Call, connector: Connector, frame: CallFrame) {
    const { context, timeoutMs } = call;
    this.#call = call;
    this.#connector = connector;
    this.#frame = frame;
    this.#startedAt = context.clock.now();
    this.#timer = context.clock.timer(() => this.#timeOut(), timeoutMs - frame.spentMs);
    this.#hook = context.onAbort((reason) => this.#stop(reason));
  }

  /** Whether nobody waits for it any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Tells of the connection that was begun for this request. */
  connecting(steps: ConnectionSteps): void {
    this.#steps = steps;
  }

  onRequestStart(controller: Controller): void {
    // Thrown from here, an error takes the request back and leaves the connection alone.
    if (this.#ended) throw new Error("The call ended before its request was sent");
    this.#controller = controller;
    this.#reusedConnection = this.#connector.opening === undefined;
    this.#steps = this.#connector.opening ?? alreadyOpen;
  }

  onResponseStart(controller: Controller, status: number, headers: HeaderRecord): void {
    if (status < 100) return this.#fail("protocol", new Error(`${status} is no status`));
    const isInterim = status < 200;
    if (this.#ended || isInterim) return;
    const { context, wire } = this.#call;
    this.#firstByteMs = context.clock.now() - this.#startedAt;
    this.#status = status;
    this.#headers = receivedHeaders(controller);
    const hasNoBody = wire.method === "HEAD" || status === 204 || status === 304;
    if (!hasNoBody && this.#isWanted()) this.#expectBody(headers);
  }

  onResponseData(_: Controller, chunk: Buffer): void {
    if (!this.#ended) this.#body?.write(chunk);
  }

  onResponseEnd(): void {
    this.#cut = this.#connector.failing;
    this.#endBody();
  }

  onResponseError(_: Controller, error: Error): void {
    this.failed(error);
  }

  /** Ends the call for a failure on the way. */
  failed(error: Error): void {
    if (this.#ended) return;
    if (error instanceof RejectedError) this.#stop(error);
    else if (isUnsendable(error)) this.#stop(this.#unsendable(error));
    else if (this.#status === 0) this.#fail(headErrorCode(error), error);
    else if (!isCut(error)) this.#fail(networkErrorCode(error), error);
    else {
      // A length that comes with a 304 is of a body that was not to come.
      if (this.#body) this.#cut = error;
      this.#endBody();
    }
  }

  /** Whether the body is to be read; ends the call where it is not. */
  #isWanted(): boolean {
    const { accept, wire } = this.#call;
    if (!accept) return true;
    try {
      if (accept({ url: wire.url, status: this.#status, headers: this.#headers })) return true;
      this.#leaveRest(NO_BYTES);
    } catch (error) {
      this.#stop(error);
    }
    return false;
  }

  #expectBody(headers: HeaderRecord): void {
    const { maxBytes, cutAt } = this.#call;
    const length = Number(headers["content-length"] ?? 0);
    if (length > maxBytes && cutAt > maxBytes) {
      const message = `The body has ${length} bytes, more than ${maxBytes}`;
      return this.#fail("too_large", new TooManyBytesError(message));
    }
    try {
      const codings = codingsOf(headers);
      this.#body = new IncomingBody(codings, this.#call, {
        cut: (beginning) => this.#leaveRest(beginning),
        done: (body, truncated) => this.#finish(body, truncated),
        failed: (error) => this.#failBody(error),
      });
    } catch (error) {
      this.#fail("decode", error);
    }
  }

  #endBody(): void {
    if (this.#ended) return;
    if (this.#body) this.#body.end();
    else this.#finish(NO_BYTES, false);
  }

  #finish(body: Uint8Array, truncated: boolean): void {
    if (this.#cut && !this.#call.allowTruncated) {
      return this.#stop(this.#truncation(this.#cut, body));
    }
    this.#end();
    const response = this.#response(body, truncated || this.#cut !== undefined);
    // Undici frees the connection in the next turn of the event loop. Told before, a caller that goes
    // on at once would make it open another one.
    queueMicrotask(() => setImmediate(this.#frame.resolve, response));
  }

  #failBody(error: Error): void {
    if (error instanceof TooManyBytesError) this.#fail("too_large", error);
    else if (this.#cut) this.#finish(NO_BYTES, true);
    else this.#fail("decode", error);
  }

  /** Ends the call with what it asked for, though the exchange is still under way. */
  #leaveRest(body: Uint8Array): void {
    this.#end();
    this.#frame.resolve(this.#response(body, true));
    this.#controller?.abort(new Error("The rest of the body is not wanted"));
  }

  #timeOut(): void {
    const message = `It took longer than ${Math.ceil(this.#call.timeoutMs)} ms`;
    this.#fail("timeout", new Error(message));
  }

  #fail(code: HttpErrorCode, cause: unknown): void {
    const response = this.#status === 0 ? undefined : this.#response(NO_BYTES, true);
    this.#stop(this.#error(code, cause, response));
  }

  /** Ends the call, and the exchange where it is still under way. */
  #stop(reason: unknown): void {
    if (this.#ended) return;
    this.#end();
    this.#frame.reject(reason);
    this.#controller?.abort(reason instanceof Error ? reason : new Error(messageOf(reason)));
  }

  #end(): void {
    this.#ended = true;
    this.#timer[Symbol.dispose]();
    this.#hook[Symbol.dispose]();
    this.#body?.[Symbol.dispose]();
  }

  #response(body: Uint8Array, truncated: boolean): HttpResponse {
    return new HttpResponse({
      url: this.#call.wire.url,
      status: this.#status,
      headers: this.#headers,
      body,
      truncated,
      timings: this.#timings(),
    });
  }

  #timings(): HttpTimings {
    const totalMs = this.#call.context.clock.now() - this.#startedAt;
    const spent = { firstByteMs: this.#firstByteMs, totalMs };
    return timingsOf(this.#steps, spent);
  }

  #truncation(cut: Error, body: Uint8Array): HttpError {
    return this.#error("truncated_body", cut, this.#response(body, true));
  }

  #error(code: HttpErrorCode, cause: unknown, response?: HttpResponse): HttpError {
    const { request, wire, context } = this.#call;
    return new HttpError(code, `${subjectOf(wire)} failed: ${messageOf(cause)}`, {
      cause,
      request,
      response,
      reusedConnection: this.#reusedConnection,
      attempt: context.get(attemptKey),
      timings: response?.timings ?? this.#timings(),
    });
  }

  #unsendable(cause: Error): InvalidRequestError {
    const subject = subjectOf(this.#call.wire);
    return new InvalidRequestError(`Cannot send ${subject}: ${cause.message}`, { cause });
  }
}

/** The transfer codings, which undici leaves but for chunked, were applied last. */
function codingsOf(headers: HeaderRecord): readonly ContentCoding[] {
  const { "content-encoding": content, "transfer-encoding": transfer = "chunked" } = headers;
  if (content === undefined && transfer === "chunked") return NO_CODINGS;
  return contentCodings([content ?? [], transfer].flat().join());
}

function receivedHeaders({ rawHeaders }: Controller): HttpHeaders {
  return Array.isArray(rawHeaders) ? HttpHeaders.received(rawHeaders) : NO_HEADERS;
}
