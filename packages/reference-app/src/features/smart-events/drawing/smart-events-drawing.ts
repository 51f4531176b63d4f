import type { LineDirection } from '@watchpost/sdk-core';
import type { Shape } from './smart-events-shapes.ts';

/** What is drawn, what of it is selected, and what undo brings back. */
export interface Drawing {
  readonly shapes: readonly Shape[];
  /** Id of the selected shape. */
  readonly selected: string | null;
  /** Earlier shapes, the latest last. */
  readonly past: readonly (readonly Shape[])[];
  /** Edits with the same key are undone together: a drag, a held key. */
  readonly mergeKey: string | null;
}

export type DrawingAction =
  | { readonly kind: 'select'; readonly id: string | null }
  | { readonly kind: 'add'; readonly shape: Shape }
  | { readonly kind: 'replace'; readonly shape: Shape; readonly mergeKey?: string }
  | { readonly kind: 'remove'; readonly id: string }
  | { readonly kind: 'undo' }
  /** Starts over with these shapes: what the server has. */
  | { readonly kind: 'reset'; readonly shapes: readonly Shape[] };

/** How many edits can be undone. */
const maxPast = 50;

export function startDrawing(shapes: readonly Shape[]): Drawing {
  return { shapes, selected: shapes[0]?.id ?? null, past: [], mergeKey: null };
}

function edited(before: Drawing, shapes: readonly Shape[], selected: string | null, mergeKey: string | null): Drawing {
  const isMerged = mergeKey !== null && mergeKey === before.mergeKey;
  return { shapes, selected, mergeKey, past: isMerged ? before.past : [...before.past, before.shapes].slice(-maxPast) };
}

const has = (shapes: readonly Shape[], id: string | null): boolean => shapes.some((shape) => shape.id === id);

/** The reducer of a drawing. */
export function drawingOf(before: Drawing, action: DrawingAction): Drawing {
  switch (action.kind) {
    case 'select':
      if (action.id === before.selected || (action.id !== null && !has(before.shapes, action.id))) return before;
      return { ...before, selected: action.id, mergeKey: null };
    case 'add':
      return edited(before, [...before.shapes, action.shape], action.shape.id, null);
    case 'replace': {
      const { shape, mergeKey = null } = action;
      if (before.shapes.every((known) => known.id !== shape.id || known === shape)) return before;
      return edited(
        before,
        before.shapes.map((known) => (known.id === shape.id ? shape : known)),
        shape.id,
        mergeKey,
      );
    }
    case 'remove': {
      if (!has(before.shapes, action.id)) return before;
      const shapes = before.shapes.filter(({ id }) => id !== action.id);
      return edited(before, shapes, before.selected === action.id ? (shapes.at(-1)?.id ?? null) : before.selected, null);
    }
    case 'undo': {
      const shapes = before.past.at(-1);
      if (!shapes) return before;
      return {
        shapes,
        selected: has(shapes, before.selected) ? before.selected : (shapes[0]?.id ?? null),
        past: before.past.slice(0, -1),
        mergeKey: null,
      };
    }
    case 'reset':
      return {
        ...startDrawing(action.shapes),
        selected: has(action.shapes, before.selected) ? before.selected : (action.shapes[0]?.id ?? null),
      };
  }
}

/** Ids are unique among the shapes of a detection. */
export function freeId(shapes: readonly Shape[], kind: Shape['kind']): string {
  let number = 1;
  while (has(shapes, `${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}

/** The first name that no shape has yet. @param name makes a name of a number: "Line 2" */
export function freeName(shapes: readonly Shape[], name: (number: number) => string): string {
  let number = 1;
  while (shapes.some((shape) => shape.name === name(number))) number += 1;
  return name(number);
}

/** The other direction; both directions stay both. */
export function swapped(direction: LineDirection): LineDirection {
  return direction === 'both' ? 'both' : direction === 'aToB' ? 'bToA' : 'aToB';
}
