import { z } from 'zod';
import { locales } from '../../kernel/locales.ts';
import { emailSchema, otpSchema, requestCodeAnswer } from '../session/session-schemas.ts';

export const profileSchema = z.object({
  customerId: z.string(),
  email: z.string(),
  locale: z.enum(locales),
  createdAt: z.int(),
});
/** Nothing else of the profile can be written. */
export const updateProfileBody = z.strictObject({ locale: z.enum(locales) });

export const requestEmailCodeBody = z.strictObject({ email: emailSchema });
export const requestEmailCodeAnswer = requestCodeAnswer;
export const changeEmailBody = z.strictObject({ email: emailSchema, otp: otpSchema });

/** What a deletion takes away, and after how long for good. */
export const deletionSummarySchema = z.object({
  ownedCameras: z.int().nonnegative(),
  /** Cameras of others that this account sees. */
  sharedCameras: z.int().nonnegative(),
  /** People who lose access to the owned cameras. */
  peopleLosingAccess: z.int().nonnegative(),
  footageBytes: z.int().nonnegative(),
  /** Until then signing in brings everything back. */
  graceDays: z.int().positive(),
});
/** In the body, because a code has no place in an address. */
export const deleteAccountBody = z.strictObject({ otp: otpSchema });

export const deviceSchema = z.object({
  id: z.uuid(),
  /** The name that the device gave itself, "web" for a browser. */
  name: z.string(),
  /** "Firefox", "Chrome"; null when unknown. */
  browser: z.string().nullable(),
  /** "Windows", "Android"; null when unknown. */
  system: z.string().nullable(),
  /** The device that asks. */
  isCurrent: z.boolean(),
  signedInAt: z.int(),
  lastSeenAt: z.int(),
});
export const deviceListSchema = z.array(deviceSchema);
export const deviceParameters = z.object({ deviceId: z.uuid() });

export type Profile = z.infer<typeof profileSchema>;
export type UpdateProfileBody = z.input<typeof updateProfileBody>;
export type RequestEmailCodeBody = z.input<typeof requestEmailCodeBody>;
export type ChangeEmailBody = z.input<typeof changeEmailBody>;
export type DeletionSummary = z.infer<typeof deletionSummarySchema>;
export type DeleteAccountBody = z.input<typeof deleteAccountBody>;
export type SignedInDevice = z.infer<typeof deviceSchema>;
