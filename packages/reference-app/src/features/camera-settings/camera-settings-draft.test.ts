import { expect, test } from 'vitest';
import { changeOf, nameProblem, shownOf, tooLargeArea, untouched } from './camera-settings-draft.ts';

const motion = { isEnabled: true, sensitivity: 6, areas: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] };

test('only what differs is sent; what is changed back is no change', () => {
  const change = (draft: Partial<typeof untouched>) => changeOf(shownOf({ ...untouched, ...draft }, 'Yard', motion), 'Yard', motion);
  expect(change({})).toBeNull();
  expect(change({ name: ' Yard ', sensitivity: 6, areas: [...motion.areas] })).toBeNull();
  expect(change({ name: 'Gate' })).toEqual({ name: 'Gate' });
  expect(change({ sensitivity: 9 })).toEqual({ motion: { sensitivity: 9 } });
  expect(change({ areas: [] })).toEqual({ motion: { areas: [] } });
});

test('a name has 1 to 100 characters', () => {
  expect([nameProblem('  '), nameProblem('a'), nameProblem('a'.repeat(100)), nameProblem('a'.repeat(101))]).toEqual(['nameRequired', null, null, 'nameTooLong']);
});

test('an area that is too large is named', () => {
  expect(tooLargeArea([...motion.areas, { x: 0, y: 0, width: 1, height: 0.95 }])).toBe(1);
  expect(tooLargeArea(motion.areas)).toBe(-1);
});
