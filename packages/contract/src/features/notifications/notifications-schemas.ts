import { z } from 'zod';
import { endlessSnooze } from '../../protocols/alerts-protocol.ts';
import { minutesOf, weekdays } from '../../protocols/schedule-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { eventType } from '../events/events-schemas.ts';

/** Event types that a push message may carry (specification 1, section 9). */
export const pushTypes = [
  'CAMERAPHONE_MOTION',
  'CAMERAPHONE_FACE',
  'CAMERAPHONE_PERSON',
  'CAMERAPHONE_FIRE',
  'CAMERAPHONE_BABY_CRY',
  'CAMERAPHONE_GLASS_BROKEN',
] as const;

/** The web configuration of a Firebase project, in the form of its console. */
export const firebaseConfigSchema = z.object({
  apiKey: z.string(),
  projectId: z.string(),
  appId: z.string(),
  messagingSenderId: z.string(),
});

export const pushConfigurationSchema = z.discriminatedUnion('kind', [
  /** `publicKey`: the server's VAPID key, base64url, 65 bytes uncompressed. */
  z.object({ kind: z.literal('web-push'), publicKey: z.string() }),
  /** `vapidKey`: the web push certificate of the project. */
  z.object({ kind: z.literal('firebase'), firebase: firebaseConfigSchema, vapidKey: z.string() }),
]);

/** Web Push: a PushSubscription as JSON text. Firebase: the registration token. */
export const subscribeToPushBody = z.strictObject({ token: z.string().trim().min(1).max(4096) });
export const subscribeToPushAnswer = z.object({ kind: z.enum(['web-push', 'firebase']) });

/** A push subscription's JSON. */
export const webPushSubscriptionSchema = z.object({
  endpoint: z.url({ protocol: /^https?$/ }).max(2048),
  keys: z.object({ p256dh: z.string().min(1).max(256), auth: z.string().min(1).max(256) }),
});

/** A message as the service worker receives it (specification 1, section 3). All data values are strings, as in Firebase. */
export const pushMessageSchema = z.object({
  notification: z
    .object({ title: z.string().optional(), body: z.string().optional(), image: z.string().optional(), icon: z.string().optional() })
    .optional(),
  data: z
    .object({
      Type: z.string().optional(),
      CameraTitle: z.string().optional(),
      ImageUrl: z.string().optional(),
      CameraId: z.string().optional(),
      /** Time of the event, Unix milliseconds. */
      Timestamp: z.string().optional(),
      /** Messages of the same stretch of events replace each other: a notice that is updated. Not in the specification, as what follows. */
      StretchId: z.string().optional(),
      /** Number of its events so far. */
      Count: z.string().optional(),
      /** `1` for an update without a sound. */
      IsSilent: z.string().optional(),
    })
    .optional(),
  fcmOptions: z.object({ link: z.string().optional() }).optional(),
});

/** A user's notification settings for a camera. The specification shows "notify me about camera status", but no body. */
export const cameraNotificationsSchema = z.object({
  /** Notify when the camera goes offline for a while, and when it is back. */
  isStatusNotified: z.boolean(),
  /** By e-mail, too; kept while `isStatusNotified` is off. */
  isStatusEmailed: z.boolean(),
  /** Until when its events are not announced, by any channel, Unix ms; `endlessSnooze` until the user ends it; null for no pause. */
  snoozedUntil: z.int().min(1).max(endlessSnooze).nullable(),
});
export const updateCameraNotificationsBody = z
  .strictObject(cameraNotificationsSchema.shape)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

const timeOfDay = z.string().refine((time) => minutesOf(time) !== null, { message: 'Invalid time format' });
/** Hours of some days. `from` after `to` spans midnight, and belongs to the day on which it begins. */
export const notificationHoursSchema = z
  .strictObject({ days: z.array(z.enum(weekdays)).min(1).max(weekdays.length), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to && from !== '24:00', { path: ['from'], message: 'Invalid From time' });
export const maxNotificationHours = 14;
export const maxCooldownSeconds = 3600;
/** A user's notification settings for one event type of one camera. The specification shows no body. */
export const eventNotificationsSchema = z.object({
  /** By push. */
  isEnabled: z.boolean(),
  /** By e-mail: one message for what happens at one place at one time. */
  isEmailEnabled: z.boolean(),
  /** Minimum time between two notifications. */
  cooldownSeconds: z.int().min(0).max(maxCooldownSeconds),
  /** When to notify, in the time zone of the account, or of the camera while that is unknown; null for always. */
  schedule: z.array(notificationHoursSchema).min(1).max(maxNotificationHours).nullable(),
  /** Notify only while nobody is home at the camera's location. */
  onlyWhenAway: z.boolean(),
});
export const updateEventNotificationsBody = z
  .strictObject(eventNotificationsSchema.shape)
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });
export const eventNotificationsParameters = z.object({ id: cameraIdSchema, eventType });
/** The settings until a user changes them. */
export const defaultEventNotifications: EventNotifications = {
  isEnabled: true,
  isEmailEnabled: false,
  cooldownSeconds: 300,
  schedule: null,
  onlyWhenAway: false,
};

/** What a test of one channel came to. */
export const channelTestSchema = z.object({
  channel: z.enum(['push', 'telegram', 'email']),
  /** The device, the chat or the address; null for a channel that is not set up. */
  name: z.string().nullable(),
  /** Whether a device is the caller's own. */
  isThisDevice: z.boolean(),
  state: z.enum(['sent', 'failed', 'not-set-up']),
  /**
   * Why it failed: `gone`: the browser has ended its subscription · `blocked`, `kicked`: by the chat's people · `refused`: the service does not
   * accept it · `unreachable`: it does not answer; null unless it failed.
   */
  reason: z.enum(['gone', 'blocked', 'kicked', 'refused', 'unreachable']).nullable(),
  /**
   * When a device confirmed its subscription last, Unix ms: the app does so at each start, at most once a week. An iPhone can end a subscription
   * without a word, and one that has been silent for weeks did. Absent for other channels.
   */
  confirmedAt: z.int().optional(),
  /** How long it took until the service of the channel had the message, ms; absent unless it was sent, and from older servers. */
  tookMs: z.int().min(0).optional(),
});
/** At least one entry per channel. */
export const notificationTestsAnswer = z.object({ results: z.array(channelTestSchema) });

export type ChannelTest = z.infer<typeof channelTestSchema>;
export type NotificationTests = z.infer<typeof notificationTestsAnswer>;
export type NotificationHours = z.infer<typeof notificationHoursSchema>;
export type EventNotifications = z.infer<typeof eventNotificationsSchema>;
export type UpdateEventNotificationsBody = z.input<typeof updateEventNotificationsBody>;
export type PushType = (typeof pushTypes)[number];
export type FirebaseConfig = z.infer<typeof firebaseConfigSchema>;
export type PushConfiguration = z.infer<typeof pushConfigurationSchema>;
export type SubscribeToPushBody = z.input<typeof subscribeToPushBody>;
export type SubscribeToPushAnswer = z.infer<typeof subscribeToPushAnswer>;
export type WebPushSubscription = z.infer<typeof webPushSubscriptionSchema>;
export type PushMessage = z.infer<typeof pushMessageSchema>;
export type CameraNotifications = z.infer<typeof cameraNotificationsSchema>;
export type UpdateCameraNotificationsBody = z.input<typeof updateCameraNotificationsBody>;
