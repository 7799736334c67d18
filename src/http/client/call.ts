import type { Context } from "../../service/context.ts";
import type { AcceptBody, HttpRequest } from "../message.ts";
import type { HttpProxy } from "./proxy/http-proxy.ts";
import type { WireRequest } from "./wire-request.ts";

/** What an exchange is about. */
export interface Call {
  readonly request: HttpRequest;
  readonly wire: WireRequest;
  /** Through whom it goes; undefined where directly. */
  readonly proxy: HttpProxy | undefined;
  /** The same where it is handed the request, rather than asked for a tunnel. */
  readonly forwarder: HttpProxy | undefined;
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

/** How an exchange begins and ends. */
export interface CallFrame<Response> {
  /** How much of the time was spent before. */
  readonly spentMs: number;
  readonly resolve: (response: Response) => void;
  readonly reject: (reason: unknown) => void;
}
