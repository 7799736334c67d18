import { InvalidRequestError } from "../http/errors.ts";
import { HttpHeaders } from "../http/headers.ts";
import type { HttpRequest, HttpResponse } from "../http/message.ts";
import { responseOf } from "../http/response-of.ts";
import { redactUrl } from "../http/url/redact-url.ts";
import { httpStack } from "../layers/http-stack/http-stack.ts";
import { type Outcome, settle } from "../service/outcome.ts";
import { messageOf } from "./error-message.ts";
import { exitCodes } from "./exit-codes.ts";
import type { FetchValues } from "./fetch-command.ts";
import { fetchStackOptions } from "./fetch-values.ts";
import type { Interrupts } from "./interrupts.ts";
import { layerTreeLines } from "./layer-tree-lines.ts";
import { LayerTree } from "./layer-tree.ts";
import { requireDifferent, requireReplaceableFile } from "./output-check.ts";
import { printable } from "./printable.ts";
import { replaceFile } from "./replace-file.ts";
import { responseLines } from "./response-lines.ts";
import { openCache } from "./stack-options.ts";
import { print } from "./standard-output.ts";
import { startTelemetry } from "./telemetry/start-telemetry.ts";
import { tlsHint } from "./tls-hint.ts";
import { UsageError } from "./usage-error.ts";

/** Does `pagoda fetch`. Resolves to its exit code, rejects where there is no response. */
export async function runFetch(
  url: string,
  values: FetchValues,
  interrupts: Interrupts,
): Promise<number> {
  const { body = false, out } = values;
  requireDifferent({ "--config": values.config, "--out": out, "--cache": values.cache });
  if (out !== undefined) await requireReplaceableFile("--out", out);
  using cache = await openCache(values);
  await using _ = await startTelemetry(values.otlp, (line) => {
    process.stderr.write(`pagoda: ${printable(line)}\n`);
  });
  await using stack = httpStack(fetchStackOptions(values, cache)).service();
  using tree = new LayerTree();
  const controller = new AbortController();
  interrupts.listen(() => controller.abort(new Error("Interrupted")));

  const request = requestOf(url, values);
  const outcome = await settle(stack.call(request, { signal: controller.signal }));
  const response = responseOf(outcome);
  const report = [
    `${request.method ?? "GET"} ${redactUrl(url)}`,
    ...layerTreeLines(tree.roots),
    ...(response ? ["", ...responseLines(response)] : []),
  ];
  const text = report.map((line) => `${line}\n`).join("");
  if (body) process.stderr.write(text);
  else await print(text);
  if (response) await putBody(response, values);
  return interrupts.code ?? exitCodeOf(outcome, url);
}

function requestOf(url: string, { data, header, method }: FetchValues): HttpRequest {
  const asked = method ?? (data === undefined ? "GET" : "POST");
  if (data === undefined) return { url, method: asked };
  const isTyped = HttpHeaders.from(header).has("content-type");
  const headers = isTyped ? {} : { "content-type": "application/x-www-form-urlencoded" };
  return { url, method: asked, headers, body: data };
}

async function putBody({ body }: HttpResponse, values: FetchValues): Promise<void> {
  if (values.body === true) await print(body);
  if (values.out !== undefined) await replaceFile(values.out, body);
}

function exitCodeOf(outcome: Outcome<HttpResponse>, url: string): number {
  if (outcome.ok) return exitCodes.done;
  const { error } = outcome;
  if (error instanceof InvalidRequestError) throw new UsageError(error.message, { cause: error });
  const hint = tlsHint(url, error);
  throw hint === "" ? error : new Error(messageOf(error) + hint, { cause: error });
}
