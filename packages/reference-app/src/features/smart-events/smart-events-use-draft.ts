import type { DetectionSettings, UpdateDetectionBody } from '@watchpost/sdk-core';
import { useEffect, useReducer, useRef, useState } from 'react';
import { changeOf, shapesOf, shownOf } from './smart-events-draft.ts';
import type { ValuesDraft } from './smart-events-draft.ts';
import { drawingOf, startDrawing } from './drawing/smart-events-drawing.ts';
import type { Drawing, DrawingAction } from './drawing/smart-events-drawing.ts';

export interface DetectionDraft {
  /** The saved settings with the unsaved values. */
  readonly shown: DetectionSettings;
  readonly drawing: Drawing;
  /** What is not saved yet; null: nothing. */
  readonly change: UpdateDetectionBody | null;
  readonly draw: (action: DrawingAction) => void;
  readonly edit: (values: ValuesDraft) => void;
  readonly discard: () => void;
}

/** Unsaved settings of a detection. What another page saves appears where nothing was edited. */
export function useDetectionDraft(settings: DetectionSettings): DetectionDraft {
  const [values, setValues] = useState<ValuesDraft>({});
  const [drawing, draw] = useReducer(drawingOf, settings, (saved) => startDrawing(shapesOf(saved)));
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
    change: changeOf(settings, values, drawing.shapes),
    draw,
    edit: (more) => setValues((before) => ({ ...before, ...more })),
    discard: () => {
      setValues({});
      draw({ kind: 'reset', shapes: shapesOf(settings) });
    },
  };
}
