import { useQuery } from '@tanstack/react-query';
import type { CameraEvent, EventType } from '@watchpost/sdk-core';
import { useClient } from '../client.tsx';
import { pollingInterval } from './polling.ts';

/** Shapes of event types, which are distinguished by shape rather than colour. */
export const eventShapes = {
  human: 'person',
  face: 'person',
  vehicle: 'vehicle',
  lineCrossing: 'line',
  intrusion: 'intrusion',
  loudNoise: 'sound',
  smokeAlarm: 'sound',
  coAlarm: 'sound',
  glassBreak: 'sound',
  babyCry: 'sound',
  fire: 'motion',
  smoke: 'motion',
  motion: 'motion',
  video: 'motion',
  timelapse: 'motion',
} as const satisfies Record<EventType, string>;

/** Returns the newest event of each camera, by the camera's id. */
export function useLatestEvents(): ReadonlyMap<string, CameraEvent> | undefined {
  const client = useClient();
  return useQuery({
    queryKey: ['latest-events'],
    queryFn: ({ signal }) => client.events.latest({ signal }),
    refetchInterval: () => pollingInterval(client, { connectedMs: false, disconnectedMs: 10_000 }),
    select: byCamera,
  }).data;
}

function byCamera(events: readonly CameraEvent[]): ReadonlyMap<string, CameraEvent> {
  return new Map(events.map((event) => [event.cameraId, event]));
}
