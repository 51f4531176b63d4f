import type { DetectionTestFrame, TestedBox } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameAt, namedAt, noTest, testState } from './smart-events-test-state.ts';

const boxOf = (over: Partial<TestedBox> = {}): TestedBox => ({
  trackId: 1,
  objectClass: 'human',
  score: 0.8,
  box: { x: 0.1, y: 0.1, width: 0.1, height: 0.3 },
  path: [],
  verdict: 'counts',
  ...over,
});
const frameOf = (at: number, over: Partial<DetectionTestFrame> = {}): DetectionTestFrame => ({
  kind: 'frame',
  at,
  boxes: [boxOf()],
  events: [],
  cpuMs: 20,
  ...over,
});
const event = { type: 'human' as const, label: null, objectClass: 'human' as const, score: 0.8 };

test('boxes wait for their picture, stay until the next ones, and disappear when none come', () => {
  const frames = [frameOf(1000), frameOf(1400), frameOf(1800)];
  // The picture on the screen is older than what the server has looked at.
  expect(frameAt(frames, 900)).toBeNull();
  expect(frameAt(frames, 1000)?.at).toBe(1000);
  expect(frameAt(frames, 1390)?.at).toBe(1400);
  expect(frameAt(frames, 1790)?.at).toBe(1800);
  expect(frameAt(frames, 3200)?.at).toBe(1800);
  expect(frameAt(frames, 3400)).toBeNull();
  // A player without a time shows what is newest.
  expect(frameAt(frames, null)?.at).toBe(1800);
  expect(frameAt([], null)).toBeNull();
});

test('no frame is drawn before its picture', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 30 }), fc.nat(12_000), (times, shownAt) => {
      const frames = times.toSorted((a, b) => a - b).map((at) => frameOf(at));
      const frame = frameAt(frames, shownAt);
      if (frame) expect(frame.at).toBeLessThanOrEqual(shownAt + 60);
      else expect(times.some((at) => at <= shownAt + 60 && shownAt - at <= 1500)).toBe(false);
    }),
  );
});

test('what would be reported is listed, newest first; other settings begin a new list and keep the scores', () => {
  let state = testState(noTest, { kind: 'start' });
  state = testState(state, frameOf(1000, { events: [event] }));
  state = testState(state, frameOf(1400, { events: [{ ...event, label: 'Gate' }] }));
  expect(state.found.map(({ at, label }) => [at, label])).toEqual([
    [1400, 'Gate'],
    [1000, null],
  ]);
  state = testState(state, { kind: 'start' });
  expect([state.found, state.frames, state.scores.length]).toEqual([[], [], 1]);
  // The same number is another object now.
  state = testState(state, frameOf(2000, { boxes: [boxOf({ score: 0.4 })] }));
  expect(state.scores.map(({ score }) => score)).toEqual([0.8, 0.4]);
  expect(testState(state, { kind: 'forget' }).scores).toEqual([]);
});

test('a dot is the best score of an object that is looked for; everything stays bounded', () => {
  let state = testState(noTest, { kind: 'start' });
  for (const score of [0.5, 0.9, 0.7]) state = testState(state, frameOf(1000, { boxes: [boxOf({ score })] }));
  state = testState(state, frameOf(1000, { boxes: [boxOf({ trackId: 2, verdict: 'other-class' })] }));
  expect(state.scores).toEqual([{ key: '1 1', score: 0.9, verdict: 'counts' }]);
  for (let index = 0; index < 500; index += 1)
    state = testState(state, frameOf(index * 400, { boxes: [boxOf({ trackId: index })], events: [event] }));
  expect([state.frames.length, state.found.length, state.scores.length]).toEqual([60, 20, 24]);
});

test('what was reported is named in the picture that shows it, and for seconds after it', () => {
  const { box } = boxOf();
  let state = testState(noTest, { kind: 'start' });
  state = testState(state, frameOf(1000, { events: [{ ...event, label: 'Gate', box }, event] }));
  const namesAt = (shownAt: number | null) => namedAt(state, shownAt).map(({ label }) => label);
  // The picture on the screen is older; an event without a place can't be named there.
  expect([900, 1000, 3900, 4100].map(namesAt)).toEqual([[], ['Gate'], ['Gate'], []]);
  expect(namesAt(null)).toEqual(['Gate']);
});
