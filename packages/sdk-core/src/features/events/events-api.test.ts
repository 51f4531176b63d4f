import { getEventTimeline, listEventDays, listEvents, markEventsSeen, markFalseAlarm } from '@watchpost/contract/endpoints/events';
import { expect, test } from 'vitest';
import { buildEvent, createTestClient, signIn } from '../../testing/index.ts';
import { collect } from '../../testing/collect.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  return parts;
}

test('a filter becomes a query: lists repeat their key, and absent fields are omitted', async () => {
  const { client, server } = await signedIn();
  await client.events.list({ cameraIds: ['c1', 'c2'], types: [], from: 5, limit: 20 });
  await client.events.list({ locationId: 'shop' });
  await client.events.list();
  expect(server.requestsTo(listEvents).map(({ path }) => path)).toEqual([
    '/public/api/v2/cameraphone/events?cameraId=c1&cameraId=c2&from=5&limit=20',
    '/public/api/v2/cameraphone/events?locationId=shop',
    '/public/api/v2/cameraphone/events',
  ]);
});

test('pages reach the oldest event, each event once', async () => {
  const { client, server } = await signedIn();
  server.events = Array.from({ length: 5 }, (_, index) => buildEvent({ id: `e${index}`, startAt: Math.floor(index / 2) * 1000 }));
  const ids: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const { events, next } = await client.events.list({ limit: 2, cursor });
    ids.push(...events.map(({ id }) => id));
    cursor = next ?? undefined;
  }
  expect([ids, cursor]).toEqual([['e4', 'e3', 'e2', 'e1', 'e0'], undefined]);
  expect((await collect(client.events.list({ limit: 2 }))).map(({ id }) => id)).toEqual(ids);
});

test('viewed events stay seen', async () => {
  const { client, server } = await signedIn();
  server.events = [buildEvent({ id: 'a', startAt: 2 }), buildEvent({ id: 'b', startAt: 1 })];
  await client.events.markSeen(['b']);
  expect(server.requestsTo(markEventsSeen)).toMatchObject([{ body: { eventIds: ['b'] } }]);
  expect((await client.events.list()).events.map(({ isSeen }) => isSeen)).toEqual([false, true]);
});

test('counts, latest events and the timeline come from the server; an empty list does not filter', async () => {
  const { client, server } = await signedIn();
  server.events = [
    buildEvent({ id: 'a', cameraId: 'c1', startAt: 2 }),
    buildEvent({ id: 'b', cameraId: 'c1', startAt: 1, type: 'human' }),
    buildEvent({ id: 'c', cameraId: 'c2', startAt: 1 }),
  ];
  server.eventTimeline = { marks: [{ at: 1, type: 'motion', count: 3, eventId: 'a' }], activity: [0, 0.5] };
  expect(await client.events.counts({ cameraIds: ['c1'], from: 1 })).toMatchObject({ total: 2, unseen: 2, types: { motion: 1, human: 1 } });
  expect((await client.events.latest()).map(({ id }) => id)).toEqual(['a', 'c']);
  expect(await client.events.timeline('c1', { from: 0, to: 20_000, step: 10_000 })).toEqual(server.eventTimeline);
  expect(server.requestsTo(getEventTimeline)[0]?.path).toBe('/public/api/v3/cameras/c1/events/timeline?from=0&to=20000&step=10000');
  await client.events.markAllSeen({ cameraIds: ['c1'], types: [], to: 3 });
  expect(server.requestsTo(markEventsSeen)).toMatchObject([{ body: { cameraIds: ['c1'], to: 3 } }]);
  expect(await client.events.counts()).toMatchObject({ total: 3, unseen: 1 });
});

test('days with events are requested in the given time zone', async () => {
  const { client, server } = await signedIn();
  const late = Date.parse('2026-11-20T22:30:00Z');
  server.events = [
    buildEvent({ id: 'a', cameraId: 'c1', startAt: late }),
    buildEvent({ id: 'b', cameraId: 'c2', startAt: late - 86_400_000, type: 'human' }),
    buildEvent({ id: 'c', cameraId: 'c1', startAt: late + 1 }),
  ];
  const november = { from: '2026-11-01', to: '2026-11-30' };
  expect(await client.events.days({ ...november, timeZone: 'Europe/Moscow' })).toEqual(['2026-11-20', '2026-11-21']);
  expect(await client.events.days({ ...november, timeZone: 'UTC', cameraIds: ['c1'], types: ['motion'] })).toEqual(['2026-11-20']);
  expect(server.requestsTo(listEventDays)[1]?.path).toBe(
    '/public/api/v3/events/days?cameraId=c1&type=motion&from=2026-11-01&to=2026-11-30&timeZone=UTC',
  );
});

test('picture URLs are on the server, and null without a picture', async () => {
  const { client } = await signedIn();
  expect(client.events.pictureUrl({ pictureUrl: '/public/api/v3/cameras/c1/events/e1/picture.jpg' })).toBe(
    'https://watchpost.test/public/api/v3/cameras/c1/events/e1/picture.jpg',
  );
  expect(client.events.pictureUrl({ pictureUrl: null })).toBeNull();
});

test('detection settings are changed one by one', async () => {
  const { client } = await signedIn();
  expect(await client.events.motionDetection('c1')).toEqual({ isEnabled: true, sensitivity: 6, areas: [] });
  expect(await client.events.updateMotionDetection('c1', { sensitivity: 9 })).toEqual({ isEnabled: true, sensitivity: 9, areas: [] });
});

test('a marking as seen is undone by its time: only what it marked is unseen again', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.events = ['a', 'b', 'c'].map((id, index) => buildEvent({ id, startAt: index, isSeen: id === 'a' }));
  const seen = async (): Promise<string[]> => (await client.events.list({ isSeen: true })).events.map(({ id }) => id).toSorted();
  const seenAt = await client.events.markAllSeen({ to: 2 });
  expect(await seen()).toEqual(['a', 'b']);
  await client.events.unmarkSeen(seenAt);
  expect(await seen()).toEqual(['a']);
  expect((await client.events.list({ isSeen: false })).events.map(({ id }) => id)).toEqual(['c', 'b']);
});

test('a false alarm is marked, counted, and taken back', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.events = [buildEvent({ id: 'a', cameraId: 'yard' }), buildEvent({ id: 'b', cameraId: 'yard' })];
  await client.events.setFalseAlarm({ id: 'a', cameraId: 'yard' }, true);
  expect(server.requestsTo(markFalseAlarm)[0]?.path).toBe('/public/api/v3/cameras/yard/events/a/false-alarm');
  expect((await client.events.list()).events.find(({ id }) => id === 'a')?.isFalseAlarm).toBe(true);
  expect(await client.events.counts()).toMatchObject({ total: 2, falseAlarms: 1 });
  await client.events.setFalseAlarm({ id: 'a', cameraId: 'yard' }, false);
  expect(await client.events.counts()).toMatchObject({ total: 2, falseAlarms: 0 });
});
