import type { EventType } from '@watchpost/contract/schemas/events';
import {
  defaultEventNotifications,
  eventNotificationsSchema,
  type EventNotifications,
  type UpdateEventNotificationsBody,
} from '@watchpost/contract/schemas/notifications';
import type { Db } from '../../../db/database.ts';
import type { EventNotificationsTable } from '../../../db/notification-tables.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';

/** Stores each user's notification settings by camera and event type. */
export interface EventSettingsRepository {
  find(access: Pick<CameraAccess, 'cameraId' | 'customerId'>, type: EventType): Promise<EventNotifications>;
  save(
    access: Pick<CameraAccess, 'cameraId' | 'customerId' | 'viewerKind'>,
    type: EventType,
    change: UpdateEventNotificationsBody,
  ): Promise<void>;
  /** Returns the settings of all users who changed them, by the user's id. */
  ofCamera(cameraId: string, type: EventType): Promise<ReadonlyMap<string, UserEventSettings>>;
  /** Returns the users who have paused the events of the camera. @param at Unix ms */
  snoozing(cameraId: string, at: number): Promise<ReadonlySet<string>>;
}

export interface UserEventSettings extends EventNotifications {
  /** IANA name of the zone of the schedule: the account's, else the camera's. */
  readonly timeZone: string;
}

export function createEventSettingsRepository(db: Db): EventSettingsRepository {
  return {
    find: async ({ cameraId, customerId }, type) => {
      const row = await db
        .selectFrom('event_notifications')
        .select(['is_enabled', 'is_emailed', 'cooldown_seconds', 'schedule', 'is_only_when_away'])
        .where('camera_id', '=', cameraId)
        .where('event_type', '=', type)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      return row ? settingsOf(row) : defaultEventNotifications;
    },
    save: async ({ cameraId, customerId, viewerKind }, type, { isEnabled, isEmailEnabled, cooldownSeconds, schedule, onlyWhenAway }) => {
      // Written column by column, so that two concurrent changes are both kept.
      const change = {
        ...(isEnabled !== undefined && { is_enabled: isEnabled ? (1 as const) : (0 as const) }),
        ...(isEmailEnabled !== undefined && { is_emailed: isEmailEnabled ? (1 as const) : (0 as const) }),
        ...(cooldownSeconds !== undefined && { cooldown_seconds: cooldownSeconds }),
        ...(schedule !== undefined && { schedule: schedule && JSON.stringify(schedule) }),
        ...(onlyWhenAway !== undefined && { is_only_when_away: onlyWhenAway ? (1 as const) : (0 as const) }),
      };
      await db
        .insertInto('event_notifications')
        .values({
          camera_id: cameraId,
          customer_id: customerId,
          grantee_id: viewerKind === 'owner' ? null : customerId,
          event_type: type,
          is_enabled: defaultEventNotifications.isEnabled ? 1 : 0,
          is_emailed: defaultEventNotifications.isEmailEnabled ? 1 : 0,
          cooldown_seconds: defaultEventNotifications.cooldownSeconds,
          schedule: null,
          is_only_when_away: 0,
          ...change,
        })
        .onConflict((conflict) => conflict.columns(['camera_id', 'event_type', 'customer_id']).doUpdateSet(change))
        .execute();
    },
    ofCamera: async (cameraId, type) => {
      const rows = await db
        .selectFrom('event_notifications')
        .innerJoin('customers', 'customers.id', 'event_notifications.customer_id')
        .innerJoin('cameras', 'cameras.id', 'event_notifications.camera_id')
        .select([
          'event_notifications.customer_id',
          'event_notifications.is_enabled',
          'event_notifications.is_emailed',
          'event_notifications.cooldown_seconds',
          'event_notifications.schedule',
          'event_notifications.is_only_when_away',
          'customers.time_zone as account_zone',
          'cameras.time_zone as camera_zone',
        ])
        .where('event_notifications.camera_id', '=', cameraId)
        .where('event_notifications.event_type', '=', type)
        .execute();
      return new Map(rows.map((row) => [row.customer_id, { ...settingsOf(row), timeZone: row.account_zone ?? row.camera_zone }] as const));
    },
    snoozing: async (cameraId, at) => {
      const rows = await db
        .selectFrom('camera_notifications')
        .select('customer_id')
        .where('camera_id', '=', cameraId)
        .where('snoozed_until', '>', at)
        .execute();
      return new Set(rows.map(({ customer_id: id }) => id));
    },
  };
}

function settingsOf(
  row: Pick<EventNotificationsTable, 'is_enabled' | 'is_emailed' | 'cooldown_seconds' | 'schedule' | 'is_only_when_away'>,
): EventNotifications {
  return eventNotificationsSchema.parse({
    isEnabled: row.is_enabled === 1,
    isEmailEnabled: row.is_emailed === 1,
    cooldownSeconds: row.cooldown_seconds,
    schedule: row.schedule === null ? null : JSON.parse(row.schedule),
    onlyWhenAway: row.is_only_when_away === 1,
  });
}
