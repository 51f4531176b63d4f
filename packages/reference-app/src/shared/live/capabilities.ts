import { cameraCapabilities, systemClock } from '@watchpost/sdk-core';
import type { Camera, Capabilities } from '@watchpost/sdk-core';
import { useEffect, useReducer } from 'react';
import { useClient } from '../client.tsx';

/** Maximum delay of a browser's timer, ms: longer ones run immediately. */
const maxDelayMs = 2_147_483_647;

export type CapabilityFields = Pick<Camera, 'platform' | 'timeZone' | 'isOwner' | 'grant'>;

/** Returns the server's clock, Unix milliseconds: grants end and hours open by it, whatever this device's clock shows. */
export function useServerNow(): () => number {
  return useClient().serverNow;
}

/**
 * Returns what the user can do with a camera now; null until the camera is known. Renders again at the moment that it changes.
 * Screens ask this, never the role or the platform.
 */
export function useCapabilities(camera: CapabilityFields): Capabilities;
export function useCapabilities(camera: CapabilityFields | undefined): Capabilities | null;
export function useCapabilities(camera: CapabilityFields | undefined): Capabilities | null {
  const now = useServerNow();
  const [count, renew] = useReducer((before: number) => before + 1, 0);
  const known = camera ? cameraCapabilities(camera, now()) : null;
  const changesAt = known?.changesAt ?? null;
  // `count`: a timer that was too short for the change is set again.
  useEffect(
    () => (changesAt === null ? undefined : systemClock.after(Math.min(Math.max(0, changesAt - now()), maxDelayMs), renew)),
    [changesAt, count, now],
  );
  return known;
}
