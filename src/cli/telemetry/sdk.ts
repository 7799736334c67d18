import { diag, DiagLogLevel } from "@opentelemetry/api";
import { NodeSDK, resources } from "@opentelemetry/sdk-node";

import { version } from "../../http/client/version.ts";
import { noContext } from "./no-context.ts";

/** How long the last delivery may take. */
const LAST_MS = 3000;
/** How long after that a process may last that a delivery keeps alive. */
const LEAVE_MS = 100;

/**
 * Starts the SDK as the environment says; calls `onError` once, with the first delivery that failed.
 *
 * What it says of the process is its service, version and host: not its arguments, as the SDK would by
 * itself, since there may be passwords among them. Nothing here needs the active context, which would
 * slow down each `await` on Node 20.
 */
export function startSdk(onError: (error: Error) => void): AsyncDisposable {
  let hasFailed = false;
  const fail = (error: Error): void => {
    if (!hasFailed) onError(error);
    hasFailed = true;
  };
  const sdk = new NodeSDK({
    contextManager: noContext,
    resourceDetectors: [resources.envDetector, resources.hostDetector],
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({ "service.name": "pagoda", "service.version": version }),
      ),
  });
  const log = quietLog((text) => fail(new Error(text)));
  diag.setLogger(log, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
  sdk.start();
  return { [Symbol.asyncDispose]: () => deliver(sdk, fail) };
}

async function deliver(sdk: NodeSDK, fail: (error: Error) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), LAST_MS);
  });
  const delivered = sdk.shutdown().catch((error: unknown) => {
    fail(error instanceof Error ? error : new Error(String(error)));
  });
  const how = await Promise.race([delivered, late]);
  clearTimeout(timer);
  if (how !== "late") return;
  fail(new Error(`It took longer than ${LAST_MS} ms`));
  setTimeout(() => process.exit(), LEAVE_MS).unref(); // a delivery that hangs would keep it alive
}

function ignore(): void {}

/** What the SDK has to say, as far as it is an error. */
function quietLog(error: (text: string) => void): Parameters<typeof diag.setLogger>[0] {
  return {
    error: (text) => error(firstLine(text)),
    warn: ignore,
    info: ignore,
    debug: ignore,
    verbose: ignore,
  };
}

/** The SDK tells an error with its stack, as JSON. */
function firstLine(text: string): string {
  const [, message = text] = /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message.split("\\n", 1)[0] ?? message;
}
