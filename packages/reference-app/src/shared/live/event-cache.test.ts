import { QueryClient, type InfiniteData } from '@tanstack/react-query';
import type { EventPage } from '@watchpost/sdk-core';
import { buildEvent } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { applyEventChange, applyFalseAlarm, applySeen, eventKeys, type EventListFilter } from './event-cache.ts';

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

test('a list of unseen events keeps what is seen meanwhile; only new events join it', () => {
  const cache = new QueryClient();
  const unseen: EventListFilter = { ...filter, isUnseen: true };
  cache.setQueryData(eventKeys.list(unseen), { pages: [{ events: [event], next: null }], pageParams: [null] });
  const shown = () =>
    cache.getQueryData<InfiniteData<EventPage>>(eventKeys.list(unseen))?.pages[0]?.events.map(({ id, isSeen }) => `${id} ${isSeen}`);
  applySeen(cache, ({ id }) => id === event.id);
  expect(shown()).toEqual([`${event.id} true`]);
  const change = (id: string, startAt: number) => {
    const { isSeen: _, isFalseAlarm: __, ...live } = buildEvent({ id, cameraId: 'c1', startAt });
    return live;
  };
  applyEventChange(cache, { kind: 'ended', event: change('seen-before', 1000) });
  applyEventChange(cache, { kind: 'ended', event: change(event.id, event.startAt) });
  expect(shown()).toEqual([`${event.id} true`]);
  applyEventChange(cache, { kind: 'began', event: change('new', 2000) });
  expect(shown()).toEqual(['new false', `${event.id} true`]);
});

test('a false alarm is marked in every list, and stays marked when the event ends', () => {
  const cache = new QueryClient();
  cache.setQueryData(eventKeys.list(filter), { pages: [{ events: [event], next: null }], pageParams: [null] });
  const isMarked = () => cache.getQueryData<InfiniteData<EventPage>>(eventKeys.list(filter))?.pages[0]?.events[0]?.isFalseAlarm;
  applyFalseAlarm(cache, [event.id], true);
  const { isSeen: _, isFalseAlarm: __, ...live } = event;
  applyEventChange(cache, { kind: 'ended', event: live });
  expect(isMarked()).toBe(true);
  applyFalseAlarm(cache, [event.id], false);
  expect(isMarked()).toBe(false);
});
