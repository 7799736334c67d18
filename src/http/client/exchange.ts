import type { Socket } from "node:net";

import type { Dispatcher } from "undici";

import { RejectedError } from "../../service/errors.ts";
import { decided } from "../decided.ts";
import type { HttpErrorCode } from "../errors.ts";
import { HttpHeaders } from "../headers.ts";
import type { HttpResponse } from "../message.ts";
import { ProxyRefusal } from "../proxy-refusal.ts";
import { Account } from "./account.ts";
import type { Call, CallFrame } from "./call.ts";
import { alreadyOpen, type ConnectionSteps } from "./connection-steps.ts";
import type { Connector } from "./connector.ts";
import { type ContentCoding, contentCodings } from "./content-coding.ts";
import { IncomingBody } from "./incoming-body.ts";
import {
  headErrorCode,
  isCut,
  isUnsendable,
  messageOf,
  networkErrorCode,
  withoutBytes,
} from "./network-error.ts";
import { type RawHeaders, rawHeader } from "./raw-headers.ts";
import { type BodyEnds, TooManyBytesError } from "./stream-decompressor.ts";
import type { WireRequest } from "./wire-request.ts";

const NO_BYTES = new Uint8Array();
const NO_CODINGS: readonly ContentCoding[] = [];

/**
 * One request and its response, as undici tells of them.
 *
 * It hears of them by the names that the core of undici has. By the newer ones, which are a layer around
 * those, all headers would be made texts for each response.
 */
export class Exchange implements Dispatcher.DispatchHandler, BodyEnds {
  readonly #call: Call;
  readonly #connector: Connector;
  readonly #frame: CallFrame<HttpResponse>;
  readonly #account: Account;
  readonly #timer: Disposable;
  readonly #hook: Disposable;
  #ended = false;
  #abort: ((reason: Error) => void) | undefined;
  /** What the request is sent on, until the response has ended. */
  #socket: Socket | undefined;
  #body: IncomingBody | undefined;
  /** What ended the connection before the body. */
  #cut: Error | undefined;

  constructor(call: Call, connector: Connector, frame: CallFrame<HttpResponse>) {
    const { context, timeoutMs } = call;
    this.#call = call;
    this.#connector = connector;
    this.#frame = frame;
    this.#account = new Account(call);
    this.#timer = context.clock.timer(() => this.#timeOut(), timeoutMs - frame.spentMs);
    this.#hook = context.onAbort((reason) => this.#stop(reason));
  }

  /** Whether nobody waits for it any more. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Tells that it goes by HTTP/2. */
  overHttp2(): void {
    this.#account.httpVersion = "2";
  }

  /** Tells of the connection that was begun for this request. */
  connecting(steps: ConnectionSteps): void {
    this.#account.steps = steps;
  }

  /** Tells of the connection on which the request is sent, which nobody else uses until it has ended. */
  sendingOn(socket: Socket): void {
    this.#socket = socket;
  }

  /** The request is about to be sent, and can be taken back by `abort`. */
  onConnect(abort: (reason: Error) => void): void {
    // Thrown from here, an error takes the request back and leaves the connection alone.
    if (this.#ended) throw new Error("The call ended before its request was sent");
    const { opening } = this.#connector;
    this.#abort = abort;
    this.#account.reusedConnection = opening === undefined;
    this.#account.steps = opening ?? alreadyOpen;
    this.#connector.starting = this;
  }

  /** The head has come, or that of an interim response, its headers as they are on the wire. */
  onHeaders(status: number, headers: RawHeaders): true {
    const isInterim = status >= 100 && status < 200;
    if (!this.#ended && !isInterim) this.#begin(status, headers);
    return true;
  }

  onData(chunk: Buffer): true {
    if (!this.#ended) this.#body?.write(chunk);
    return true;
  }

  /** The response has come to its end. */
  onComplete(): void {
    this.#cut = this.#connector.failing;
    // What is still to be sent would stand in the way of the next request (RFC 9112, section 9.3).
    if (this.#socket && this.#socket.writableLength > 0) this.#socket.destroy();
    this.#socket = undefined;
    this.#endBody();
  }

  onError(error: Error): void {
    this.#socket = undefined;
    this.failed(withoutBytes(error));
  }

  /** Ends the call for a failure on the way. */
  failed(error: Error): void {
    if (this.#ended) return;
    if (error instanceof RejectedError) this.#stop(error);
    else if (isUnsendable(error)) this.#stop(this.#account.refusal(error));
    else if (!this.#account.hasHead) this.#fail(headErrorCode(error), error);
    else if (!isCut(error)) this.#fail(networkErrorCode(error), error);
    else {
      // A length that comes with a 304 is of a body that was not to come.
      if (this.#body) this.#cut = error;
      this.#endBody();
    }
  }

  bodyDone(body: Uint8Array, truncated: boolean): void {
    if (this.#cut && !this.#call.allowTruncated) {
      return this.#stop(this.#account.error("truncated_body", this.#cut, body));
    }
    this.#end();
    const response = this.#account.response(body, truncated || this.#cut !== undefined);
    // Undici frees the connection in the next turn of the event loop. Told before, a caller that goes
    // on at once would make it open another one.
    process.nextTick(setImmediate, this.#frame.resolve, response);
  }

  bodyFailed(error: Error): void {
    if (error instanceof TooManyBytesError) this.#fail("too_large", error);
    else if (this.#cut) this.bodyDone(NO_BYTES, true);
    else this.#fail("decode", error);
  }

  /** Ends the call with what it asked for, though the exchange is still under way. */
  bodyCut(beginning: Uint8Array): void {
    this.#end();
    this.#frame.resolve(this.#account.response(beginning, true));
    this.#hangUp(new Error("The rest of the body is not wanted"));
  }

  #begin(status: number, headers: RawHeaders): void {
    if (status < 100) return this.#fail("protocol", new Error(`${status} is no status`));
    const { forwarder, wire } = this.#call;
    if (forwarder && status === 407) {
      return this.#fail("connect", new ProxyRefusal(forwarder.origin, status));
    }
    this.#account.receive(status, HttpHeaders.received(headers));
    if (mayHaveBody(wire, status) && this.#isWanted()) this.#expectBody(headers);
  }

  /** Whether the body is to be read; ends the call where it is not. */
  #isWanted(): boolean {
    const { accept } = this.#call;
    if (!accept) return true;
    try {
      if (decided(accept(this.#account.head))) return true;
      this.bodyCut(NO_BYTES);
    } catch (error) {
      this.#stop(error);
    }
    return false;
  }

  #expectBody(headers: RawHeaders): void {
    const { maxBytes, cutAt } = this.#call;
    const length = Number(rawHeader(headers, "content-length") ?? 0);
    if (length > maxBytes && cutAt > maxBytes) {
      const message = `The body has ${length} bytes, more than ${maxBytes}`;
      return this.#fail("too_large", new TooManyBytesError(message));
    }
    try {
      this.#body = new IncomingBody(codingsOf(headers), this.#call, this);
    } catch (error) {
      this.#fail("decode", error);
    }
  }

  #endBody(): void {
    if (this.#ended) return;
    if (this.#body) this.#body.end();
    else this.bodyDone(NO_BYTES, false);
  }

  #timeOut(): void {
    const message = `It took longer than ${Math.ceil(this.#call.timeoutMs)} ms`;
    this.#fail("timeout", new Error(message));
  }

  #fail(code: HttpErrorCode, cause: unknown): void {
    this.#stop(this.#account.error(code, cause));
  }

  /** Ends the call, and the exchange where it is still under way. */
  #stop(reason: unknown): void {
    if (this.#ended) return;
    this.#end();
    this.#frame.reject(reason);
    this.#hangUp(reason instanceof Error ? reason : new Error(messageOf(reason)));
  }

  /** Closes the connection, or gives up the one that is being made; does nothing once all has come. */
  #hangUp(reason: Error): void {
    // Undici would open another connection for the request that it is told to abort.
    if (this.#socket) this.#socket.destroy();
    else if (this.#abort) this.#abort(reason);
    else this.#connector.abandon(this.#account.steps);
  }

  #end(): void {
    this.#ended = true;
    this.#timer[Symbol.dispose]();
    this.#hook[Symbol.dispose]();
    this.#body?.[Symbol.dispose]();
  }
}

function mayHaveBody({ method }: WireRequest, status: number): boolean {
  return method !== "HEAD" && status !== 204 && status !== 304;
}

/** The transfer codings, which undici leaves but for chunked, were applied last. */
function codingsOf(headers: RawHeaders): readonly ContentCoding[] {
  const content = rawHeader(headers, "content-encoding");
  const transfer = rawHeader(headers, "transfer-encoding") ?? "chunked";
  if (content === undefined && transfer === "chunked") return NO_CODINGS;
  return contentCodings(content === undefined ? transfer : `${content},${transfer}`);
}
