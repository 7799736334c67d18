import { createRequire } from "node:module";

import type * as Otel from "@opentelemetry/api";

const lazily = createRequire(import.meta.url);
/** Under which all copies of the API of one major version find what was registered. */
const REGISTRY = Symbol.for("opentelemetry.js.api.1");
let api: typeof Otel | undefined;

/** The API of OpenTelemetry, loaded when first asked. */
export function otel(): typeof Otel {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is what the package exports
  api ??= lazily("@opentelemetry/api") as typeof Otel;
  return api;
}

/** Whether anybody has ever registered with it; else there is nobody to tell, and no context. */
export function isOtelInUse(): boolean {
  return REGISTRY in globalThis;
}
