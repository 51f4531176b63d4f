import { expect, test } from 'vitest';
import type { Detection } from '../objects/tracking/object-rules.ts';
import { createDetectionMerge } from './detection-merge.ts';

const began = (id: string, at: number, over: Partial<Extract<Detection, { kind: 'began' }>> = {}): Detection => ({
  kind: 'began',
  cameraId: 'c1',
  id,
  type: 'human',
  at: at * 1000,
  objectClass: 'human',
  score: null,
  box: { x: 0, y: 0, width: 1, height: 1 },
  label: null,
  picture: new Uint8Array(0),
  ...over,
});
const ended = (id: string, at: number, cameraId = 'c1'): Detection => ({ kind: 'ended', cameraId, id, at: at * 1000 });

function setUp() {
  const reported: string[] = [];
  const merge = createDetectionMerge(({ kind, id, at }) => void reported.push(`${id} ${kind} ${at / 1000}`));
  return { reported, camera: merge.input(), own: merge.input() };
}

test.each([
  ['begins 10 s later', 10, ['a began 0', 'a ended 30']],
  ['begins 10 s after its end', 15, ['a began 0', 'a ended 5']],
])('what another detector sees is the same, if it %s', (_, at, expected) => {
  const { reported, camera, own } = setUp();
  camera(began('a', 0));
  if (at > 5) camera(ended('a', 5));
  own(began('b', at));
  if (at <= 5) camera(ended('a', 5));
  own(ended('b', 30));
  expect(reported).toEqual(at === 15 ? expected : ['a began 0', 'a ended 5']);
});

test('it ends with the last of both', () => {
  const { reported, camera, own } = setUp();
  own(began('a', 0));
  camera(began('b', 10));
  own(ended('a', 12));
  expect(reported).toEqual(['a began 0']);
  camera(ended('b', 30));
  expect(reported).toEqual(['a began 0', 'a ended 30']);
});

test.each<[string, Detection]>([
  ['a later one', began('b', 16)],
  ['another type', began('b', 1, { type: 'vehicle' })],
  ['another camera', began('b', 1, { cameraId: 'c2' })],
])('%s is an event of its own', (_, second) => {
  const { reported, camera, own } = setUp();
  camera(began('a', 0));
  camera(ended('a', 5));
  own(second);
  expect(reported).toHaveLength(3);
});

test('what one detector begins twice are two events, and each is shared once', () => {
  const { reported, camera, own } = setUp();
  own(began('a', 0));
  own(began('b', 1));
  camera(began('c', 2));
  camera(began('d', 3));
  camera(began('e', 4));
  for (const id of ['a', 'b', 'c', 'd', 'e']) (id < 'c' ? own : camera)(ended(id, 20));
  expect(reported.filter((line) => line.includes('began'))).toEqual(['a began 0', 'b began 1', 'e began 4']);
  expect(reported.filter((line) => line.includes('ended')).toSorted()).toEqual(['a ended 20', 'b ended 20', 'e ended 20']);
});

test('an end without a beginning is ignored', () => {
  const { reported, camera } = setUp();
  camera(ended('x', 1));
  expect(reported).toEqual([]);
});

test('a better picture counts if it is of the detector whose picture the event has', () => {
  const { reported, camera, own } = setUp();
  const improved = (id: string): Detection => ({
    ...{ kind: 'improved', cameraId: 'c1', id, at: 3000, score: 0.9, picture: new Uint8Array(0) },
    box: { x: 0, y: 0, width: 1, height: 1 },
  });
  own(began('a', 0));
  camera(began('b', 1));
  camera(improved('b'));
  own(improved('a'));
  own(improved('never'));
  own(ended('a', 4));
  own(improved('a'));
  expect(reported).toEqual(['a began 0', 'a improved 3']);
});
