import type { Attributes, FinishedSpan } from './spans.ts';

/** What all spans and metrics of this process share. */
export interface TelemetryResource {
  readonly serviceName: string;
  readonly version: string;
  /** Names this process among others. */
  readonly instanceId: string;
}

/** A metric as prom-client returns it. */
export interface CollectedMetric {
  readonly name: string;
  readonly help: string;
  readonly type: unknown;
  readonly values: readonly CollectedValue[];
}

interface CollectedValue {
  readonly value: number;
  readonly labels: Readonly<Partial<Record<string, string | number>>>;
  /** Of a histogram: `…_bucket`, `…_sum` or `…_count`. */
  readonly metricName?: string;
}

const kinds = { internal: 1, server: 2, client: 3 } as const;
const errorStatus = { code: 2 };
/** Sums since the start, not since the last time. */
const cumulative = 2;

/** Builds the body of `/v1/traces` (OTLP 1.x, JSON). */
export function tracesOf(resource: TelemetryResource, spans: readonly FinishedSpan[]): unknown {
  return {
    resourceSpans: [
      {
        ...described(resource),
        scopeSpans: [
          {
            scope: { name: 'watchpost', version: resource.version },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parentId !== null && { parentSpanId: span.parentId }),
              name: span.name,
              kind: kinds[span.kind],
              startTimeUnixNano: nanoseconds(span.startMs),
              endTimeUnixNano: nanoseconds(span.endMs),
              attributes: listed(span.attributes),
              ...(span.isError && { status: errorStatus }),
            })),
          },
        ],
      },
    ],
  };
}

/**
 * Builds the body of `/v1/metrics` from the metrics that Prometheus sees, under the same names.
 * @param times Unix ms
 */
export function metricsOf(
  resource: TelemetryResource,
  metrics: readonly CollectedMetric[],
  times: { readonly startedAt: number; readonly now: number },
): unknown {
  const point = { startTimeUnixNano: nanoseconds(times.startedAt), timeUnixNano: nanoseconds(times.now) };
  return {
    resourceMetrics: [
      {
        ...described(resource),
        scopeMetrics: [
          {
            scope: { name: 'watchpost', version: resource.version },
            metrics: metrics.map((metric) => ({ name: metric.name, description: metric.help, ...dataOf(metric, point) })),
          },
        ],
      },
    ],
  };
}

function dataOf({ type, values }: CollectedMetric, point: object): object {
  if (type === 'histogram') return { histogram: { dataPoints: histogramPoints(values, point), aggregationTemporality: cumulative } };
  const dataPoints = values.map(({ value, labels }) => ({ ...point, attributes: listed(labels), asDouble: value }));
  return type === 'counter' ? { sum: { dataPoints, aggregationTemporality: cumulative, isMonotonic: true } } : { gauge: { dataPoints } };
}

/** Prometheus counts what is at most a bound; OTLP counts what is between two. */
function histogramPoints(values: readonly CollectedValue[], point: object): object[] {
  const series = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels));
  return [...series.values()].map((ofSeries) => {
    const ending = (end: string): readonly CollectedValue[] => ofSeries.filter(({ metricName = '' }) => metricName.endsWith(end));
    const buckets = ending('_bucket').filter(({ labels }) => labels['le'] !== '+Inf');
    const count = ending('_count')[0]?.value ?? 0;
    const atMost = [...buckets.map(({ value }) => value), count];
    const { le: _bound, ...labels } = ofSeries[0]?.labels ?? {};
    return {
      ...point,
      attributes: listed(labels),
      count: String(count),
      sum: ending('_sum')[0]?.value ?? 0,
      bucketCounts: atMost.map((value, index) => String(value - (atMost[index - 1] ?? 0))),
      explicitBounds: buckets.map(({ labels: { le } }) => Number(le)),
    };
  });
}

function described({ serviceName, version, instanceId }: TelemetryResource): object {
  return {
    resource: {
      attributes: listed({ 'service.name': serviceName, 'service.version': version, 'service.instance.id': instanceId }),
    },
  };
}

function listed(attributes: Attributes | CollectedValue['labels']): object[] {
  return Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: valued(value) }]));
}

function valued(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A number can't hold today in nanoseconds. */
function nanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n);
}
