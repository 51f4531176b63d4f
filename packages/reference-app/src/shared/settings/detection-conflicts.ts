import { detectionTypes, WatchpostError } from '@watchpost/sdk-core';
import type { SwitchableDetection } from '@watchpost/sdk-core';

const switchable: readonly SwitchableDetection[] = ['motion', ...detectionTypes];

/** What must be switched off before a detection can run, from the server's refusal; empty for any other error. */
export function conflictsOf(error: unknown): readonly SwitchableDetection[] {
  if (!(error instanceof WatchpostError) || error.code !== 'detection-conflict') return [];
  const { conflicts } = error.details;
  return Array.isArray(conflicts) ? switchable.filter((name) => conflicts.includes(name)) : [];
}
