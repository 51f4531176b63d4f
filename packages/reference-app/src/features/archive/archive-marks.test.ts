import type { EventType } from '@watchpost/sdk-core';
import type { TimelineEvent } from '@watchpost/widgets/react';
import { expect, test } from 'vitest';
import { mergeMarks, toActivity } from './archive-marks.ts';

const describeType = (type: EventType): Pick<TimelineEvent, 'shape' | 'label'> => ({
  shape: type === 'human' ? 'person' : 'motion',
  label: type,
});
const range = { from: 1000, to: 2000, step: 100 };
const recent: TimelineEvent = { id: 'e1', at: 1500, shape: 'motion', isSeen: false, label: 'Motion, 12:00' };

test('until the range is known only the newest events are shown', () => {
  expect(mergeMarks({ near: undefined, day: undefined, recent: [recent] }, describeType)).toEqual([recent]);
});

test('a mark of one event is that event; a mark of several is unseen if one of them is', () => {
  const marks = [
    { at: 1500, type: 'motion' as const, count: 1, eventId: 'e1' },
    { at: 1100, type: 'motion' as const, count: 3, eventId: 'e0' },
    { at: 1450, type: 'motion' as const, count: 2, eventId: 'e2' },
    { at: 1450, type: 'human' as const, count: 2, eventId: 'e3' },
  ];
  const merged = mergeMarks({ near: { marks, range }, day: undefined, recent: [recent] }, describeType);
  expect(merged[0]).toEqual({ ...recent, label: 'motion' });
  expect(merged.slice(1).map(({ id, count, isSeen }) => [id, count, isSeen])).toEqual([
    ['e0', 3, true],
    ['e2', 2, false],
    ['e3', 2, true],
  ]);
});

test('marks of the day appear outside the range only', () => {
  const day = [500, 1500, 2000].map((at) => ({ at, type: 'motion' as const, count: 1, eventId: `d${at}` }));
  expect(mergeMarks({ near: { marks: [], range }, day, recent: [] }, describeType).map(({ id }) => id)).toEqual(['d500', 'd2000']);
});

test('bars start where their range starts', () => {
  expect(toActivity({ activity: [0, 1] }, range)).toEqual({ from: 1000, step: 100, levels: [0, 1] });
  expect(toActivity(undefined, range)).toBeUndefined();
});
