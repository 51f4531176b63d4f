import { plugInDetectionTypes, type PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import { expect, test } from 'vitest';
import type { Detection } from '../tracking/object-rules.ts';
import { createFindingRules } from './finding-rules.ts';

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const stepMs = 2000;

/** Scores of answers, 2 s apart; null where nobody was asked. @returns what is reported */
function eventsOf(type: PlugInDetectionType, scores: readonly (number | null)[], confidence = 0.6): string[] {
  const lines: string[] = [];
  const report = (detection: Detection): void => void lines.push(`${detection.kind} ${detection.at}`);
  const rules = createFindingRules({ cameraId: 'c1', newId: () => `d${lines.length}`, onDetection: report });
  rules.configure([{ type, isEnabled: true, confidence }]);
  for (const [index, score] of scores.entries()) {
    const found = score === null ? null : score === 0 ? [] : [{ type, score, box }];
    rules.update(found, index * stepMs, () => Uint8Array.of(index));
  }
  return lines;
}

const nothing = (count: number): number[] => Array.from({ length: count }, () => 0);

test.each(['fire', 'smoke', 'face', 'babyCry'] as const)('%s counts when two of three answers have found it, and ends', (type) => {
  expect(eventsOf(type, [0, 0.9, 0, 0.8])).toEqual(['began 2000']);
  expect(eventsOf(type, [0.9, 0.8, ...nothing(20)])).toEqual(['began 0', 'ended 2000']);
  // One odd picture, a faint one, and one long ago are nothing.
  expect(eventsOf(type, [0, 0.9, 0, 0, 0.9])).toEqual([]);
  expect(eventsOf(type, [0.59, 0.59, 0.59])).toEqual([]);
});

test('breaking glass is heard once', () => {
  expect(eventsOf('glassBreak', [0, 0.7, ...nothing(10)])).toEqual(['began 2000', 'ended 2000']);
  expect(eventsOf('glassBreak', [0, 0.5, 0])).toEqual([]);
});

test('where nobody was asked, nothing is certain, and what was found still ends', () => {
  expect(eventsOf('fire', [0.9, null, null, null, 0.9])).toEqual(['began 0']);
  expect(eventsOf('fire', [0.9, 0.9, ...Array.from({ length: 20 }, () => null)])).toEqual(['began 0', 'ended 2000']);
});

test('a long fire is reported in parts', () => {
  const lines = eventsOf(
    'fire',
    Array.from({ length: 200 }, () => 0.9),
  );
  expect(lines).toEqual(['began 0', 'ended 302000', 'began 300000']);
});

test('the picture is the one with the best score; another look is worth it after a first sighting', () => {
  const seen: Detection[] = [];
  const rules = createFindingRules({ cameraId: 'c1', newId: () => 'd1', onDetection: (detection) => seen.push(detection) });
  rules.configure(plugInDetectionTypes.map((type) => ({ type, isEnabled: type === 'smoke', confidence: 0.5 })));
  expect(rules.isWaiting(0)).toBe(false);
  const other = { type: 'fire', score: 0.99, box } as const;
  rules.update([other, { type: 'smoke', score: 0.9, box }, { type: 'smoke', score: 0.6, box }], 0, () => Uint8Array.of(1));
  expect([rules.isWaiting(4999), rules.isWaiting(5000)]).toEqual([true, false]);
  rules.update([{ type: 'smoke', score: 0.7, box }], 400, () => Uint8Array.of(2));
  expect(rules.isWaiting(500)).toBe(false);
  expect(seen).toEqual([
    {
      ...{ kind: 'began', cameraId: 'c1', id: 'd1', type: 'smoke', at: 0, objectClass: null, score: 0.9, box, label: null },
      picture: Uint8Array.of(1),
    },
  ]);
  rules.configure([{ type: 'smoke', isEnabled: false, confidence: 0.5 }]);
  expect(seen.at(-1)).toEqual({ kind: 'ended', cameraId: 'c1', id: 'd1', at: 400 });
});
