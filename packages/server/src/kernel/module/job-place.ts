import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { ClusterSettings } from '../settings/cluster-settings.ts';

/**
 * Who works off the queues in the database: `alone`, this server, which has them to itself; `here`, this node, for the others, too;
 * `elsewhere`, nodes with the role `jobs`: this one only adds to them.
 */
export type JobPlace = 'alone' | 'here' | 'elsewhere';

export function jobPlaceOf(cluster: Pick<ClusterSettings, 'roles'> | null): JobPlace {
  if (cluster === null) return 'alone';
  return cluster.roles.includes('jobs') ? 'here' : 'elsewhere';
}

/** Between two looks at what other nodes have added, ms: users wait for their codes. */
export const lookIntervalMs = 1000;

/** Wakes whatever works off a queue, where that is done. */
interface QueueBell {
  /** Something was added by this server. */
  ring(): void;
  /** Begins: with what an earlier run left, and with what other nodes add. */
  start(): void;
  stop(): void;
}

interface QueueBellDeps {
  readonly clock: Clock;
  readonly jobPlace: JobPlace;
  readonly wake: () => void;
}

export function createQueueBell({ clock, jobPlace, wake }: QueueBellDeps): QueueBell {
  let stopLooking = (): void => undefined;
  const ring = (): void => {
    if (jobPlace !== 'elsewhere') wake();
  };
  return {
    ring,
    start: () => {
      ring();
      if (jobPlace === 'here') stopLooking = callEvery(clock, lookIntervalMs, wake);
    },
    stop: () => stopLooking(),
  };
}
