import { z } from 'zod';
import { deviceNameSchema, userCodeSchema } from './session-device-code-schemas.ts';

/** An e-mail address, trimmed and lower-cased, at most 254 characters (RFC 5321). */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** Six digits. */
export const otpSchema = z
  .string()
  .trim()
  .regex(/^\d{6}$/);

export const requestCodeBody = z.strictObject({
  email: emailSchema,
  /** If present, only this device can use the code; otherwise, only clients in the same network. */
  deviceId: z.uuid().optional(),
});
/** The same for known and unknown addresses. */
export const requestCodeAnswer = z.object({ resendAfterSeconds: z.int().positive() });

export const confirmCodeBody = z.strictObject({
  email: emailSchema,
  otp: otpSchema,
  deviceId: z.uuid(),
  deviceName: z.string().trim().min(1).max(100),
  /** A secret that the device generated. It can start a new session if the refresh token is lost. */
  deviceToken: z.string().min(32).max(256),
});

/** The answer to sign-in and refresh. `expires_in` is in seconds from receipt, so that a wrong client clock does no harm. */
export const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().positive(),
  customer_id: z.string(),
  email: z.string(),
  analytics_id: z.string(),
  /** Whether this sign-in canceled the deletion of the account. */
  is_restored: z.boolean().optional(),
});

export const refreshSessionBody = z.union([
  z.strictObject({ grant_type: z.literal('refresh_token').optional(), refreshToken: z.string().min(1).max(512) }),
  z.strictObject({
    grant_type: z.literal('device_token'),
    device_id: z.uuid(),
    device_token: z.string().min(32).max(256),
    username: emailSchema,
  }),
]);

export const startDeviceAuthorizationBody = z.strictObject({
  /** Shown to the user who decides, and under "Devices signed in". */
  deviceName: deviceNameSchema,
  deviceId: z.uuid(),
});
/** As in RFC 8628, section 3.2. Durations count from receipt, so that a wrong client clock does no harm. */
export const deviceAuthorizationAnswer = z.object({
  /** The secret with which the device polls, 256 bits. */
  deviceCode: z.string(),
  /** What the user enters, `WDJB-MJHT`. */
  userCode: z.string(),
  /** The page of the app where the user enters the code. */
  verificationUrl: z.string(),
  /** The same page with the code filled in, for a QR code or a link. */
  verificationUrlComplete: z.string(),
  expiresInSeconds: z.int().positive(),
  /** Minimum time between two polls. */
  intervalSeconds: z.int().positive(),
});

export const redeemDeviceCodeBody = z.strictObject({
  deviceCode: z.string().min(1).max(128),
  /** As in the confirmation of a code. */
  deviceToken: z.string().min(32).max(256),
});

/** The body of every call by which the user decides. */
export const userCodeBody = z.strictObject({ userCode: userCodeSchema });
/** A sign-in that waits for the user's decision. */
export const deviceAuthorizationSchema = z.object({
  userCode: z.string(),
  deviceName: z.string(),
  /** Network address of the device. */
  address: z.string(),
  /** Unix milliseconds, like `expiresAt`. */
  requestedAt: z.int(),
  expiresAt: z.int(),
});

export type RequestCodeBody = z.input<typeof requestCodeBody>;
export type RequestCodeAnswer = z.infer<typeof requestCodeAnswer>;
export type ConfirmCodeBody = z.input<typeof confirmCodeBody>;
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type RefreshSessionBody = z.input<typeof refreshSessionBody>;
export type StartDeviceAuthorizationBody = z.input<typeof startDeviceAuthorizationBody>;
export type DeviceAuthorizationAnswer = z.infer<typeof deviceAuthorizationAnswer>;
export type RedeemDeviceCodeBody = z.input<typeof redeemDeviceCodeBody>;
export type UserCodeBody = z.input<typeof userCodeBody>;
export type DeviceAuthorization = z.infer<typeof deviceAuthorizationSchema>;
