import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { apiKeyIdSchema, originSchema } from '../api-keys/api-keys-schemas.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

const instant = z.int().min(0).max(8.64e15);

/**
 * The recordings that an embed opens: all, the last hours before it was opened, or a period (Unix milliseconds, `until` excluded).
 * A page that renews its token moves `last-hours` along.
 */
export const embedArchiveSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('all') }),
  z.strictObject({ kind: z.literal('last-hours'), hours: z.int().min(1).max(8760) }),
  z.strictObject({ kind: z.literal('period'), from: instant, until: instant }),
]);

const embedCameraIds = (max: number) =>
  z
    .array(cameraIdSchema)
    .min(1)
    .max(max)
    .refine((ids) => new Set(ids).size === ids.length, 'A camera is listed twice');
const origins = (min: number) =>
  z
    .array(originSchema)
    .min(min)
    .max(20)
    .refine((items) => new Set(items).size === items.length, 'An origin is listed twice');

export const createEmbedTokenBody = z
  .strictObject({
    cameraIds: embedCameraIds(100),
    /** Exact origins of the pages that embed the cameras, as browsers send them: `https://shop.example`. */
    origins: origins(1),
    /** Lifetime in seconds, at most an hour. */
    ttlSeconds: z.int().min(60).max(3600).default(3600),
    live: z.boolean().default(true),
    /** Null for no archive. */
    archive: embedArchiveSchema.nullable().default(null),
    withAudio: z.boolean().default(false),
    withPtz: z.boolean().default(false),
    withTalk: z.boolean().default(false),
    /** The partner's own name for the viewer, for the access log and the watermark. */
    viewerId: z
      .string()
      .trim()
      .min(1)
      .refine((id) => hasAtMostCharacters(id, 100), 'At most 100 characters')
      .nullable()
      .default(null),
    /** Whether `viewerId` is shown over the picture. */
    hasWatermark: z.boolean().default(false),
  })
  .refine(({ live, archive }) => live || archive !== null, {
    path: ['live'],
    error: 'A token opens the live picture, the archive, or both',
  })
  .refine(({ hasWatermark, viewerId }) => !hasWatermark || viewerId !== null, {
    path: ['viewerId'],
    error: 'A watermark needs a viewerId',
  });
export const embedTokenIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** @property expiresAt Unix milliseconds */
export const createdEmbedTokenSchema = z.object({ id: embedTokenIdSchema, token: z.string(), expiresAt: z.int() });
export const embedTokenSchema = z.object({
  id: embedTokenIdSchema,
  cameraIds: z.array(cameraIdSchema),
  origins: z.array(z.string()),
  viewerId: z.string().nullable(),
  /** The key that it was made with; null for a session. */
  apiKeyId: apiKeyIdSchema.nullable(),
  createdAt: z.int(),
  expiresAt: z.int(),
});
export const embedTokensSchema = z.object({
  /** All valid tokens. */
  count: z.int().nonnegative(),
  /** When the last of them ends, Unix milliseconds; null without any. */
  lastExpiresAt: z.int().nullable(),
  /** The 100 newest. */
  tokens: z.array(embedTokenSchema),
});
export const embedTokenParameters = z.object({ id: embedTokenIdSchema });

/** Ten letters and digits: 59 bits, for a public address. */
export const embedLinkIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/);
export const maxEmbedLinks = 100;
export const embedLinkOptionsSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .refine((name) => hasAtMostCharacters(name, 60), 'At most 60 characters'),
  cameraIds: embedCameraIds(16),
  /** Null for no archive. */
  archive: embedArchiveSchema.nullable(),
  withAudio: z.boolean(),
  /** The sites that can show it in an iframe; empty for any. With at least one, the link can't be opened by itself. */
  origins: origins(0),
  /** How many people can watch one of its cameras at the same time; null for any number. */
  maxViewers: z.int().min(1).max(1000).nullable(),
  /** Unix milliseconds; null for never. */
  expiresAt: instant.nullable(),
});
export const createEmbedLinkBody = z.strictObject(embedLinkOptionsSchema.shape);
/** Fields that are absent stay as they are. */
export const updateEmbedLinkBody = embedLinkOptionsSchema.partial();
export const embedLinkSchema = z.object({
  id: embedLinkIdSchema,
  ...embedLinkOptionsSchema.shape,
  /** The whole address of its page. */
  url: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  /** How many people watch it now. */
  viewerCount: z.int().nonnegative(),
  createdAt: z.int(),
  revokedAt: z.int().nullable(),
});
export const embedLinkListSchema = z.array(embedLinkSchema);
export const embedLinkParameters = z.object({ id: embedLinkIdSchema });
export const openedEmbedLinkSchema = z.object({
  token: z.string(),
  expiresAt: z.int(),
  name: z.string(),
  cameraIds: z.array(cameraIdSchema),
  hasArchive: z.boolean(),
  withAudio: z.boolean(),
});

export const oembedQuery = z.object({
  url: z.string().max(1000),
  /** Pixels. */
  maxwidth: z.coerce.number().int().min(1).max(10_000).optional(),
  maxheight: z.coerce.number().int().min(1).max(10_000).optional(),
  /** `xml` has the same fields as elements of `<oembed>`. */
  format: z.enum(['json', 'xml']).default('json'),
});
/** Named as the oEmbed specification names them. */
export const oembedSchema = z.object({
  version: z.literal('1.0'),
  type: z.literal('video'),
  title: z.string(),
  provider_name: z.string(),
  provider_url: z.string(),
  width: z.int(),
  height: z.int(),
  html: z.string(),
});

export type EmbedArchive = z.infer<typeof embedArchiveSchema>;
export type CreateEmbedTokenBody = z.input<typeof createEmbedTokenBody>;
export type CreatedEmbedToken = z.infer<typeof createdEmbedTokenSchema>;
export type EmbedToken = z.infer<typeof embedTokenSchema>;
export type EmbedTokens = z.infer<typeof embedTokensSchema>;
export type EmbedLinkOptions = z.infer<typeof embedLinkOptionsSchema>;
export type EmbedLink = z.infer<typeof embedLinkSchema>;
export type CreateEmbedLinkBody = z.input<typeof createEmbedLinkBody>;
export type UpdateEmbedLinkBody = z.input<typeof updateEmbedLinkBody>;
export type OpenedEmbedLink = z.infer<typeof openedEmbedLinkSchema>;
