import { SpanStatusCode } from '@opentelemetry/api';
import { emptyResource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import Fastify from 'fastify';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { createLog, type Logger } from '../log.ts';
import { createTelemetry } from './otlp-telemetry.ts';
import { createSdkTracer } from './sdk-tracer.ts';
import { withSpan } from './spans.ts';
import { noteQuery, traceRequests } from './telemetry.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).toReversed()) await clean();
});

/** JSON of protocol buffers may have 64-bit integers as texts and as numbers. */
const int64 = z.union([z.string().regex(/^-?\d+$/), z.int()]).transform(String);
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: int64 }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const attributes = z.array(z.strictObject({ key: z.string(), value }));
const nanoseconds = z.string().regex(/^\d{19}$/);
const none = z.literal(0);
const described = { resource: z.strictObject({ attributes, droppedAttributesCount: none }) };
const scope = z.strictObject({ name: z.literal('watchpost'), version: z.string() });
const spanSchema = z.strictObject({
  traceId: z.string().regex(/^[\da-f]{32}$/),
  spanId: z.string().regex(/^[\da-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[\da-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: none,
  events: z.tuple([]),
  droppedEventsCount: none,
  links: z.tuple([]),
  droppedLinksCount: none,
  /** Sampled; whether its parent is another program's is known, and in the last bit. */
  flags: z.union([z.literal(0x101), z.literal(0x301)]),
  /** 0: neither a success nor an error. */
  status: z.strictObject({ code: z.literal([0, 2]) }).transform(({ code }) => (code === 0 ? undefined : { code })),
});
const tracesSchema = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({ ...described, scopeSpans: z.tuple([z.strictObject({ scope, spans: z.array(spanSchema).min(1) })]) }),
  ]),
});
const times = { startTimeUnixNano: nanoseconds, timeUnixNano: nanoseconds, attributes };
const numberPoints = z.array(z.strictObject({ ...times, asDouble: z.number() }));
const metricSchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  unit: z.literal(''),
  gauge: z.strictObject({ dataPoints: numberPoints }).optional(),
  sum: z.strictObject({ dataPoints: numberPoints, aggregationTemporality: z.literal(2), isMonotonic: z.literal(true) }).optional(),
  histogram: z
    .strictObject({
      dataPoints: z.array(
        z.strictObject({
          ...times,
          count: int64,
          sum: z.number(),
          bucketCounts: z.array(int64),
          explicitBounds: z.array(z.number()),
        }),
      ),
      aggregationTemporality: z.literal(2),
    })
    .optional(),
});
const metricsSchema = z.strictObject({
  resourceMetrics: z.tuple([
    z.strictObject({ ...described, scopeMetrics: z.tuple([z.strictObject({ scope, metrics: z.array(metricSchema).min(1) })]) }),
  ]),
});

/** A collector that takes OTLP over HTTP in JSON and refuses what the protocol does not know. */
async function startCollector() {
  const state = { status: 200, asked: 0, isSilent: false };
  const spans: z.infer<typeof spanSchema>[] = [];
  const metrics: z.infer<typeof metricSchema>[] = [];
  const headers: (string | string[] | undefined)[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      state.asked += 1;
      headers.push(request.headers['api-key']);
      if (state.isSilent) return undefined;
      // Without the header, the SDK itself tries again after a second.
      if (state.status !== 200) return response.writeHead(state.status, { 'retry-after': '60' }).end('{}');
      const parsed: unknown = JSON.parse(body);
      if (request.url === '/v1/traces') spans.push(...tracesSchema.parse(parsed).resourceSpans[0].scopeSpans[0].spans);
      else metrics.push(...metricsSchema.parse(parsed).resourceMetrics[0].scopeMetrics[0].metrics);
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, state, spans, metrics, headers };
}

async function setUp({ share = '1', key = 'secret' } = {}) {
  const collector = await startCollector();
  const settings = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: `api-key=${key}`,
    OTEL_TRACES_SAMPLER_ARG: share,
  }).telemetry;
  if (!settings) throw new Error('No telemetry');
  const lines: string[] = [];
  const log = createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) });
  const clock = createManualClock(Date.UTC(2026, 10, 27, 12));
  const registry = new Registry();
  const telemetry = createTelemetry({ settings, clock, log, registry, version: '2.4.1' });
  cleanups.push(() => telemetry.stop?.());
  return { collector, telemetry, clock, registry, log, lines };
}

/** Lets a second pass at each look, so that whatever is due happens, and no request is late. */
const poll = <T>(clock: ManualClock, read: () => T) =>
  expect.poll(
    () => {
      clock.advance(1000);
      return read();
    },
    { timeout: 10_000 },
  );

/** An app whose route has a camera, takes 30 ms, and asks the database. */
async function startApp({
  telemetry,
  clock,
  log,
}: {
  telemetry: Awaited<ReturnType<typeof setUp>>['telemetry'];
  clock: ManualClock;
  log: Logger;
}) {
  const app = Fastify();
  traceRequests(app, telemetry.tracer);
  app.post('/cameras/:id', async (request, reply) => {
    await Promise.resolve();
    clock.advance(20);
    noteQuery('select * from cameras where id = ?', 5, false);
    log.info('looked');
    clock.advance(10);
    return reply.code(request.headers['fail'] ? 503 : 200).send('ok');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}/cameras/cam_1?token=secret`, {
      method: 'POST',
      body: 'x',
      headers: { 'content-type': 'text/plain', ...headers },
    });
}

test('a request is a trace with its queries, under the trace of its caller; log lines name it; addresses stay here', async () => {
  const scene = await setUp();
  const { collector, clock, lines } = scene;
  const ask = await startApp(scene);
  const [traceId, parentId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];
  await (await ask({ traceparent: `00-${traceId}-${parentId}-01` })).text();
  await (await ask({ fail: '1', traceparent: `00-${'0'.repeat(32)}-${parentId}-01` })).text();
  await poll(clock, () => collector.spans.length).toBe(4);

  const [query, request, , failed] = collector.spans;
  expect(request).toMatchObject({ traceId, parentSpanId: parentId, name: 'POST /cameras/:id', kind: 2 });
  expect(request?.status).toBeUndefined();
  expect(query).toMatchObject({ traceId, parentSpanId: request?.spanId, name: 'database query', kind: 3 });
  const durationMs = (span: typeof request) => (Number(span?.endTimeUnixNano) - Number(span?.startTimeUnixNano)) / 1e6;
  expect(durationMs(request)).toBeCloseTo(30, 0);
  expect(durationMs(query)).toBeCloseTo(5, 0);
  expect(failed).toMatchObject({
    status: { code: 2 },
    attributes: expect.arrayContaining([{ key: 'http.response.status_code', value: { intValue: '503' } }]),
  });
  expect(failed?.parentSpanId).toBeUndefined();
  expect(lines.map((line) => JSON.parse(line).traceId)).toEqual([traceId, failed?.traceId]);
  expect(JSON.stringify(collector.spans)).not.toContain('secret');
  expect(collector.headers[0]).toBe('secret');
});

test('a share of the traces is sent, decided by their ids', async () => {
  const scene = await setUp({ share: '0.5' });
  const traceOf = (end: string) => `00-${'a'.repeat(24)}${end}-${'b'.repeat(16)}-01`;
  expect(scene.telemetry.tracer.begin('GET', { traceparent: traceOf('7fffffff') })).not.toBeNull();
  expect(scene.telemetry.tracer.begin('GET', { traceparent: traceOf('80000000') })).toBeNull();
});

test('metrics are those of Prometheus; buckets count what is between their bounds', async () => {
  const { collector, clock, registry } = await setUp();
  const registers = [registry];
  new Gauge({ name: 'cameras', help: 'Cameras', labelNames: ['state'], registers }).set({ state: 'online' }, 3);
  new Counter({ name: 'bytes_total', help: 'Bytes', registers }).inc(12);
  const durations = new Histogram({ name: 'seconds', help: 'Durations', labelNames: ['route'], buckets: [0.1, 1], registers });
  for (const seconds of [0.05, 0.06, 0.5, 7]) durations.observe({ route: '/a' }, seconds);
  await poll(clock, () => collector.metrics.length).toBe(3);
  const [gauge, counter, histogram] = collector.metrics;
  expect(gauge?.gauge?.dataPoints).toMatchObject([{ asDouble: 3, attributes: [{ key: 'state', value: { stringValue: 'online' } }] }]);
  expect(counter?.sum?.dataPoints).toMatchObject([{ asDouble: 12 }]);
  expect(histogram?.histogram?.dataPoints).toMatchObject([
    {
      count: '4',
      bucketCounts: ['2', '1', '1'],
      explicitBounds: [0.1, 1],
      attributes: [{ key: 'route', value: { stringValue: '/a' } }],
    },
  ]);
});

test('a collector that is away costs a bounded queue; what it refuses for good is not sent again', async () => {
  const { collector, telemetry, clock, lines } = await setUp();
  const add = (count: number) => {
    for (let index = 0; index < count; index += 1) telemetry.tracer.note(`work ${index}`, 1);
  };
  collector.state.status = 503;
  add(3000);
  await poll(clock, () => collector.state.asked).toBeGreaterThan(1);
  collector.state.status = 200;
  await poll(clock, () => collector.spans.length).toBe(2048);
  expect(collector.spans[0]?.name).toBe('work 952');
  expect(lines.filter((line) => line.includes('refuses them'))).toHaveLength(1);
  await poll(clock, () => lines.join()).toContain('"spans":952');
  collector.state.status = 400;
  add(1);
  const before = collector.state.asked;
  await poll(clock, () => collector.state.asked).toBeGreaterThan(before);
  collector.state.status = 200;
  add(1);
  await telemetry.stop?.();
  expect(collector.spans).toHaveLength(2049);
});

test('work that fails is marked, and parts of a trace belong to it', async () => {
  const ended: ReadableSpan[] = [];
  const tracer = createSdkTracer({
    clock: createManualClock(0),
    tracedShare: 1,
    resource: emptyResource(),
    version: '2.4.1',
    onEnd: (span) => void ended.push(span),
  });
  const span = tracer.begin('job');
  if (!span) throw new Error('Not traced');
  await expect(withSpan(span, () => tracer.trace('send', {}, () => Promise.reject(new Error('boom'))))).rejects.toThrow('boom');
  span.end();
  span.end();
  expect(ended.map((one) => [one.name, one.status.code === SpanStatusCode.ERROR, one.spanContext().traceId])).toEqual([
    ['send', true, span.traceId],
    ['job', false, span.traceId],
  ]);
  expect(ended[0]?.parentSpanContext?.spanId).toBe(ended[1]?.spanContext().spanId);
});

test('servers of one process share nothing: each collector gets its own spans with its own key, and nothing is registered', async () => {
  const one = await setUp({ key: 'first' });
  const other = await setUp({ key: 'second' });
  one.telemetry.tracer.note('of one', 1);
  other.telemetry.tracer.note('of the other', 1);
  await Promise.all([one.telemetry.stop?.(), other.telemetry.stop?.()]);
  expect([one, other].map(({ collector }) => [collector.spans.map(({ name }) => name), collector.headers])).toEqual([
    [['of one'], ['first']],
    [['of the other'], ['second']],
  ]);
  expect(Object.getOwnPropertySymbols(globalThis)).not.toContain(Symbol.for('opentelemetry.js.api.1'));
});

test('a collector that does not answer holds up the end for three seconds', async () => {
  const { collector, telemetry, clock, lines } = await setUp();
  collector.state.isSilent = true;
  telemetry.tracer.note('last', 1);
  let isOver = false;
  const stopped = Promise.resolve(telemetry.stop?.()).then(() => void (isOver = true));
  await expect.poll(() => collector.state.asked).toBe(1);
  clock.advance(2999);
  await setImmediate();
  expect(isOver).toBe(false);
  clock.advance(1);
  await stopped;
  expect(lines.join()).toContain('did not take the last spans');
  expect(collector.spans).toEqual([]);
});

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /address of a collector/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://anna:secret@collector' }, /without a user name/],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector', OTEL_EXPORTER_OTLP_HEADERS: 'secret' }, /names and values/],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /1 or less/],
])('%j is refused', (variables, message) => {
  expect(() => readConfig(variables)).toThrow(message);
});

test('nothing is sent unless an address is given', () => {
  expect(readConfig({}).telemetry).toBeNull();
});
