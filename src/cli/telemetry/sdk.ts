import { diag, DiagLogLevel } from "@opentelemetry/api";
import { NodeSDK, resources } from "@opentelemetry/sdk-node";

import { version } from "../../http/client/version.ts";
import { messageOf } from "../error-message.ts";
import { noContext } from "./no-context.ts";
import { sdkLog, type SdkListener } from "./sdk-log.ts";

/** How long the last delivery may take. */
const LAST_MS = 3000;
/** How long after that a process may last that a delivery keeps alive. */
const LEAVE_MS = 100;

/**
 * Starts the SDK as the environment says; tells once of a delivery that failed, the first.
 *
 * What it says of the process is its service, version and host: not its arguments, as the SDK would by
 * itself, since there may be passwords among them. Nothing here needs the active context, which would
 * slow down each `await` on Node 20.
 */
export function startSdk({ failed, says }: SdkListener): AsyncDisposable {
  let hasFailed = false;
  const fail = (why: string): void => {
    if (!hasFailed) failed(why);
    hasFailed = true;
  };
  diag.setLogger(sdkLog({ failed: fail, says }), {
    logLevel: takenLevel(),
    suppressOverrideMessage: true,
  });
  const sdk = new NodeSDK({
    contextManager: noContext,
    resourceDetectors: [resources.envDetector, resources.hostDetector],
    resource: resources
      .defaultResource()
      .merge(
        resources.resourceFromAttributes({ "service.name": "pagoda", "service.version": version }),
      ),
  });
  sdk.start();
  return { [Symbol.asyncDispose]: () => deliver(sdk, fail) };
}

/** How much it is to say; the SDK, if it found that, would say it on the standard output. */
function takenLevel(): DiagLogLevel {
  const name = process.env["OTEL_LOG_LEVEL"]?.trim().toUpperCase();
  delete process.env["OTEL_LOG_LEVEL"];
  const levels = new Map<string | undefined, string | DiagLogLevel>(Object.entries(DiagLogLevel));
  const level = levels.get(name);
  return typeof level === "number" ? level : DiagLogLevel.WARN;
}

async function deliver(sdk: NodeSDK, fail: (why: string) => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(() => resolve("late"), LAST_MS);
  });
  const delivered = sdk.shutdown().catch((error: unknown) => {
    fail(messageOf(error));
  });
  const how = await Promise.race([delivered, late]);
  clearTimeout(timer);
  if (how !== "late") return;
  fail(`It took longer than ${LAST_MS} ms`);
  setTimeout(() => process.exit(), LEAVE_MS).unref(); // a delivery that hangs would keep it alive
}
