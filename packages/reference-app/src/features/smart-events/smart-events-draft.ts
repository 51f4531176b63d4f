import { detectionConflicts } from '@watchpost/sdk-core';
import type { DetectionDraft, DetectionSettings, DetectionType, UpdateDetectionBody } from '@watchpost/sdk-core';
import type { LineShape, Point, Shape } from './drawing/smart-events-shapes.ts';

type ObjectsSettings = Extract<DetectionSettings, { readonly type: 'human' | 'vehicle' }>;
type LineSettings = Extract<DetectionSettings, { readonly type: 'lineCrossing' }>;
type IntrusionSettings = Extract<DetectionSettings, { readonly type: 'intrusion' }>;

/** All that can be set beside what is drawn; each detection has a part of it. */
export interface DetectionValues {
  readonly confidence: number;
  readonly threshold: number;
  readonly sensitivity: number;
  readonly scene: DetectionSettings['scene'];
  readonly classes: LineSettings['classes'];
  readonly direction: IntrusionSettings['direction'];
  readonly dwellSeconds: number;
}

/** Unsaved values; an absent one shows the server's. */
export type ValuesDraft = Partial<DetectionValues>;

/** What the server has, as shapes. */
export function shapesOf(settings: DetectionSettings): readonly Shape[] {
  if (settings.type === 'lineCrossing')
    return settings.lines.map(({ id, name, from, to, direction }): Shape => ({ kind: 'line', id, name, points: [from, to], direction }));
  return settings.zones.map(({ id, name, points }): Shape => ({ kind: 'zone', id, name, points }));
}

/** The kind of shape that a detection has, without a place yet. */
export function blankShape(type: DetectionType): Shape {
  return type === 'lineCrossing'
    ? { kind: 'line', id: '', name: '', points: [], direction: 'both' }
    : { kind: 'zone', id: '', name: '', points: [] };
}

/** Motion is not reported while one of these runs. */
export function replacesMotion(type: DetectionType): type is 'lineCrossing' | 'intrusion' {
  return detectionConflicts[type].includes('motion');
}

/** Applies the draft to the saved values. */
export function shownOf<T extends DetectionSettings>(settings: T, draft: ValuesDraft): T {
  return { ...settings, ...draft };
}

const plain = ({ x, y }: Point): { x: number; y: number } => ({ x, y });
const isLine = (shape: Shape): shape is LineShape => shape.kind === 'line';
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export function linesOf(shapes: readonly Shape[]): LineSettings['lines'] {
  return shapes
    .filter(isLine)
    .flatMap(({ id, name, points: [from, to], direction }) =>
      from && to ? [{ id, name, from: plain(from), to: plain(to), direction }] : [],
    );
}

export function zonesOf(shapes: readonly Shape[]): ObjectsSettings['zones'] {
  return shapes.filter((shape) => !isLine(shape)).map(({ id, name, points }) => ({ id, name, points: points.map(plain) }));
}

const valueNames = ['confidence', 'threshold', 'sensitivity', 'scene', 'classes', 'direction', 'dwellSeconds'] as const;

/** The part of a draft that differs from what the server has. */
function changedValues(saved: ValuesDraft, draft: ValuesDraft): ValuesDraft {
  const names = valueNames.filter((name) => draft[name] !== undefined && !isSame(draft[name], saved[name]));
  return names.reduce<ValuesDraft>((values, name) => ({ ...values, [name]: draft[name] }), {});
}

/** Returns what differs from the saved settings; null when nothing does. */
export function changeOf(settings: DetectionSettings, draft: ValuesDraft, shapes: readonly Shape[]): UpdateDetectionBody | null {
  const hasDrawn = !isSame(shapesOf(settings), shapes);
  const drawn = settings.type === 'lineCrossing' ? { lines: linesOf(shapes) } : { zones: zonesOf(shapes) };
  const change = { ...changedValues(settings, draft), ...(hasDrawn && drawn) };
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns all settings as they are on the screen, to be tried. @param shapes without those that can't be saved */
export function draftOf(shown: DetectionSettings, shapes: readonly Shape[]): DetectionDraft {
  const { confidence, threshold, sensitivity, scene } = shown;
  const common = { confidence, threshold, sensitivity, scene };
  switch (shown.type) {
    case 'human':
    case 'vehicle':
      return { ...common, zones: zonesOf(shapes) };
    case 'lineCrossing':
      return { ...common, lines: linesOf(shapes), classes: shown.classes };
    case 'intrusion': {
      const { classes, direction, dwellSeconds } = shown;
      return { ...common, zones: zonesOf(shapes), classes, direction, dwellSeconds };
    }
  }
}

/** Adds or removes a class; the last one stays, because nothing would be found without any. */
export function withClass(
  classes: DetectionValues['classes'],
  name: DetectionValues['classes'][number],
  isIn: boolean,
): DetectionValues['classes'] {
  const next = (['human', 'vehicle'] as const).filter((known) => (known === name ? isIn : classes.includes(known)));
  return next.length > 0 ? [...next] : classes;
}
