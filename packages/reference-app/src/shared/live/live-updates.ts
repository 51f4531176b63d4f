import type { QueryClient } from '@tanstack/react-query';
import type { Camera, CameraStateChange, Client } from '@watchpost/sdk-core';
import { applyEventChange, eventKeys } from './event-cache.ts';

/** Writes live changes to the caches that the screens show, during a session. @returns stops the updates */
export function startLiveUpdates(client: Pick<Client, 'events' | 'session'>, cache: QueryClient): () => void {
  const live = client.events.live();
  let stops: (() => void)[] = [];
  let wasOpen = false;
  const listen = (): void => {
    if (stops.length > 0) return;
    stops = [
      live.onEvent((change) => applyEventChange(cache, change)),
      live.onCameraState((change) => applyCameraState(cache, change)),
      live.onCamerasChanged(() => void cache.invalidateQueries({ queryKey: ['cameras'] })),
      live.state.subscribe((state) => {
        const isOpen = state === 'open';
        if (isOpen === wasOpen) return;
        wasOpen = isOpen;
        // Changes may have been missed; and without a connection, polling resumes.
        for (const queryKey of [eventKeys.lists, eventKeys.counts, eventKeys.latest, ['cameras']])
          void cache.invalidateQueries({ queryKey });
      }),
    ];
  };
  const stop = (): void => stops.splice(0).forEach((end) => end());
  const stopSession = client.session.current.subscribe((session) => (session ? listen() : stop()));
  return () => {
    stopSession();
    stop();
  };
}

function applyCameraState(cache: QueryClient, { cameraId, state, since, reason }: CameraStateChange): void {
  const renew = (camera: Camera): Camera =>
    camera.id === cameraId && (camera.state !== state || camera.stateSince !== since)
      ? { ...camera, state, stateSince: since, stateReason: reason }
      : camera;
  const list = cache.getQueryData<Camera[]>(['cameras']);
  // Unchanged data is not written, because every write renders the screen again.
  if (list?.some((camera) => renew(camera) !== camera)) cache.setQueryData<Camera[]>(['cameras'], list.map(renew));
  const one = cache.getQueryData<Camera>(['cameras', cameraId]);
  if (one && renew(one) !== one) cache.setQueryData<Camera>(['cameras', cameraId], renew(one));
}
