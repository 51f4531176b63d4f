import { expect, test } from 'vitest';
import { changeOf, isRecording, nameProblem, savable, shownOf, tooLargeArea, untouched } from './camera-settings-draft.ts';

const motion = { isEnabled: true, sensitivity: 6, areas: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] };

test('only differences are sent; a reverted change is no change', () => {
  const change = (draft: Partial<typeof untouched>) => changeOf(shownOf({ ...untouched, ...draft }, 'Yard', motion), 'Yard', motion);
  expect(change({})).toBeNull();
  expect(change({ name: ' Yard ', sensitivity: 6, areas: [...motion.areas] })).toBeNull();
  expect(change({ name: 'Gate' })).toEqual({ name: 'Gate' });
  expect(change({ sensitivity: 9 })).toEqual({ motion: { sensitivity: 9 } });
  expect(change({ areas: [] })).toEqual({ motion: { areas: [] } });
});

test('a name has 1 to 100 characters', () => {
  expect([nameProblem('  '), nameProblem('a'), nameProblem('a'.repeat(100)), nameProblem('a'.repeat(101))]).toEqual([
    'nameRequired',
    null,
    null,
    'nameTooLong',
  ]);
});

test('finds an area that is too large', () => {
  expect(tooLargeArea([...motion.areas, { x: 0, y: 0, width: 1, height: 0.95 }])).toBe(1);
  expect(tooLargeArea(motion.areas)).toBe(-1);
});

test('a part that the server would refuse is not sent, and does not block the rest', () => {
  const tooLarge = [{ x: 0, y: 0, width: 1, height: 0.95 }];
  const saved = (draft: Partial<typeof untouched>) => {
    const shown = shownOf({ ...untouched, ...draft }, 'Yard', motion);
    return savable(changeOf(shown, 'Yard', motion), shown);
  };
  expect(saved({})).toBeNull();
  expect(saved({ name: '  ', areas: tooLarge })).toBeNull();
  expect(saved({ name: 'Gate', areas: tooLarge })).toEqual({ name: 'Gate' });
  expect(saved({ name: '', sensitivity: 9 })).toEqual({ motion: { sensitivity: 9 } });
});

test.each([
  ['always', true, true],
  ['always', false, true],
  ['motion', true, true],
  ['motion', false, false],
  ['disabled', true, false],
] as const)('recording %s, detection %s: %s', (archiveRecording, isEnabled, expected) => {
  expect(isRecording({ archiveRecording }, { isEnabled })).toBe(expected);
});
