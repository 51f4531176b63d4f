import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { locales } from '../../kernel/locales.ts';
import { cameraIdSchema, dailyWindowSchema, grantSchema, timeZoneSchema } from '../cameras/cameras-schemas.ts';
import { emailSchema } from '../session/session-schemas.ts';

const instant = z.int().min(0).max(8.64e15);

export const inviteIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** Specification 2, section 2: word characters and slashes. Issued without slashes, 128 bits. */
export const inviteTokenSchema = z.string().regex(/^[\w/]{16,128}$/);
export const customerIdSchema = z.string().regex(/^[\w-]{1,64}$/);
export const maxInviteCameras = 100;

/** The recordings that a link opens: all, from the moment it is accepted, or a period (Unix milliseconds, `until` excluded). */
export const archiveRangeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('from-acceptance') }),
  z.strictObject({ kind: z.literal('period'), from: instant, until: instant }),
]);

/** What a link gives to a user who accepts it. */
export const inviteOptionsSchema = z.strictObject({
  /** The creator's name for it, shown in lists and in the access log; empty for none. */
  label: z
    .string()
    .trim()
    .refine((label) => hasAtMostCharacters(label, 60), 'At most 60 characters'),
  access: z.enum(['view', 'full']),
  withAudio: z.boolean(),
  withArchive: z.boolean(),
  archiveRange: archiveRangeSchema,
  /** Whether view-only users can move the camera. */
  withPtz: z.boolean(),
  dailyWindow: dailyWindowSchema.nullable(),
  hasWatermark: z.boolean(),
  /** When the link and every access through it end; null for never. */
  expiresAt: instant.nullable(),
  /** How many users can accept it; null for any number. */
  maxUsers: z.int().min(1).max(10_000).nullable(),
  /** How many of its users and guests can watch one camera at the same time; null for any number. */
  maxViewers: z.int().min(1).max(1000).nullable(),
  /** Whether it opens without an account, in view only. */
  allowsGuests: z.boolean(),
  /** Whether the invitation and its e-mail message show a picture of each camera. */
  hasPicture: z.boolean(),
});

const cameraIds = z
  .array(cameraIdSchema)
  .min(1)
  .max(maxInviteCameras)
  .refine((ids) => new Set(ids).size === ids.length, 'A camera is listed twice');
export const createInviteBody = z.strictObject({ cameraIds, ...inviteOptionsSchema.shape });
/** Fields that are absent stay as they are. */
export const updateInviteBody = createInviteBody.partial();

const personSchema = z.object({ customerId: customerIdSchema, email: z.string() });
export const inviteSchema = z.object({
  id: inviteIdSchema,
  ...inviteOptionsSchema.shape,
  /** The cameras that still exist; for others than the creator, only those that the caller manages. */
  cameras: z.array(z.object({ id: cameraIdSchema, title: z.string() })),
  creator: personSchema,
  /** Whether the caller created it, and so can edit it. */
  isOwn: z.boolean(),
  /** The link's secret, for its creator; null for everyone else, and for a link that is not active. */
  token: z.string().nullable(),
  /** `revoked` with `revokedAt` null while its creator can no longer share any of its cameras. */
  state: z.enum(['active', 'revoked', 'expired']),
  /** How many users have accepted it, including those who have left since. */
  userCount: z.int().nonnegative(),
  guestCount: z.int().nonnegative(),
  createdAt: z.int(),
  revokedAt: z.int().nullable(),
});
export const inviteListSchema = z.array(inviteSchema);
export const inviteParameters = z.object({ id: inviteIdSchema });
export const revokeInviteQuery = z.object({ removeUsers: z.stringbool().default(false) });
export const emailInviteBody = z.strictObject({
  email: emailSchema,
  /** For a recipient without an account; an account's own language takes precedence. */
  locale: z.enum(locales).optional(),
});

/** How a user came by the access. */
const sourceSchema = z.object({ inviteId: inviteIdSchema, label: z.string(), creatorEmail: z.string() });
export const cameraUserSchema = z.object({
  ...personSchema.shape,
  isOwner: z.boolean(),
  /** The caller. */
  isSelf: z.boolean(),
  /** Null for the owner. */
  grant: grantSchema.nullable(),
  /** Null for the owner, and when the link no longer exists. */
  source: sourceSchema.nullable(),
  /** Null for the owner. */
  grantedAt: z.int().nullable(),
  /** Null for someone who has not watched in the last 90 days. */
  lastWatchedAt: z.int().nullable(),
  isWatching: z.boolean(),
});
/** The guests of one link on one camera. */
export const linkGuestsSchema = z.object({
  source: sourceSchema,
  grant: grantSchema,
  /** Browsers. */
  count: z.int().positive(),
  lastWatchedAt: z.int().nullable(),
  isWatching: z.boolean(),
});
export const usersQuery = z.object({
  /** `next` of the previous page. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(200),
});
export const cameraUsersSchema = z.object({
  users: z.array(cameraUserSchema),
  /** On the first page only. */
  guests: z.array(linkGuestsSchema),
  /** All users of the camera, the owner included. */
  total: z.int(),
  /** Cursor of the next page; null at the end. */
  next: z.string().nullable(),
});
export const cameraUserParameters = z.object({ id: cameraIdSchema, customerId: customerIdSchema });
/** Changes a user's access. Fields that are absent stay as they are. Nobody can raise their own. */
export const updateCameraUserBody = z
  .strictObject({
    access: z.enum(['view', 'full']),
    withAudio: z.boolean(),
    withArchive: z.boolean(),
    archiveFrom: instant.nullable(),
    archiveUntil: instant.nullable(),
    withPtz: z.boolean(),
    dailyWindow: dailyWindowSchema.nullable(),
    hasWatermark: z.boolean(),
    expiresAt: instant.nullable(),
  })
  .partial();

export const userSchema = z.object({
  ...personSchema.shape,
  isSelf: z.boolean(),
  lastWatchedAt: z.int().nullable(),
  isWatching: z.boolean(),
  /** Only the cameras that the caller manages. */
  cameras: z.array(
    z.object({ cameraId: cameraIdSchema, isOwner: z.boolean(), grant: grantSchema.nullable(), source: sourceSchema.nullable() }),
  ),
});
export const usersSchema = z.object({
  users: z.array(userSchema),
  /** On the first page only. */
  guests: z.array(z.object({ ...linkGuestsSchema.shape, cameraIds: z.array(cameraIdSchema) })),
  total: z.int(),
  next: z.string().nullable(),
});
export const userParameters = z.object({ customerId: customerIdSchema });

/** What a link gives, before it is accepted. Times are absolute: `archiveFrom` is now for "from now on". */
const invitedCameraSchema = z.object({
  id: cameraIdSchema,
  title: z.string(),
  timeZone: z.string(),
  platform: z.enum(['Embedded', 'ThirdParty', 'Mobile']),
  /** Path of a picture; null when the creator did not allow one or there is none. */
  pictureUrl: z.string().nullable(),
  /** When it was taken, Unix milliseconds. */
  pictureAt: z.int().nullable(),
});
export const invitationSchema = z.object({
  id: inviteIdSchema,
  creatorEmail: z.string(),
  label: z.string(),
  grant: grantSchema,
  allowsGuests: z.boolean(),
  /** Empty when all of them were removed: "The shared cameras are no longer available". */
  cameras: z.array(invitedCameraSchema),
});
/** What the caller already has on a camera of the link: nothing, the same access through this link, other access, or it is their own. */
export const sharedCameraSchema = z.object({
  ...invitedCameraSchema.shape,
  standing: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('new') }),
    z.object({ kind: z.literal('accepted') }),
    z.object({ kind: z.literal('collision'), current: grantSchema }),
    z.object({ kind: z.literal('owner') }),
  ]),
});
export const sharedCameraListSchema = z.array(sharedCameraSchema);
export const invitationParameters = z.object({ token: inviteTokenSchema });
export const invitationPictureParameters = z.object({ token: inviteTokenSchema, cameraId: cameraIdSchema });
/** @property replace removes the caller's other access to these cameras and adds them again with the link's */
export const acceptInviteBody = z.strictObject({ token: inviteTokenSchema, replace: z.boolean().default(false) });
export const acceptedInviteSchema = z.object({
  added: z.array(cameraIdSchema),
  replaced: z.array(cameraIdSchema),
  /** Cameras that the caller owns or had by this link already. */
  unchanged: z.array(cameraIdSchema),
});

export const guestSchema = z.object({
  /** `Authorization: Bearer` for the media of the link's cameras. */
  token: z.string(),
  /** When the token ends, Unix milliseconds; `renewGuest` returns the next one. */
  tokenExpiresAt: z.int(),
  invitation: invitationSchema,
});

/** What an entry of the access log is about. The first five are groups of the list; the rest are changes. */
export const accessKind = z.enum([
  'live',
  'archive',
  'download',
  /** Moved the camera, from the first movement to the last. */
  'steering',
  'refused',
  'link-created',
  'link-changed',
  'link-revoked',
  'link-accepted',
  'access-changed',
  'access-revoked',
  'access-left',
  'key-created',
  'key-changed',
  'key-revoked',
  'embed-token-created',
  /** `subject` is how many tokens of the camera. */
  'embed-tokens-revoked',
  'embed-link-created',
  'embed-link-changed',
  'embed-link-revoked',
  'stream-link-created',
  'stream-link-changed',
  'stream-link-revoked',
]);
export const accessEntrySchema = z.object({
  id: z.string(),
  kind: accessKind,
  cameraId: cameraIdSchema,
  cameraTitle: z.string(),
  /** Start, Unix milliseconds. */
  at: z.int(),
  /** End of watching or steering; null while it lasts, and `at` for what takes no time. */
  until: z.int().nullable(),
  /** The part of the archive that was played or downloaded, Unix milliseconds. */
  range: z.object({ from: z.int(), until: z.int() }).nullable(),
  who: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('user'), ...personSchema.shape }),
    /** An account that was deleted since. */
    z.object({ kind: z.literal('deleted') }),
    z.object({ kind: z.literal('guest'), guestId: z.string() }),
    /** A page with an embed token. `viewerId` is the partner's own name for the viewer. */
    z.object({ kind: z.literal('website'), origin: z.string(), viewerId: z.string().nullable() }),
    z.object({ kind: z.literal('api-key'), apiKeyId: z.string(), name: z.string() }),
    /** Other software, by the address of a stream link. */
    z.object({ kind: z.literal('stream-link'), streamLinkId: z.string(), name: z.string() }),
  ]),
  /** Whose access or which link was changed; null for watching. */
  subject: z.string().nullable(),
  /** From the User-Agent; null when unknown. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }).nullable(),
  /** The grant that allowed it: as the owner, with full access, by a link. */
  grant: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('owner') }),
    z.object({ kind: z.literal('full') }),
    z.object({ kind: z.literal('view') }),
    z.object({ kind: z.literal('link'), inviteId: inviteIdSchema, label: z.string() }),
    z.object({ kind: z.literal('api-key'), name: z.string() }),
    z.object({ kind: z.literal('embed-link'), name: z.string() }),
    z.object({ kind: z.literal('stream-link'), name: z.string() }),
  ]),
});
const listOf = <T extends z.ZodType>(item: T) =>
  z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item).max(200).optional());
export const accessLogFilterQuery = z.object({
  /** All cameras that the caller manages if absent. */
  cameraId: cameraIdSchema.optional(),
  kind: listOf(accessKind),
  /** A user's id, or a guest's. */
  viewerId: z.string().max(64).optional(),
  /** Entries that begin at or after it, Unix milliseconds. */
  from: z.coerce.number().int().min(0).max(8.64e15).optional(),
  to: z.coerce.number().int().min(0).max(8.64e15).optional(),
});
export const accessLogQuery = z.object({
  ...accessLogFilterQuery.shape,
  cursor: z
    .string()
    .max(100)
    .regex(/^\d{1,16}\.[\w-]{1,64}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
/** With the language and time zone of its texts and times. */
export const exportAccessLogQuery = z.object({ ...accessLogFilterQuery.shape, timeZone: timeZoneSchema.optional() });
export const accessLogPageSchema = z.object({ entries: z.array(accessEntrySchema), next: z.string().nullable() });
export const accessLogCountsSchema = z.partialRecord(accessKind, z.int().nonnegative());

export type ArchiveRange = z.infer<typeof archiveRangeSchema>;
export type InviteOptions = z.infer<typeof inviteOptionsSchema>;
export type CreateInviteBody = z.input<typeof createInviteBody>;
export type UpdateInviteBody = z.input<typeof updateInviteBody>;
export type Invite = z.infer<typeof inviteSchema>;
export type EmailInviteBody = z.input<typeof emailInviteBody>;
export type CameraUser = z.infer<typeof cameraUserSchema>;
export type LinkGuests = z.infer<typeof linkGuestsSchema>;
export type CameraUsers = z.infer<typeof cameraUsersSchema>;
export type UpdateCameraUserBody = z.input<typeof updateCameraUserBody>;
export type User = z.infer<typeof userSchema>;
export type Users = z.infer<typeof usersSchema>;
export type UsersQuery = Partial<z.output<typeof usersQuery>>;
export type Invitation = z.infer<typeof invitationSchema>;
export type SharedCamera = z.infer<typeof sharedCameraSchema>;
export type AcceptedInvite = z.infer<typeof acceptedInviteSchema>;
export type Guest = z.infer<typeof guestSchema>;
export type AccessKind = z.infer<typeof accessKind>;
export type AccessEntry = z.infer<typeof accessEntrySchema>;
export type AccessLogFilter = Partial<z.output<typeof accessLogFilterQuery>>;
export type AccessLogQuery = Partial<z.output<typeof accessLogQuery>>;
export type AccessLogPage = z.infer<typeof accessLogPageSchema>;
export type AccessLogCounts = z.infer<typeof accessLogCountsSchema>;
