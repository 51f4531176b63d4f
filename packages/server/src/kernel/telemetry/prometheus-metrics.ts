import { ValueType, type HrTime } from '@opentelemetry/api';
import { millisToHrTime } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AggregationTemporality,
  DataPointType,
  type DataPoint,
  type Histogram,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';

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

interface Times {
  readonly startTime: HrTime;
  readonly endTime: HrTime;
}

/**
 * Returns the metrics that Prometheus sees, under the same names, as OpenTelemetry's SDK has them.
 * @param times Unix ms
 */
export function metricsOf(
  { resource, version }: { readonly resource: Resource; readonly version: string },
  metrics: readonly CollectedMetric[],
  times: { readonly startedAt: number; readonly now: number },
): ResourceMetrics {
  const between = { startTime: millisToHrTime(times.startedAt), endTime: millisToHrTime(times.now) };
  return {
    resource,
    scopeMetrics: [{ scope: { name: 'watchpost', version }, metrics: metrics.map((metric) => dataOf(metric, between)) }],
  };
}

function dataOf({ name, help, type, values }: CollectedMetric, times: Times): MetricData {
  const described = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    // Since the start, not since the last time.
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  };
  if (type === 'histogram') return { ...described, dataPointType: DataPointType.HISTOGRAM, dataPoints: histogramPoints(values, times) };
  const dataPoints = values.map(({ value, labels }) => ({ ...times, attributes: labels, value }));
  return type === 'counter'
    ? { ...described, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
    : { ...described, dataPointType: DataPointType.GAUGE, dataPoints };
}

/** Prometheus counts what is at most a bound; OpenTelemetry counts what is between two. */
function histogramPoints(values: readonly CollectedValue[], times: Times): DataPoint<Histogram>[] {
  const series = Map.groupBy(values, ({ labels: { le: _bound, ...labels } }) => JSON.stringify(labels));
  return [...series.values()].map((ofSeries) => {
    const ending = (end: string): readonly CollectedValue[] => ofSeries.filter(({ metricName = '' }) => metricName.endsWith(end));
    const buckets = ending('_bucket').filter(({ labels }) => labels['le'] !== '+Inf');
    const count = ending('_count')[0]?.value ?? 0;
    const atMost = [...buckets.map(({ value }) => value), count];
    const { le: _bound, ...labels } = ofSeries[0]?.labels ?? {};
    return {
      ...times,
      attributes: labels,
      value: {
        count,
        sum: ending('_sum')[0]?.value ?? 0,
        buckets: {
          boundaries: buckets.map(({ labels: { le } }) => Number(le)),
          counts: atMost.map((value, index) => value - (atMost[index - 1] ?? 0)),
        },
      },
    };
  });
}
