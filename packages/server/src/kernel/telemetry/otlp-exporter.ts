import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Logger } from '../log.ts';
import { metricsOf, type CollectedMetric } from './prometheus-metrics.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Sends spans and metrics to a collector. A collector that is away costs a bounded queue of spans, and never a request. */
interface OtlpExporter {
  readonly add: (span: ReadableSpan) => void;
  /** Sends the spans that are left, for at most three seconds. */
  close(): Promise<void>;
}

interface OtlpExporterDeps {
  readonly settings: TelemetrySettings;
  readonly resource: Resource;
  readonly version: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  readonly readMetrics: () => Promise<readonly CollectedMetric[]>;
}

const tracesPath = '/v1/traces';
const metricsPath = '/v1/metrics';
const sendIntervalMs = 5000;
const metricsIntervalMs = 60_000;
const batchSize = 512;
const maxWaiting = 2048;
const timeoutMs = 10_000;
const lastTimeoutMs = 3000;
const backOff = { minMs: 5000, maxMs: 60_000, floorMs: 5000 };
/** The collector may take it later; the SDK thinks otherwise. */
const requestTimeout = 408;

/**
 * The SDK's batch processor would drop what a collector did not take within ten seconds, and the newest spans instead of the oldest:
 * the queue and its times are here, what is sent and how is the SDK's.
 */
export function createOtlpExporter(deps: OtlpExporterDeps): OtlpExporter {
  const { settings, resource, version, clock, log, random, readMetrics } = deps;
  const agent = settings.endpoint.startsWith('https:') ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const optionsOf = (path: string, timeoutMillis: number) => ({
    url: settings.endpoint + path,
    headers: { ...settings.headers },
    timeoutMillis,
    httpAgentOptions: () => agent,
  });
  const spanExporter = new OTLPTraceExporter(optionsOf(tracesPath, timeoutMs));
  const metricExporter = new OTLPMetricExporter(optionsOf(metricsPath, timeoutMs));
  const startedAt = clock.now();
  const waiting: ReadableSpan[] = [];
  let failures = 0;
  let dropped = 0;
  let metricsSentAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let isGivenUp = false;
  let working: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;

  /** @returns whether it need not be sent again */
  const send = async (path: string, begin: (onResult: (result: ExportResult) => void) => void): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<ExportResult>();
    begin(resolve);
    const { code, error } = await promise;
    if (code === ExportResultCode.SUCCESS) return true;
    const status = statusOf(error);
    if (failures === 0 && !isGivenUp) {
      // What a collector answers may be anything: of its refusals, only the status is logged. The SDK keeps none of those that it repeats.
      if (error?.name === 'OTLPExporterError') log.warn({ status, path }, 'The collector of traces and metrics refuses them');
      else log.warn({ err: error }, 'The collector of traces and metrics is not reached; retrying');
    }
    return status !== undefined && status !== requestTimeout;
  };
  const sendSpans = async (exporter: OTLPTraceExporter): Promise<boolean> => {
    while (waiting.length > 0 && !isGivenUp) {
      const batch = waiting.slice(0, batchSize);
      if (!(await send(tracesPath, (onResult) => exporter.export(batch, onResult)))) return false;
      // More may have been dropped at the front meanwhile.
      const last = batch.at(-1);
      waiting.splice(0, last ? waiting.indexOf(last) + 1 : 0);
    }
    return true;
  };
  const sendMetrics = async (): Promise<boolean> => {
    if (clock.monotonic() - metricsSentAt < metricsIntervalMs) return true;
    const metrics = (await readMetrics()).filter(({ values }) => values.length > 0);
    if (metrics.length === 0) return true;
    const data = metricsOf({ resource, version }, metrics, { startedAt, now: clock.now() });
    const isSent = await send(metricsPath, (onResult) => metricExporter.export(data, onResult));
    if (isSent) metricsSentAt = clock.monotonic();
    return isSent;
  };
  const work = async (): Promise<void> => {
    const isSent = (await sendSpans(spanExporter)) && (await sendMetrics());
    failures = isSent ? 0 : failures + 1;
    if (isSent && dropped > 0) {
      log.warn({ spans: dropped }, 'Spans were dropped while the collector was away');
      dropped = 0;
    }
  };
  const schedule = (): void => {
    if (isClosed) return;
    cancel = clock.after(failures === 0 ? sendIntervalMs : backOffDelay(failures, random(), backOff), () => {
      working = work()
        .catch((error: unknown) => log.warn({ err: error }, 'Traces and metrics could not be sent'))
        .then(schedule);
    });
  };
  schedule();

  return {
    add: (span) => {
      if (isClosed) return;
      waiting.push(span);
      if (waiting.length <= maxWaiting) return;
      waiting.shift();
      dropped += 1;
    },
    close: async () => {
      isClosed = true;
      cancel();
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const cancelLate = clock.after(lastTimeoutMs, giveUp);
      const rest = working.then(() => sendSpans(new OTLPTraceExporter(optionsOf(tracesPath, lastTimeoutMs))));
      await Promise.race([rest, late]);
      isGivenUp = true;
      cancelLate();
      agent.destroy();
      if (waiting.length > 0) log.warn({ spans: waiting.length }, 'The collector did not take the last spans');
    },
  };
}

/** Returns the HTTP status of a refusal that the SDK takes as final. */
function statusOf(error: Error | undefined): number | undefined {
  return error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;
}
