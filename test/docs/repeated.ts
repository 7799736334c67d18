import { type HttpRequest, HttpResponse } from "../../src/http/message.ts";
import { type StatusError, statusError, WafBlocked } from "../../src/http/status-error.ts";
import { httpRetry } from "../../src/layers/http-retry.ts";
import { retry } from "../../src/layers/retry.ts";
import { Context } from "../../src/service/context.ts";
import { settle } from "../../src/service/outcome.ts";
import { service } from "../../src/service/service.ts";
import type { ErrorClass } from "./exported-errors.ts";

/** Whether `retry(httpRetry())` repeats a GET that failed with this error. */
export async function isRepeated(error: unknown): Promise<boolean> {
  let calls = 0;
  const leaf = service<HttpRequest, HttpResponse>(() => {
    calls++;
    return Promise.reject(error);
  });
  await settle(repeat(leaf).call(request, new Context()));
  return calls > 1;
}

/** The statuses that a class of errors stands for, and those of them that are repeated. */
export async function statusesOf(
  Class: ErrorClass,
): Promise<{ readonly all: readonly number[]; readonly repeated: readonly number[] }> {
  const plain = Array.from({ length: 200 }, (_, n) => errorOfStatus(400 + n));
  const all = [...plain, ...plain.map(blocked)].filter((error) => error instanceof Class);
  const repeated: number[] = [];
  for (const error of all) if (await isRepeated(error)) repeated.push(error.status);
  return { all: all.map(({ status }) => status), repeated };
}

const request: HttpRequest = { url: "http://example.com/" };
const repeat = retry<HttpRequest, HttpResponse>(httpRetry({ limit: 1, backoff: () => 0 }));

function blocked({ response }: StatusError): WafBlocked {
  return new WafBlocked(request, response, { vendor: "f5", signals: [] });
}

function errorOfStatus(status: number): StatusError {
  const error = statusError(request, new HttpResponse({ url: request.url, status }));
  if (error) return error;
  throw new Error(`There is no error for ${status}`);
}
