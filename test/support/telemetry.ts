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

/** One number, and what it is of. */
export interface Summed {
  readonly name: string;
  readonly unit: string;
  readonly attributes: Attributes;
  readonly value: number;
  /** Whether it never goes down. */
  readonly isCounter: boolean;
}

/** The real SDK, which keeps what it is told in memory. */
export class Telemetry {
  readonly #spans = new tracing.InMemorySpanExporter();
  readonly #reader = new Reader();
  readonly tracerProvider: node.NodeTracerProvider;
  readonly meterProvider: metrics.MeterProvider = new metrics.MeterProvider({
    readers: [this.#reader],
  });

  /** By default every span is recorded. */
  constructor(sampler?: tracing.Sampler) {
    const spanProcessors = [new tracing.SimpleSpanProcessor(this.#spans)];
    this.tracerProvider = new node.NodeTracerProvider({
      spanProcessors,
      ...(sampler && { sampler }),
    });
  }

  /** Spans in the order they ended. */
  get spans(): readonly Span[] {
    return this.#spans.getFinishedSpans();
  }

  /** Those of a name. */
  named(name: string): readonly Span[] {
    return this.spans.filter((span) => span.name === name);
  }

  /** What the histograms hold. */
  async measured(): Promise<readonly Measured[]> {
    const all = await this.#collected();
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

  /** What all counters hold. */
  async sums(): Promise<readonly Summed[]> {
    const all = await this.#collected();
    return all.flatMap((metric) =>
      metric.dataPointType === metrics.DataPointType.SUM
        ? metric.dataPoints.map(({ attributes, value }) => ({
            name: metric.descriptor.name,
            unit: metric.descriptor.unit,
            attributes,
            value,
            isCounter: metric.isMonotonic,
          }))
        : [],
    );
  }

  /** What the counter of this name holds, by the attributes in which it is counted. */
  async counted(name: string): Promise<ReadonlyMap<string, number>> {
    const sums = (await this.sums()).filter((sum) => sum.name === name);
    return new Map(sums.map(({ attributes, value }) => [JSON.stringify(attributes), value]));
  }

  async #collected(): Promise<readonly metrics.MetricData[]> {
    const { resourceMetrics } = await this.#reader.collect();
    return resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  }
}

class Reader extends metrics.MetricReader {
  protected override async onShutdown(): Promise<void> {}
  protected override async onForceFlush(): Promise<void> {}
}
