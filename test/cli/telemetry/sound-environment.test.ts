import { describe, expect, it } from "vitest";

import type { Environment } from "../../../src/cli/config/environment.ts";
import { soundEnvironment } from "../../../src/cli/telemetry/sound-environment.ts";

describe("soundEnvironment", () => {
  it.each<Environment>([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318", OTEL_TRACES_EXPORTER: "otlp, zipkin" },
    { OTEL_EXPORTER_OTLP_ENDPOINT: "localhost:4317", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" },
    { OTEL_METRICS_EXPORTER: "none", OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "nowhere" },
  ])("leaves %j as it is", (env) => {
    expect(soundEnvironment(undefined, env)).toEqual({ changes: {}, faults: [] });
  });

  it("leaves out the console, whose words would stand among the pages, and what does not exist", () => {
    const env = { OTEL_TRACES_EXPORTER: "otlp,console", OTEL_METRICS_EXPORTER: "otpl" };
    expect(soundEnvironment(undefined, env)).toEqual({
      changes: { OTEL_TRACES_EXPORTER: "otlp", OTEL_METRICS_EXPORTER: "none" },
      faults: [
        "OTEL_TRACES_EXPORTER: console is left out, since it writes on the standard output, where pages go",
        'Expected OTEL_METRICS_EXPORTER to be one of otlp, prometheus, none: got "otpl" (did you mean otlp?), which is left out',
      ],
    });
  });

  it("takes the default for a protocol that does not exist, and says so once", () => {
    expect(soundEnvironment(undefined, { OTEL_EXPORTER_OTLP_PROTOCOL: "http/jsn" })).toEqual({
      changes: { OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf" },
      faults: [
        'Expected OTEL_EXPORTER_OTLP_PROTOCOL to be one of http/protobuf, http/json, grpc: got "http/jsn" (did you mean http/json?), http/protobuf is used',
      ],
    });
  });

  it("sends nothing where the endpoint is no URL, unless --otlp stands in, and shows no secret", () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "me:hush@h:4318" };
    expect(soundEnvironment(undefined, env)).toEqual({
      changes: { OTEL_TRACES_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" },
      faults: [
        "Expected OTEL_EXPORTER_OTLP_ENDPOINT to be an http or https URL, nothing is sent there",
      ],
    });
    expect(soundEnvironment("http://h:4318", env).faults).toEqual([]);
  });
});
