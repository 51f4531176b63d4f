import { z } from 'zod';

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
    })
    .optional(),
  fcmOptions: z.object({ link: z.string().optional() }).optional(),
});

/** A user's notification settings for a camera. The specification shows "notify me about camera status", but no body. */
export const cameraNotificationsSchema = z.object({
  /** Notify when the camera goes offline for a while, and when it is back. */
  isStatusNotified: z.boolean(),
});
export const updateCameraNotificationsBody = z.strictObject(cameraNotificationsSchema.shape);

export type PushType = (typeof pushTypes)[number];
export type FirebaseConfig = z.infer<typeof firebaseConfigSchema>;
export type PushConfiguration = z.infer<typeof pushConfigurationSchema>;
export type SubscribeToPushBody = z.input<typeof subscribeToPushBody>;
export type SubscribeToPushAnswer = z.infer<typeof subscribeToPushAnswer>;
export type WebPushSubscription = z.infer<typeof webPushSubscriptionSchema>;
export type PushMessage = z.infer<typeof pushMessageSchema>;
export type CameraNotifications = z.infer<typeof cameraNotificationsSchema>;
export type UpdateCameraNotificationsBody = z.input<typeof updateCameraNotificationsBody>;
