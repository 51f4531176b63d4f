import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../log.ts';
import { metricsOf, tracesOf, type CollectedMetric, type TelemetryResource } from './otlp-json.ts';
import type { FinishedSpan } from './spans.ts';
import type { TelemetrySettings } from './telemetry-settings.ts';

/** Sends spans and metrics to a collector. A collector that is away costs a bounded queue of spans, and never a request. */
interface OtlpExporter {
  readonly add: (span: FinishedSpan) => void;
  /** Sends what is left, for at most three seconds. */
  close(): Promise<void>;
}

interface OtlpExporterDeps {
  readonly settings: TelemetrySettings;
  readonly resource: TelemetryResource;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  readonly readMetrics: () => Promise<readonly CollectedMetric[]>;
}

const sendIntervalMs = 5000;
const metricsIntervalMs = 60_000;
const batchSize = 512;
const maxWaiting = 2048;
const timeoutMs = 10_000;
const lastTimeoutMs = 3000;
const backOff = { minMs: 5000, maxMs: 60_000, floorMs: 5000 };
/** The collector may take it later; anything else it never will. */
const passing = [408, 429, 502, 503, 504];

export function createOtlpExporter(deps: OtlpExporterDeps): OtlpExporter {
  const { settings, resource, clock, log, random, readMetrics } = deps;
  const startedAt = clock.now();
  const waiting: FinishedSpan[] = [];
  let failures = 0;
  let dropped = 0;
  let metricsSentAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;
  let working: Promise<void> = Promise.resolve();
  let cancel = (): void => undefined;

  /** @returns whether it need not be sent again */
  const send = async (path: string, body: unknown, limitMs: number): Promise<boolean> => {
    const late = new AbortController();
    const cancelLate = clock.after(limitMs, () => late.abort(new Error(`No answer within ${limitMs / 1000} s`)));
    try {
      const answer = await fetch(settings.endpoint + path, {
        method: 'POST',
        headers: { ...settings.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: late.signal,
      });
      await answer.body?.cancel();
      if (answer.ok) return true;
      if (failures === 0) log.warn({ status: answer.status, path }, 'The collector of traces and metrics refuses them');
      return !passing.includes(answer.status);
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, 'The collector of traces and metrics is not reached; retrying');
      return false;
    } finally {
      cancelLate();
    }
  };
  const sendSpans = async (limitMs: number): Promise<boolean> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, batchSize);
      if (!(await send('/v1/traces', tracesOf(resource, batch), limitMs))) return false;
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
    const isSent = await send('/v1/metrics', metricsOf(resource, metrics, { startedAt, now: clock.now() }), timeoutMs);
    if (isSent) metricsSentAt = clock.monotonic();
    return isSent;
  };
  const work = async (): Promise<void> => {
    const isSent = (await sendSpans(timeoutMs)) && (await sendMetrics());
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
      await working;
      await sendSpans(lastTimeoutMs);
    },
  };
}
