import type { EventArea, MotionDetection } from '@watchpost/sdk-core';
import { isTooLarge } from './camera-settings-area-model.ts';

/** What a person changes before saving it; null: not touched, so what the server says is shown. */
export interface SettingsDraft {
  readonly name: string | null;
  readonly sensitivity: number | null;
  readonly areas: readonly EventArea[] | null;
}

export const untouched: SettingsDraft = { name: null, sensitivity: null, areas: null };
export const longestName = 100;

export interface SettingsShown {
  readonly name: string;
  readonly sensitivity: number;
  readonly areas: readonly EventArea[];
}

/** The draft over what is saved. */
export function shownOf(draft: SettingsDraft, name: string, motion: MotionDetection): SettingsShown {
  return { name: draft.name ?? name, sensitivity: draft.sensitivity ?? motion.sensitivity, areas: draft.areas ?? motion.areas };
}

export interface SettingsChange {
  readonly name?: string;
  readonly motion?: { readonly sensitivity?: number; readonly areas?: EventArea[] };
}

/** What differs from what is saved; null when nothing does. */
export function changeOf(shown: SettingsShown, name: string, motion: MotionDetection): SettingsChange | null {
  const hasAreas = JSON.stringify(shown.areas) !== JSON.stringify(motion.areas);
  const hasSensitivity = shown.sensitivity !== motion.sensitivity;
  const change: SettingsChange = {
    ...(shown.name.trim() !== name && { name: shown.name.trim() }),
    ...((hasAreas || hasSensitivity) && { motion: { ...(hasSensitivity && { sensitivity: shown.sensitivity }), ...(hasAreas && { areas: [...shown.areas] }) } }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

export type NameProblem = 'nameRequired' | 'nameTooLong';

export function nameProblem(name: string): NameProblem | null {
  const { length } = name.trim();
  if (length === 0) return 'nameRequired';
  return length > longestName ? 'nameTooLong' : null;
}

/** The first area that the server would refuse; -1 when there is none. */
export function tooLargeArea(areas: readonly EventArea[]): number {
  return areas.findIndex(isTooLarge);
}
