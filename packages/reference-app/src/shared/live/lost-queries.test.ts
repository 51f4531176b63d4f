import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reloadLostQueries } from './lost-queries.ts';

let cache: QueryClient;
let stops: (() => void)[];
/** Null: requests succeed. */
let fault: Error | null;
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 1_795_000_000_000 });
  cache = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5000 } } });
  fault = null;
  asked = [];
  stops = [reloadLostQueries(cache)];
});
afterEach(() => {
  for (const stop of stops) stop();
  cache.clear();
  vi.useRealTimers();
});

/** Shows a query on the screen. @param ownFault another fault than that of all */
function show(name: string, ownFault: Error | null = null): void {
  const observer = new QueryObserver(cache, {
    queryKey: [name],
    queryFn: async () => {
      asked.push(name);
      const failure = ownFault ?? fault;
      if (failure) throw failure;
      return name;
    },
  });
  stops.push(observer.subscribe(() => {}));
}
const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
const network = new WatchpostError('network');

test('what was lost loads again once anything else has loaded', async () => {
  fault = network;
  show('footage');
  show('plan');
  await pass(20_000);
  expect(asked).toEqual(['footage', 'plan']);
  fault = null;
  show('events');
  await pass(0);
  expect(asked.slice(2).toSorted()).toEqual(['events', 'footage', 'plan']);
  expect(cache.getQueryData(['footage'])).toBe('footage');
});

test('what the server has refused, and what no screen shows, stays as it is', async () => {
  show('hidden', new WatchpostError('forbidden'));
  fault = network;
  show('left');
  await pass(20_000);
  stops.pop()?.();
  asked = [];
  fault = null;
  show('events');
  await pass(0);
  expect(asked).toEqual(['events']);
});

test('a request that fails on its own is repeated every two seconds at most, however much else loads', async () => {
  show('blocked', network);
  show('events');
  await pass(0);
  asked = [];
  for (let second = 0; second < 10; second += 1) {
    await pass(1000);
    await cache.refetchQueries({ queryKey: ['events'] });
    await pass(0);
  }
  expect(asked.filter((name) => name === 'blocked')).toHaveLength(5);
});

test('what a page writes itself starts nothing', async () => {
  fault = network;
  show('footage');
  await pass(20_000);
  asked = [];
  cache.setQueryData(['events'], 'written');
  await pass(0);
  expect(asked).toEqual([]);
});
