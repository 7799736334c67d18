import { describe, expect, it } from "vitest";

import { sdkLog } from "../../../src/cli/telemetry/sdk-log.ts";

describe("sdkLog", () => {
  it("tells deliveries that failed from all else that the SDK says", () => {
    const { log, lines } = listening();
    log.error('{"stack":"AggregateError","message":"connect ECONNREFUSED\\n at x","code":"E"}');
    log.error("PeriodicExportingMetricReader: metrics export threw error", new Error("reset"));
    log.error('unknown OTEL_TRACES_SAMPLER value "x", using default');
    log.warn("Received Partial Success response:", '{"rejectedSpans":3}');
    log.debug("@opentelemetry/api: Registered a global for trace");
    expect(lines).toEqual([
      "failed connect ECONNREFUSED",
      "failed PeriodicExportingMetricReader: metrics export threw error Error: reset",
      'says unknown OTEL_TRACES_SAMPLER value "x", using default',
      'says Received Partial Success response: {"rejectedSpans":3}',
      "says @opentelemetry/api: Registered a global for trace",
    ]);
  });

  it("tells a warning once, and not what the command itself asked for", () => {
    const { log, lines } = listening();
    for (const _ of [1, 2]) log.warn("Dropped 3 spans because maxQueueSize reached");
    log.warn('OTEL_TRACES_EXPORTER contains "none". SDK will not be initialized.');
    expect(lines).toEqual(["says Dropped 3 spans because maxQueueSize reached"]);
  });

  it("shows no secret of headers and URLs", () => {
    const { log, lines } = listening();
    log.warn('Header "authorization" has invalid value (hush) and will be ignored');
    log.warn("Could not parse export URL: 'http://me:hush@h/', falling back to undefined");
    expect(lines[0]).toContain('Header "authorization" has invalid value');
    expect(lines[1]).toContain("http://REDACTED:REDACTED@h/");
    expect(lines.join()).not.toContain("hush");
  });
});

function listening(): {
  readonly log: ReturnType<typeof sdkLog>;
  readonly lines: readonly string[];
} {
  const lines: string[] = [];
  const failed = (why: string): void => void lines.push(`failed ${why}`);
  const says = (line: string): void => void lines.push(`says ${line}`);
  return { log: sdkLog({ failed, says }), lines };
}
