import { useQuery } from '@tanstack/react-query';
import { detectionTypes, plugInDetectionTypes, soundDetectionTypes } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';
import { eventKeys } from '../../../shared/live/event-cache.ts';
import { isFalseAlarm } from '../review/events-folds.ts';
import { stretchesOf } from '../stretches/events-stretches.ts';
import type { EventStretch } from '../stretches/events-stretches.ts';
import { maxAwayMs } from './events-visits.ts';

/** Newest events that are grouped; the number of stretches in more would mean nothing more to a user. */
const limit = 200;
const types = [...detectionTypes, ...soundDetectionTypes, ...plugInDetectionTypes];
/** Refreshes although live updates arrive: what was seen in another browser is not reported. */
const refreshMs = 60_000;

/** Returns what was recognised in the last days and has not been seen, in stretches, the newest first. */
export function useUnseenStretches(placeOf: (cameraId: string) => string): readonly EventStretch[] | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: eventKeys.unseen,
    queryFn: async ({ signal }): Promise<readonly CameraEvent[]> =>
      (await client.events.list({ types, isSeen: false, from: Math.floor(client.serverNow()) - maxAwayMs, limit }, { signal })).events,
    refetchInterval: refreshMs,
  });
  return data && stretchesOf(data, placeOf).filter((stretch) => !isFalseAlarm(stretch));
}
