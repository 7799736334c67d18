import { concurrencyLimit } from "../../../src/layers/concurrency-limit.ts";
import { ServiceBuilder } from "../../../src/service/builder.ts";
import { layer } from "../../../src/service/layer.ts";
import { untyped } from "../../support/untyped.ts";

const error = new Error("nobody handles this");
const never = (): Promise<string> => new Promise(() => {});
const limited = ServiceBuilder.for<string, string>().layer(concurrencyLimit({ limit: 1 }));

/** Calls that reject, each in its way. */
const calls: Record<string, () => unknown> = {
  "leaf rejects": () => limited.service(() => Promise.reject(error)).call("/"),
  "leaf throws": () =>
    limited
      .service(() => {
        throw error;
      })
      .call("/"),
  aborted: () => {
    const controller = new AbortController();
    void limited.service(never).call("/", { signal: controller.signal });
    controller.abort(error);
  },
  "aborted before": () => limited.service(never).call("/", { signal: AbortSignal.abort(error) }),
  closed: async () => {
    const named = limited.layer(layer(error.message, (inner) => inner.call));
    const stack = named.service(never);
    await stack[Symbol.asyncDispose]();
    void stack.call("/");
  },
  misused: () => limited.service(never).call("/", { signal: untyped(error.message) }),
};

calls[process.argv[2] ?? ""]?.();
setTimeout(() => {}, 1000);
