import { type HttpRequest, type HttpResponse, ServiceBuilder } from "pagoda";
import { httpClient } from "pagoda/http";
import { concurrencyLimit, httpRetry, mapResponse, retry, timeout, userAgent } from "pagoda/layers";

await using client = httpClient();

// The layer added first sees a request first, and a response last.
const fetchText = ServiceBuilder.for<HttpRequest, string>()
  .layer(timeout(60_000)) // for everything below, waits included
  .layer(mapResponse((response: HttpResponse) => response.text))
  .layer(retry(httpRetry({ limit: 3 })))
  .layer(concurrencyLimit({ limit: 8, queue: 100 }))
  .layer(timeout(10_000)) // for one attempt
  .layer(userAgent(["docs-bot/1.0", "docs-bot/2.0"]))
  .service(client);

console.log(fetchText.describe().join(" > ")); // timeout > mapResponse > retry > concurrencyLimit > timeout > userAgent
const text = await fetchText.call({ url: "http://example.com/" });
console.log(text.includes("<title>Home</title>")); // true
