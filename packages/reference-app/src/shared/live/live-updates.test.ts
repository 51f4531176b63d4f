import { QueryClient } from '@tanstack/react-query';
import type { Camera, CameraEvent, EventPage } from '@watchpost/sdk-core';
import { buildCamera, buildEvent, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { applyEventChange, eventKeys } from './event-cache.ts';
import type { EventListFilter } from './event-cache.ts';
import { startLiveUpdates } from './live-updates.ts';
import { pollingInterval } from './polling.ts';

const all: EventListFilter = { cameraIds: [], types: [], from: null, to: null };
const pages = (...events: CameraEvent[][]) => ({
  pages: events.map((each, index) => ({ events: each, next: index < events.length - 1 ? 'more' : null })),
  pageParams: events.map(() => null),
});
const shown = (cache: QueryClient, filter: EventListFilter): string[] =>
  cache.getQueryData<{ pages: EventPage[] }>(eventKeys.list(filter))?.pages.flatMap(({ events }) => events.map(({ id }) => id)) ?? [];
const { isSeen: _, ...motion } = buildEvent({ id: 'new', cameraId: 'c1', startAt: 50, endAt: null });

test('a new event is added to every list that it belongs to, once, and to no other', () => {
  const cache = new QueryClient();
  const filters: EventListFilter[] = [
    all,
    { ...all, cameraIds: ['c1'] },
    { ...all, cameraIds: ['c2', 'c3'] },
    { ...all, types: ['human'] },
    { ...all, types: ['motion'] },
    { ...all, from: 51 },
    { ...all, from: 50, to: 51 },
  ];
  for (const filter of filters)
    cache.setQueryData(eventKeys.list(filter), pages([buildEvent({ id: 'late', startAt: 60 }), buildEvent({ id: 'early', startAt: 40 })]));
  applyEventChange(cache, { kind: 'began', event: motion });
  applyEventChange(cache, { kind: 'began', event: motion });
  expect(filters.map((filter) => shown(cache, filter).includes('new'))).toEqual([true, true, false, false, true, false, true]);
  expect(shown(cache, all)).toEqual(['late', 'new', 'early']);
});

test('its picture and end update it; a seen event stays seen; one older than the first page waits for its page', () => {
  const cache = new QueryClient();
  cache.setQueryData(eventKeys.list(all), pages([buildEvent({ id: 'late', startAt: 60 })], [buildEvent({ ...motion, isSeen: true })]));
  const [every, other] = [eventKeys.count(all), eventKeys.count({ ...all, cameraIds: ['c2'] })];
  for (const key of [every, other]) cache.setQueryData(key, { total: 2, unseen: 1, types: { motion: 2 } });
  cache.setQueryData(eventKeys.latest, [
    buildEvent({ id: 'before', cameraId: 'c1', startAt: 10 }),
    buildEvent({ id: 'other', cameraId: 'c2', startAt: 70 }),
  ]);
  applyEventChange(cache, { kind: 'ended', event: { ...motion, endAt: 55 } });
  applyEventChange(cache, { kind: 'began', event: { ...motion, id: 'old', startAt: 5 } });
  expect(shown(cache, all)).toEqual(['late', 'new']);
  // One event started; the one that ended was counted before.
  expect([cache.getQueryData(every), cache.getQueryData(other)]).toEqual([
    { total: 3, unseen: 2, types: { motion: 3 } },
    { total: 2, unseen: 1, types: { motion: 2 } },
  ]);
  expect(cache.getQueryData<{ pages: EventPage[] }>(eventKeys.list(all))?.pages[1]?.events).toMatchObject([{ endAt: 55, isSeen: true }]);
  expect(cache.getQueryData<CameraEvent[]>(eventKeys.latest)?.map(({ id }) => id)).toEqual(['new', 'other']);
});

test('a camera’s state updates in the list and on its screen; polling continues only without a connection', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  server.cameras = [buildCamera({ id: 'c1', state: 'online', stateSince: 1 })];
  const cache = new QueryClient();
  cache.setQueryData(['cameras'], server.cameras);
  cache.setQueryData(['cameras', 'c1'], server.cameras[0]);
  const stop = startLiveUpdates(client, cache);
  const intervals = { connectedMs: false, disconnectedMs: 5000 } as const;
  expect(pollingInterval(client, intervals)).toBe(5000);
  await expect.poll(() => clock.advance(0).then(() => client.events.live().state.value)).toBe('open');
  expect(pollingInterval(client, intervals)).toBe(false);
  server.broker.publish('cameras/c1/state', { state: 'offline', since: 9, reason: 'camera-offline' });
  await clock.advance(0);
  const offline = { state: 'offline', stateSince: 9, stateReason: 'camera-offline' };
  expect([cache.getQueryData<Camera[]>(['cameras'])?.[0], cache.getQueryData<Camera>(['cameras', 'c1'])]).toMatchObject([offline, offline]);
  stop();
  await clock.advance(6000);
  expect(client.events.live().state.value).toBe('idle');
  client.dispose();
});
