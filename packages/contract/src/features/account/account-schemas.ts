import { z } from 'zod';
import { locales } from '../../kernel/locales.ts';
import { isIanaTimeZone } from '../../kernel/iana-time-zone.ts';
import { emailSchema, otpSchema, requestCodeAnswer } from '../session/session-schemas.ts';

const localeSchema = z.enum(locales);

export const profileSchema = z.object({
  customerId: z.string(),
  email: z.string(),
  locale: localeSchema,
  /** IANA time zone; null until a browser has reported one. */
  timeZone: z.string().nullable(),
  createdAt: z.int(),
});
/** The fields of the profile that can be changed. */
export const updateProfileBody = z
  .strictObject({
    locale: localeSchema,
    /** IANA time zone for e-mail messages, and the initial one of cameras that are added later. */
    timeZone: z.string().refine(isIanaTimeZone, { message: 'There is no such time zone.' }),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, { message: 'Give what is to be changed.' });

export const requestEmailCodeBody = z.strictObject({ email: emailSchema });
export const requestEmailCodeAnswer = requestCodeAnswer;
export const changeEmailBody = z.strictObject({ email: emailSchema, otp: otpSchema });

/** What deleting the account removes, and when it becomes final. */
export const deletionSummarySchema = z.object({
  ownedCameras: z.int().nonnegative(),
  /** Cameras of other accounts that this account can see. */
  sharedCameras: z.int().nonnegative(),
  /** Users who lose access to the owned cameras. */
  peopleLosingAccess: z.int().nonnegative(),
  footageBytes: z.int().nonnegative(),
  /** Until then, signing in restores everything. */
  graceDays: z.int().positive(),
});
/** In the body, because codes must not appear in URLs. */
export const deleteAccountBody = z.strictObject({ otp: otpSchema });

export const deviceSchema = z.object({
  id: z.uuid(),
  /** The name that the device reported; "web" for a browser. */
  name: z.string(),
  /** "Firefox", "Chrome"; null when unknown. */
  browser: z.string().nullable(),
  /** "Windows", "Android"; null when unknown. */
  system: z.string().nullable(),
  /** Whether this is the caller's device. */
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
