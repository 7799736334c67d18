import { redactUrl } from "../../http/url/redact-url.ts";
import { codeOf } from "../error-message.ts";
import { UsageError } from "../usage-error.ts";
import { soundEnvironment } from "./sound-environment.ts";
import { isDisabled, telemetryEnvironment } from "./telemetry-environment.ts";

/** Tells a person something, in one line. */
type Tell = (line: string) => void;

/**
 * Starts the OpenTelemetry SDK where `--otlp` or the environment ask for it, until it is disposed, which
 * delivers what is left, and waits for that no longer than three seconds.
 *
 * The SDK is loaded only then. A receiver that cannot be reached is told once, and so is whatever else the
 * SDK complains of; nothing of it goes to the standard output.
 * Rejects with a {@link UsageError} where `--otlp` needs the SDK and it is not installed.
 */
export async function startTelemetry(
  otlp: string | undefined,
  tell: Tell,
): Promise<AsyncDisposable | undefined> {
  const asked = telemetryEnvironment(otlp, process.env);
  if (!asked) {
    if (otlp !== undefined && isDisabled(process.env)) {
      tell("OTEL_SDK_DISABLED is true: --otlp sends nothing");
    }
    return undefined;
  }
  const { changes, faults } = soundEnvironment(otlp, process.env);
  for (const fault of faults) tell(`Telemetry: ${fault}`);
  const env = telemetryEnvironment(otlp, { ...process.env, ...changes });
  const sdk =
    env && (await import("./sdk.ts").catch((cause: unknown) => absent(otlp, cause, tell)));
  if (!sdk) return undefined;
  for (const [name, value] of Object.entries({ ...changes, ...env })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  const to = otlp === undefined ? "" : ` to ${redactUrl(otlp)}`;
  return sdk.startSdk({
    failed: (why) => tell(`Telemetry cannot be sent${to}: ${why}`),
    says: (line) => tell(`Telemetry: ${line}`),
  });
}

/** The environment may be that of all programs of a machine, and of those that were told nothing. */
function absent(otlp: string | undefined, cause: unknown, tell: Tell): undefined {
  if (codeOf(cause) !== "ERR_MODULE_NOT_FOUND") throw cause;
  const how = "the package @opentelemetry/sdk-node: npm install @opentelemetry/sdk-node";
  if (otlp !== undefined) throw new UsageError(`Expected for --otlp ${how}`);
  tell(`No telemetry is sent, as the OTEL_ variables ask for, without ${how}`);
  return undefined;
}
