import type { CameraSettings, EventArea, MotionDetection } from '@watchpost/sdk-core';
import { isTooLarge } from './camera-settings-area-model.ts';

/** Unsaved changes; null for an untouched field, which shows the server's value. */
export interface SettingsDraft {
  readonly name: string | null;
  readonly sensitivity: number | null;
  readonly areas: readonly EventArea[] | null;
}

export const untouched: SettingsDraft = { name: null, sensitivity: null, areas: null };
const maxNameLength = 100;

export interface SettingsShown {
  readonly name: string;
  readonly sensitivity: number;
  readonly areas: readonly EventArea[];
}

/** Applies the draft to the saved settings. */
export function shownOf(draft: SettingsDraft, name: string, motion: MotionDetection): SettingsShown {
  return { name: draft.name ?? name, sensitivity: draft.sensitivity ?? motion.sensitivity, areas: draft.areas ?? motion.areas };
}

export interface SettingsChange {
  readonly name?: string;
  readonly motion?: { readonly sensitivity?: number; readonly areas?: EventArea[] };
}

/** Returns what differs from the saved settings; null when nothing does. */
export function changeOf(shown: SettingsShown, name: string, motion: MotionDetection): SettingsChange | null {
  const hasAreas = JSON.stringify(shown.areas) !== JSON.stringify(motion.areas);
  const hasSensitivity = shown.sensitivity !== motion.sensitivity;
  const change: SettingsChange = {
    ...(shown.name.trim() !== name && { name: shown.name.trim() }),
    ...((hasAreas || hasSensitivity) && {
      motion: { ...(hasSensitivity && { sensitivity: shown.sensitivity }), ...(hasAreas && { areas: [...shown.areas] }) },
    }),
  };
  return Object.keys(change).length > 0 ? change : null;
}

export type NameProblem = 'nameRequired' | 'nameTooLong';

export function nameProblem(name: string): NameProblem | null {
  const { length } = name.trim();
  if (length === 0) return 'nameRequired';
  return length > maxNameLength ? 'nameTooLong' : null;
}

/** Returns the index of the first area that the server would refuse; -1 when there is none. */
export function tooLargeArea(areas: readonly EventArea[]): number {
  return areas.findIndex(isTooLarge);
}

/** Returns the part of a change that the server accepts; null when there is none. */
export function savable(change: SettingsChange | null, shown: SettingsShown): SettingsChange | null {
  const { name, motion } = change ?? {};
  const fine: SettingsChange = {
    ...(name !== undefined && nameProblem(shown.name) === null && { name }),
    ...(motion && tooLargeArea(shown.areas) < 0 && { motion }),
  };
  return Object.keys(fine).length > 0 ? fine : null;
}

/** Whether anything is recorded. */
export function isRecording(
  { archiveRecording }: Pick<CameraSettings, 'archiveRecording'>,
  { isEnabled }: Pick<MotionDetection, 'isEnabled'>,
): boolean {
  return archiveRecording === 'always' || (archiveRecording === 'motion' && isEnabled);
}
