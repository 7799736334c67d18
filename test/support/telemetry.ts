import type { Attributes } from "@opentelemetry/api";
import { metrics, node, tracing } from "@opentelemetry/sdk-node";

type Span = ReturnType<tracing.InMemorySpanExporter["getFinishedSpans"]>[number];

/** One point of a histogram. */
export interface Measured {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  readonly count: number;
  readonly sum: number;
  readonly boundaries: readonly number[];
}

/** The real SDK, which keeps what it is told in memory. */
export class Telemetry {
  readonly #spans = new tracing.InMemorySpanExporter();
  readonly #reader = new Reader();
  readonly tracerProvider: node.NodeTracerProvider = new node.NodeTracerProvider({
    spanProcessors: [new tracing.SimpleSpanProcessor(this.#spans)],
  });
  readonly meterProvider: metrics.MeterProvider = new metrics.MeterProvider({
    readers: [this.#reader],
  });

  /** Spans in the order they ended. */
  get spans(): readonly Span[] {
    return this.#spans.getFinishedSpans();
  }

  /** What the histograms hold. */
  async measured(): Promise<readonly Measured[]> {
    const { resourceMetrics } = await this.#reader.collect();
    const all = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
    return all.flatMap((metric) =>
      metric.dataPointType === metrics.DataPointType.HISTOGRAM
        ? metric.dataPoints.map(({ attributes, value }) => ({
            name: metric.descriptor.name,
            unit: metric.descriptor.unit,
            attributes,
            count: value.count,
            sum: value.sum ?? 0,
            boundaries: value.buckets.boundaries,
          }))
        : [],
    );
  }

  /** What the counter of this name holds, by the attributes in which it is counted. */
  async counted(name: string): Promise<ReadonlyMap<string, number>> {
    const { resourceMetrics } = await this.#reader.collect();
    const all = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
    const sums = all.flatMap((metric) =>
      metric.dataPointType === metrics.DataPointType.SUM && metric.descriptor.name === name
        ? metric.dataPoints
        : [],
    );
    return new Map(sums.map(({ attributes, value }) => [JSON.stringify(attributes), value]));
  }
}

class Reader extends metrics.MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}
