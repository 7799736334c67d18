import { describe, expect, it } from "vitest";

import type { Environment } from "../../../src/cli/config/environment.ts";
import {
  isDisabled,
  telemetryEnvironment,
} from "../../../src/cli/telemetry/telemetry-environment.ts";

const url = "http://localhost:4318";
const defaults = { OTEL_EXPORTER_OTLP_TIMEOUT: "2500", OTEL_LOGS_EXPORTER: "none" };

describe("telemetryEnvironment", () => {
  it.each<[string, Environment]>([
    ["nothing", {}],
    ["a service name", { OTEL_SERVICE_NAME: "shop", OTEL_EXPORTER_OTLP_ENDPOINT: " " }],
    ["no exporter", { OTEL_TRACES_EXPORTER: "none" }],
    ["no exporter, with a space", { OTEL_TRACES_EXPORTER: " none" }],
    ["none at all", { OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" }],
    ["a switch", { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "True" }],
  ])("starts nothing where the environment has %s", (_, env) => {
    expect(telemetryEnvironment(undefined, env)).toBeUndefined();
  });

  it("sends traces and metrics where an endpoint is named, but no logs", () => {
    expect(telemetryEnvironment(undefined, { OTEL_EXPORTER_OTLP_ENDPOINT: url })).toEqual(defaults);
  });

  it("sends traces or metrics alone where only that is asked for", () => {
    const metrics = { OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: url };
    expect(telemetryEnvironment(undefined, metrics)).toEqual({
      ...defaults,
      OTEL_TRACES_EXPORTER: "none",
    });
    expect(telemetryEnvironment(undefined, { OTEL_TRACES_EXPORTER: "console" })).toEqual({
      ...defaults,
      OTEL_METRICS_EXPORTER: "none",
    });
  });

  it("prefers --otlp to the endpoints of the environment", () => {
    const env = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://else.test/v1/traces" };
    expect(telemetryEnvironment(url, env)).toEqual({
      ...defaults,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: undefined,
    });
  });

  it("leaves what the environment says of deliveries and logs", () => {
    const env = { OTEL_EXPORTER_OTLP_TIMEOUT: "9000", OTEL_LOGS_EXPORTER: "otlp" };
    expect(telemetryEnvironment(url, env)).not.toHaveProperty("OTEL_EXPORTER_OTLP_TIMEOUT");
    expect(telemetryEnvironment(url, env)).not.toHaveProperty("OTEL_LOGS_EXPORTER");
  });
});

describe("isDisabled", () => {
  it("holds for true in any case, as the specification has it, and for nothing else", () => {
    const values = ["true", "TRUE ", "false", "1", undefined];
    const told = values.map((value) => isDisabled({ OTEL_SDK_DISABLED: value }));
    expect(told).toEqual([true, true, false, false, false]);
  });
});
