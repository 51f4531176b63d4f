import { z } from 'zod';

/** An e-mail address, trimmed and lower-cased, at most 254 characters (RFC 5321). */
export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** Six digits. */
export const otpSchema = z.string().trim().regex(/^\d{6}$/);

export const requestCodeBody = z.strictObject({
  email: emailSchema,
  /** When given, only this device can use the code. */
  deviceId: z.uuid().optional(),
});
/** Identical for known and unknown addresses. */
export const requestCodeAnswer = z.object({ resendAfterSeconds: z.int().positive() });

export const confirmCodeBody = z.strictObject({
  email: emailSchema,
  otp: otpSchema,
  deviceId: z.uuid(),
  deviceName: z.string().trim().min(1).max(100),
  /** A secret that the device made for itself; it can start a new session when the refresh token is lost. */
  deviceToken: z.string().min(32).max(256),
});

/** What sign-in and refresh answer with; `expires_in` is seconds from receipt, so that a wrong client clock does no harm. */
export const sessionAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int().positive(),
  customer_id: z.string(),
  email: z.string(),
  analytics_id: z.string(),
  /** This sign-in called off the deletion of the account. */
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

export type RequestCodeBody = z.input<typeof requestCodeBody>;
export type RequestCodeAnswer = z.infer<typeof requestCodeAnswer>;
export type ConfirmCodeBody = z.input<typeof confirmCodeBody>;
export type SessionAnswer = z.infer<typeof sessionAnswer>;
export type RefreshSessionBody = z.input<typeof refreshSessionBody>;
