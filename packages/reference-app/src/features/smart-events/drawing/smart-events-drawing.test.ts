import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawingOf, freeId, freeName, startDrawing, swapped } from './smart-events-drawing.ts';
import type { Drawing, DrawingAction } from './smart-events-drawing.ts';
import { moved } from './smart-events-shapes.ts';
import type { Shape } from './smart-events-shapes.ts';

const zone = (id: string): Shape => ({
  kind: 'zone',
  id,
  name: id,
  points: [
    { x: 0.1, y: 0.1 },
    { x: 0.3, y: 0.1 },
    { x: 0.3, y: 0.3 },
  ],
});
const after = (start: Drawing, ...actions: readonly DrawingAction[]): Drawing => actions.reduce(drawingOf, start);

test('a drag is undone as a whole, edits one by one', () => {
  const start = startDrawing([zone('a')]);
  const dragged = after(
    start,
    { kind: 'replace', shape: moved(zone('a'), 0.1, 0), mergeKey: 'drag 1' },
    { kind: 'replace', shape: moved(zone('a'), 0.2, 0), mergeKey: 'drag 1' },
    { kind: 'replace', shape: moved(zone('a'), 0.3, 0), mergeKey: 'drag 2' },
  );
  expect(dragged.past).toHaveLength(2);
  expect(drawingOf(dragged, { kind: 'undo' }).shapes).toEqual([moved(zone('a'), 0.2, 0)]);
  expect(after(dragged, { kind: 'undo' }, { kind: 'undo' }).shapes).toEqual(start.shapes);
});

test('selecting ends a merge, and is not undone', () => {
  const dragged = after(
    startDrawing([zone('a'), zone('b')]),
    { kind: 'replace', shape: moved(zone('a'), 0.1, 0), mergeKey: 'keys' },
    { kind: 'select', id: 'b' },
    { kind: 'replace', shape: moved(zone('a'), 0.2, 0), mergeKey: 'keys' },
  );
  expect(dragged.past).toHaveLength(2);
  expect(after(dragged, { kind: 'undo' }, { kind: 'undo' }, { kind: 'undo' }).shapes).toEqual([zone('a'), zone('b')]);
});

test('a deleted shape comes back; what is gone is never selected', () => {
  const removed = after(startDrawing([zone('a'), zone('b')]), { kind: 'remove', id: 'a' });
  expect([removed.shapes.map(({ id }) => id), removed.selected]).toEqual([['b'], 'b']);
  expect(drawingOf(removed, { kind: 'undo' }).shapes.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(drawingOf(removed, { kind: 'reset', shapes: [zone('c')] })).toEqual(startDrawing([zone('c')]));
});

test('undoing everything restores the start, whatever was done', () => {
  const action = fc.oneof(
    fc.record({ kind: fc.constant('select' as const), id: fc.constantFrom('a', 'b', null) }),
    fc.record({ kind: fc.constant('add' as const), shape: fc.constantFrom('c', 'd').map(zone) }),
    fc
      .tuple(fc.constantFrom('a', 'b'), fc.double({ min: 0, max: 0.5, noNaN: true }), fc.constantFrom('one', 'two'))
      .map(([id, dx, mergeKey]) => ({ kind: 'replace' as const, shape: moved(zone(id), dx, 0), mergeKey })),
    fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
  );
  fc.assert(
    fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
      const start = startDrawing([zone('a'), zone('b')]);
      let drawing = after(start, ...actions);
      expect(drawing.selected === null || drawing.shapes.some(({ id }) => id === drawing.selected)).toBe(true);
      while (drawing.past.length > 0) drawing = drawingOf(drawing, { kind: 'undo' });
      expect(drawing.shapes).toEqual(start.shapes);
    }),
  );
});

test('ids and names of new shapes are free', () => {
  const shapes = [zone('zone-1'), { ...zone('zone-3'), name: 'Area 1' }];
  expect([freeId(shapes, 'zone'), freeName(shapes, (number) => `Area ${number}`)]).toEqual(['zone-2', 'Area 2']);
});

test('swapping turns one direction round', () => {
  expect([swapped('aToB'), swapped('bToA'), swapped('both')]).toEqual(['bToA', 'aToB', 'both']);
});
