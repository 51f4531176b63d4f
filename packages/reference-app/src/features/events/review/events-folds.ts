import type { CameraEvent } from '@watchpost/sdk-core';
import type { EventStretch } from '../stretches/events-stretches.ts';

/** What folds away: motion in which nothing was recognised, and what users marked as false alarms. */
type FoldKind = 'motion' | 'falseAlarm';

export interface Fold {
  readonly kind: FoldKind;
  /** Newest first, at least one. */
  readonly stretches: readonly EventStretch[];
}

interface Folded {
  readonly shown: readonly EventStretch[];
  readonly folds: readonly Fold[];
}

/** A single motion takes no more space than its fold. */
const minMotions = 2;

/** What nothing was recognised in. */
const quietTypes: ReadonlySet<string> = new Set(['motion', 'video', 'timelapse']);

const isAlarm = ({ type }: CameraEvent): boolean => !quietTypes.has(type);

/** The events of a stretch that a false alarm is about: what was recognised; where nothing was, the motion. */
export function alarmsOf(events: readonly CameraEvent[]): readonly CameraEvent[] {
  const alarms = events.filter(isAlarm);
  return alarms.length > 0 ? alarms : events;
}

/** Whether everything that a stretch is about is a false alarm. */
export function isFalseAlarm({ events }: Pick<EventStretch, 'events'>): boolean {
  return alarmsOf(events).every((event) => event.isFalseAlarm);
}

/**
 * Folds a day's stretches.
 * @param foldsMotion false where motion is all there is, or was asked for
 * @param kept ids of events whose stretch stays as it is
 */
export function foldDay(stretches: readonly EventStretch[], foldsMotion: boolean, kept: readonly string[]): Folded {
  const kindOf = (stretch: EventStretch): FoldKind | null => {
    if (stretch.events.some(({ id }) => kept.includes(id))) return null;
    if (isFalseAlarm(stretch)) return 'falseAlarm';
    return foldsMotion && stretch.events.every(({ type }) => type === 'motion') ? 'motion' : null;
  };
  const of = (kind: FoldKind): Fold => ({ kind, stretches: stretches.filter((stretch) => kindOf(stretch) === kind) });
  const folds = [of('motion'), of('falseAlarm')].filter((fold) => fold.stretches.length >= (fold.kind === 'motion' ? minMotions : 1));
  const away = new Set(folds.flatMap((fold) => fold.stretches.map(({ key }) => key)));
  return { shown: stretches.filter(({ key }) => !away.has(key)), folds };
}

/** Whether there is something besides motion, so that motion can step back. */
export function hasAlarms(events: readonly CameraEvent[]): boolean {
  return events.some(isAlarm);
}

/** How many stretches each camera has in a fold, most first. */
export function camerasOf({ stretches }: Fold): readonly { readonly cameraId: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { cameraId } of stretches) counts.set(cameraId, (counts.get(cameraId) ?? 0) + 1);
  return [...counts].map(([cameraId, count]) => ({ cameraId, count })).toSorted((a, b) => b.count - a.count);
}
