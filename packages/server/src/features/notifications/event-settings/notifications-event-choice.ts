import { isInWeeklyHours } from '@watchpost/contract/access/daily-window';
import type { EventType } from '@watchpost/contract/schemas/events';
import { defaultEventNotifications, maxCooldownSeconds } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { EventSettingsRepository } from './notifications-event-settings.ts';

/** Chooses whom an event is announced to. */
export interface EventChoice {
  /** Returns those of the users who want to know of it now: enabled, within their hours, and not notified of one just before. */
  choose(about: { readonly cameraId: string; readonly type: EventType }, customerIds: readonly string[]): Promise<string[]>;
}

export function createEventChoice({
  clock,
  settings,
}: {
  readonly clock: Clock;
  readonly settings: Pick<EventSettingsRepository, 'ofCamera'>;
}): EventChoice {
  /** When each user was last notified, by camera, type and user; by the monotonic clock, ms. The oldest first. */
  const notifiedAt = new Map<string, number>();

  const forgetOld = (now: number): void => {
    for (const [key, at] of notifiedAt) {
      if (now - at < maxCooldownSeconds * 1000) return;
      notifiedAt.delete(key);
    }
  };

  return {
    choose: async ({ cameraId, type }, customerIds) => {
      const known = await settings.ofCamera(cameraId, type);
      const now = clock.monotonic();
      forgetOld(now);
      return customerIds.filter((customerId) => {
        const own = known.get(customerId);
        const { isEnabled, cooldownSeconds, schedule } = own ?? defaultEventNotifications;
        if (!isEnabled || (own && schedule && !isInWeeklyHours(schedule, clock.now(), own.timeZone))) return false;
        const key = `${cameraId} ${type} ${customerId}`;
        if (now - (notifiedAt.get(key) ?? Number.NEGATIVE_INFINITY) < cooldownSeconds * 1000) return false;
        // Moves it to the end.
        notifiedAt.delete(key);
        notifiedAt.set(key, now);
        return true;
      });
    },
  };
}
