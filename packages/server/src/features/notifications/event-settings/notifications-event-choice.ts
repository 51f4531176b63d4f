import { isInWeeklyHours } from '@watchpost/contract/access/weekly-hours';
import type { EventType } from '@watchpost/contract/schemas/events';
import { defaultEventNotifications } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { CameraPlace } from '../../locations/index.ts';
import type { EventSettingsRepository, UserEventSettings } from './notifications-event-settings.ts';

/** What a user chose for the events of one type of one camera, and what that means now. */
export interface EventWish {
  /** By push. */
  readonly isEnabled: boolean;
  readonly isEmailEnabled: boolean;
  /** Within the user's hours, not during a pause and, if they chose that, only while nobody is home. */
  readonly isTimely: boolean;
  readonly cooldownMs: number;
  /** Events of one place are one message: the room of the camera, or the camera. */
  readonly place: string;
}

interface EventAbout {
  readonly cameraId: string;
  readonly type: EventType;
  /** When it happened, Unix ms; now if absent. */
  readonly at?: number;
}

/** Reads what users want to know of. */
interface EventChoice {
  wishes(about: EventAbout, customerIds: readonly string[]): Promise<ReadonlyMap<string, EventWish>>;
}

export interface EventChoiceDeps {
  readonly clock: Pick<Clock, 'now'>;
  readonly settings: Pick<EventSettingsRepository, 'ofCamera' | 'snoozing'>;
  readonly placesOf: (cameraId: string, customerIds: readonly string[]) => Promise<ReadonlyMap<string, CameraPlace>>;
}

export function createEventChoice({ clock, settings, placesOf }: EventChoiceDeps): EventChoice {
  const isTimely = (at: number, own: UserEventSettings | undefined, place: CameraPlace | undefined): boolean => {
    if (!own) return true;
    if (own.onlyWhenAway && place?.presence !== 'away') return false;
    return !own.schedule || isInWeeklyHours(own.schedule, at, own.timeZone);
  };

  return {
    wishes: async ({ cameraId, type, at = clock.now() }, customerIds) => {
      const [known, snoozing, places] = await Promise.all([
        settings.ofCamera(cameraId, type),
        // A pause holds from now on, for what has not been sent yet, too.
        settings.snoozing(cameraId, clock.now()),
        placesOf(cameraId, customerIds),
      ]);
      return new Map(
        customerIds.map((customerId) => {
          const own = known.get(customerId);
          const place = places.get(customerId);
          const { isEnabled, isEmailEnabled, cooldownSeconds } = own ?? defaultEventNotifications;
          const wish = {
            isEnabled,
            isEmailEnabled,
            isTimely: !snoozing.has(customerId) && isTimely(at, own, place),
            cooldownMs: cooldownSeconds * 1000,
            place: place?.roomId ?? cameraId,
          };
          return [customerId, wish] as const;
        }),
      );
    },
  };
}
