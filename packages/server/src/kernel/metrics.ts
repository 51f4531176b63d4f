import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import { Gauge, Histogram, Registry } from 'prom-client';

/** Metrics for Prometheus; media modules add their own gauges to the registry. */
export interface Metrics {
  readonly registry: Registry;
  close(): void;
}

/** Milliseconds. Node measures the time from one sample to the next, which includes this intended pause. */
const resolution = 20;

export function createMetrics(): Metrics {
  const registry = new Registry();
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  const seconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1000) : 0);
  new Gauge({
    name: 'watchpost_event_loop_delay_seconds',
    help: 'Delay of the event loop since the last scrape',
    labelNames: ['quantile'],
    registers: [registry],
    collect() {
      this.set({ quantile: '0.5' }, seconds(delay.percentile(50)));
      this.set({ quantile: '0.99' }, seconds(delay.percentile(99)));
      this.set({ quantile: '1' }, seconds(delay.max));
      delay.reset();
    },
  });
  new Gauge({
    name: 'watchpost_memory_bytes',
    help: 'Memory of the process',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      const { rss, heapUsed, external } = process.memoryUsage();
      this.set({ kind: 'rss' }, rss);
      this.set({ kind: 'heap' }, heapUsed);
      this.set({ kind: 'external' }, external);
    },
  });
  return { registry, close: () => void delay.disable() };
}

/** Measures every request by its route's pattern, never by its address. */
export function measureRequests(app: FastifyInstance, { registry }: Metrics): void {
  const durations = new Histogram({
    name: 'watchpost_http_request_duration_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1000,
    );
  });
}
