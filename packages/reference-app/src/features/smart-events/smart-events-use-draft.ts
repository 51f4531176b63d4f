import { maxZoneShareOf } from '@watchpost/sdk-core';
import type { DetectionSettings, DetectionType, EventArea, UpdateDetectionBody } from '@watchpost/sdk-core';
import { useEffect, useReducer, useRef, useState } from 'react';
import { blankShape, changeOf, shapesOf, shownOf } from './smart-events-draft.ts';
import type { ValuesDraft } from './smart-events-draft.ts';
import { drawingOf, freeId, freeName, startDrawing } from './drawing/smart-events-drawing.ts';
import type { Drawing, DrawingAction } from './drawing/smart-events-drawing.ts';
import { leftOut } from './drawing/smart-events-leave-out.ts';
import type { Shape } from './drawing/smart-events-shapes.ts';
import { text } from './smart-events-texts.ts';

export interface DetectionDraft {
  /** The saved settings with the unsaved values. */
  readonly shown: DetectionSettings;
  readonly drawing: Drawing;
  /** The shape that is drawn next, without a place yet. */
  readonly next: Shape;
  /** What became of the place to leave out; null for none. */
  readonly leavingOut: 'drawn' | 'done' | 'by-hand' | null;
  /** What is not saved yet; null: nothing. */
  readonly change: UpdateDetectionBody | null;
  readonly draw: (action: DrawingAction) => void;
  readonly edit: (values: ValuesDraft) => void;
  readonly discard: () => void;
}

function nextShape(type: DetectionType, shapes: readonly Shape[]): Shape {
  const blank = blankShape(type);
  return { ...blank, id: freeId(shapes, blank.kind), name: freeName(shapes, (number) => text(blank.kind, { number })) };
}

function withoutPlace(settings: DetectionSettings, place: EventArea): DrawingAction | 'done' | null {
  const { type } = settings;
  const shapes = shapesOf(settings);
  // Without an area, there is no intrusion.
  if (type === 'intrusion' && shapes.length === 0) return 'done';
  return leftOut(shapes, place, nextShape(type, shapes), maxZoneShareOf(type));
}

/**
 * Unsaved settings of a detection. What another page saves appears where nothing was edited.
 * @param place of a false alarm, which is left out to begin with: not saved yet, and can be undone
 */
export function useDetectionDraft(settings: DetectionSettings, place: EventArea | null): DetectionDraft {
  const [values, setValues] = useState<ValuesDraft>({});
  const [first] = useState<DrawingAction | 'done' | 'by-hand' | null>(() => place && (withoutPlace(settings, place) ?? 'by-hand'));
  const [drawing, draw] = useReducer(drawingOf, settings, (saved) => {
    const drawn = startDrawing(shapesOf(saved));
    return first !== null && typeof first === 'object' ? drawingOf(drawn, first) : drawn;
  });
  const known = useRef(settings);
  useEffect(() => {
    const before = known.current;
    known.current = settings;
    if (before === settings) return;
    if (changeOf(before, {}, drawing.shapes) === null && changeOf(settings, {}, drawing.shapes) !== null)
      draw({ kind: 'reset', shapes: shapesOf(settings) });
  }, [settings, drawing.shapes]);
  return {
    shown: shownOf(settings, values),
    drawing,
    next: nextShape(settings.type, drawing.shapes),
    leavingOut: first !== null && typeof first === 'object' ? 'drawn' : first,
    change: changeOf(settings, values, drawing.shapes),
    draw,
    edit: (more) => setValues((before) => ({ ...before, ...more })),
    discard: () => {
      setValues({});
      draw({ kind: 'reset', shapes: shapesOf(settings) });
    },
  };
}
