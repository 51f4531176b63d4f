import { createManualClock } from '@watchpost/contract/testing';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../../../kernel/log.ts';
import { createRegistryVersions } from './operator-registry-versions.ts';
import { createUpdateCheck } from './operator-update-check.ts';

const hour = 3_600_000;
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

interface Answer {
  readonly status?: number;
  readonly body: string;
}

/** A registry of packages as far as tags go. */
async function startRegistry(first: Answer) {
  const seen: { readonly url: string | undefined; readonly agent: string | undefined }[] = [];
  const state = { answer: first };
  const server = createServer(({ url, headers }, response) => {
    seen.push({ url, agent: headers['user-agent'] });
    response.writeHead(state.answer.status ?? 200, { 'content-type': 'application/json', location: '/elsewhere' }).end(state.answer.body);
  });
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${address.port}`, seen, state };
}

async function setUp({ isAllowed = true, body = '{"latest":"2.4.2","next":"3.0.0-beta.1"}' } = {}) {
  const registry = await startRegistry({ body });
  const clock = createManualClock(0);
  const lines: string[] = [];
  const allowed = { now: isAllowed };
  const check = createUpdateCheck({
    clock,
    log: createLog({ level: 'info', format: 'json', write: (line) => void lines.push(line) }),
    isAllowed: () => allowed.now,
    readNewest: createRegistryVersions({ registry: registry.origin, packageName: '@watchpost/server' }),
  });
  cleanups.unshift(check.close);
  return { registry, clock, lines, check, allowed };
}

test('nothing is asked until the operator allows it, and then once a day', async () => {
  const { registry, clock, check, allowed } = await setUp({ isAllowed: false });
  expect(check.newest()).toBeNull();
  expect(registry.seen).toEqual([]);
  allowed.now = true;
  await expect.poll(() => check.newest()).toBe('2.4.2');
  expect(registry.seen).toEqual([{ url: '/-/package/%40watchpost%2Fserver/dist-tags', agent: 'watchpost' }]);
  clock.advance(23 * hour);
  registry.state.answer = { body: '{"latest":"2.4.3"}' };
  expect(check.newest()).toBe('2.4.2');
  expect(registry.seen).toHaveLength(1);
  clock.advance(hour);
  await expect.poll(() => check.newest()).toBe('2.4.3');
  allowed.now = false;
  expect(check.newest()).toBeNull();
});

test.each<[string, Answer]>([
  ['an error', { status: 503, body: 'busy' }],
  ['a redirect', { status: 302, body: '' }],
  ['no JSON', { body: '<html>' }],
  ['no version', { body: '{"latest":"<b>2</b>"}' }],
  ['megabytes', { body: JSON.stringify({ latest: '2.4.2', more: 'x'.repeat(1_000_000) }) }],
])('%s is no version; it is logged, and asked again in an hour', async (_name, answer) => {
  const { registry, clock, lines, check } = await setUp();
  registry.state.answer = answer;
  expect(check.newest()).toBeNull();
  await expect.poll(() => lines.length).toBe(1);
  expect(check.newest()).toBeNull();
  expect(registry.seen).toHaveLength(1);
  registry.state.answer = { body: '{"latest":"2.4.2"}' };
  clock.advance(hour);
  await expect.poll(() => check.newest()).toBe('2.4.2');
});
