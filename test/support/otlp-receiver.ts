import { serveHttp, type TestServer } from "./server.ts";

/** A value as OTLP writes it in JSON. */
type Value = Readonly<Record<string, unknown>>;

/** A span that was received. */
export interface ReceivedSpan {
  readonly name: string;
  readonly kind: number;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
  readonly links: readonly { readonly spanId: string }[];
}

/** A number that was received. */
export interface ReceivedPoint {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** A receiver of OTLP over HTTP on the loopback. */
export interface OtlpReceiver extends TestServer {
  /** Paths and content types that were asked for. */
  readonly deliveries: readonly {
    readonly path: string;
    readonly type: string;
    readonly bytes: Buffer;
  }[];
  /** Those in JSON. */
  readonly spans: () => readonly ReceivedSpan[];
  /** The last value of each. */
  readonly points: () => readonly ReceivedPoint[];
  /** What was said of the process. */
  readonly resource: () => Readonly<Record<string, unknown>>;
}

/** Takes whatever is sent to it. */
export async function receiveOtlp(): Promise<OtlpReceiver> {
  const deliveries: { path: string; type: string; bytes: Buffer }[] = [];
  const server = await serveHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { headers, url: path = "" } = request;
      deliveries.push({ path, type: headers["content-type"] ?? "", bytes: Buffer.concat(chunks) });
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  const bodies = (path: string): readonly Value[] =>
    deliveries
      .filter((delivery) => delivery.path.endsWith(path) && delivery.type === "application/json")
      .map(({ bytes }) => JSON.parse(bytes.toString()));
  return {
    ...server,
    deliveries,
    spans: () =>
      bodies("/v1/traces")
        .flatMap((body) => list(body["resourceSpans"]))
        .flatMap((resource) => list(resource["scopeSpans"]))
        .flatMap((scope) => list(scope["spans"]))
        .map(spanOf),
    points: () => lastOf(bodies("/v1/metrics").flatMap(pointsOf)),
    resource: () => {
      const [first] = bodies("/v1/traces").flatMap((body) => list(body["resourceSpans"]));
      return attributesOf(value(first?.["resource"])["attributes"]);
    },
  };
}

function spanOf(span: Value): ReceivedSpan {
  return {
    name: String(span["name"]),
    kind: Number(span["kind"]),
    traceId: String(span["traceId"]),
    spanId: String(span["spanId"]),
    parentSpanId: typeof span["parentSpanId"] === "string" ? span["parentSpanId"] : undefined,
    attributes: attributesOf(span["attributes"]),
    status: value(span["status"]),
    links: list(span["links"]).map((link) => ({ spanId: String(link["spanId"]) })),
  };
}

function pointsOf(body: Value): readonly ReceivedPoint[] {
  return list(body["resourceMetrics"])
    .flatMap((resource) => list(resource["scopeMetrics"]))
    .flatMap((scope) => list(scope["metrics"]))
    .flatMap((metric) => {
      const data = value(metric["sum"] ?? metric["histogram"] ?? metric["gauge"]);
      return list(data["dataPoints"]).map((point) => ({
        name: String(metric["name"]),
        unit: String(metric["unit"]),
        value: Number(point["asInt"] ?? point["asDouble"] ?? point["count"]),
        attributes: attributesOf(point["attributes"]),
      }));
    });
}

function lastOf(points: readonly ReceivedPoint[]): readonly ReceivedPoint[] {
  const keyOf = ({ name, attributes }: ReceivedPoint): string => name + JSON.stringify(attributes);
  return [...new Map(points.map((point) => [keyOf(point), point])).values()];
}

function attributesOf(pairs: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    list(pairs).map(({ key, value: told }) => {
      const [type, plain] = Object.entries(value(told))[0] ?? [];
      return [String(key), type === "intValue" ? Number(plain) : plain];
    }),
  );
}

function list(of: unknown): readonly Value[] {
  return Array.isArray(of) ? of : [];
}

function value(of: unknown): Value {
  return typeof of === "object" && of !== null ? { ...of } : {};
}
