import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import type { EventPage } from '@watchpost/sdk-core';
import { buildEvent } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { applySeen, eventKeys, type EventListFilter } from './event-cache.ts';

const event = buildEvent({ cameraId: 'c1', isSeen: false });
const filter: EventListFilter = { cameraIds: ['c1'], types: [], from: null, to: null };

test('an event is shown as seen and the counts are requested again, with the timeline’s answers in the same cache', () => {
  const cache = new QueryClient();
  const timeline = { span: { from: 0, to: 10, step: 5 }, answer: { marks: [], activity: [] } };
  cache.setQueryData(['events', 'timeline', 'c1', timeline.span], timeline);
  cache.setQueryData(eventKeys.list(filter), { pages: [{ events: [event], next: null }], pageParams: [null] });
  cache.setQueryData(eventKeys.count(filter), { total: 1, unseen: 1, types: { motion: 1 } });

  applySeen(cache, ({ id }) => id === event.id);

  const list = cache.getQueryData<InfiniteData<EventPage>>(eventKeys.list(filter));
  expect(list?.pages[0]?.events).toEqual([{ ...event, isSeen: true }]);
  expect(cache.getQueryState(eventKeys.count(filter))?.isInvalidated).toBe(true);
  expect(cache.getQueryData(['events', 'timeline', 'c1', timeline.span])).toEqual(timeline);
});
