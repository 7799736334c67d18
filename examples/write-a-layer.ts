import { type HttpRequest, type HttpResponse, httpStack, type Layer, layer } from "pagoda";

/** Tells of calls that took long. State would be made inside `(inner) => …`, once for each stack. */
const logSlow = (ms: number): Layer<HttpRequest, HttpResponse> =>
  layer("logSlow", (inner) => async (request, context) => {
    const start = context.clock.now();
    const response = await inner.call(request, context);
    if (context.clock.now() - start > ms) console.log(`slow: ${request.url}`);
    return response;
  });

const stack = httpStack({ delayMs: 0 }).before("timeout", logSlow(20));
console.log(stack.describe().includes("logSlow")); // true

await using http = stack.service();
await http.call({ url: "http://example.com/" });
await http.call({ url: "http://slow.example.com/" });
console.log("done");
