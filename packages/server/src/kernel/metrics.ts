import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '@watchpost/contract/timing/clock';
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

/** A network disk may never answer: a scrape then shows what it was, ms. */
const diskTimeoutMs = 1000;

/** Measures the disk of a folder: what this process may still write there, and its whole size. */
export function measureDisk({ registry }: Metrics, folder: string): void {
  let asked: Promise<void> | null = null;
  const gauge = new Gauge({
    name: 'watchpost_data_disk_bytes',
    help: 'Disk of the data folder: free for the server, and in all',
    labelNames: ['kind'],
    registers: [registry],
    async collect() {
      const { promise: late, resolve } = Promise.withResolvers<void>();
      const cancel = systemClock.after(diskTimeoutMs, resolve);
      await Promise.race([(asked ??= ask()), late]);
      cancel();
    },
  });
  const ask = async (): Promise<void> => {
    try {
      const { bavail, blocks, bsize } = await statfs(folder);
      gauge.set({ kind: 'free' }, bavail * bsize);
      gauge.set({ kind: 'size' }, blocks * bsize);
    } catch {
      // The disk is gone: no value is true.
      gauge.reset();
    } finally {
      asked = null;
    }
  };
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
