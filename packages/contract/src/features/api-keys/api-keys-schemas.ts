import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

const instant = z.int().min(0).max(8.64e15);

export const apiKeyIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** What a key's secret begins with, so that secret scanners find one in a repository. */
export const apiKeyPrefix = 'wp_live_';
/** `wp_live_` and 32 letters and digits: 190 bits. */
export const apiKeySecretSchema = z.string().regex(/^wp_live_[0-9A-Za-z]{32}$/);
export const maxApiKeys = 50;

/**
 * What a key can do, never more than its creator:
 * `embed-tokens` creates embed tokens, which can have each of the other scopes that the key has, except `events`, `webhooks` and
 * `presence`
 * · `live` watches · `sound` hears, live and in the archive · `archive` plays and downloads recordings · `events` reads events and their pictures
 * · `ptz` moves cameras · `talk` speaks through them · `webhooks` manages webhooks
 * · `presence` sets who is home.
 */
export const apiKeyScope = z.enum(['embed-tokens', 'live', 'sound', 'archive', 'events', 'ptz', 'talk', 'webhooks', 'presence']);

/** An origin as browsers send it; the server refuses any other spelling and says which one is right. */
export const originSchema = z.string().trim().toLowerCase().max(300);
/** IPv4 or IPv6: an address, or a range in CIDR notation. */
export const ipRangeSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

const distinct = <T extends z.ZodType<string>>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .refine((items) => new Set(items).size === items.length, 'Listed twice');

export const apiKeyOptionsSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .refine((name) => hasAtMostCharacters(name, 60), 'At most 60 characters'),
  scopes: distinct(apiKeyScope, apiKeyScope.options.length).min(1),
  /** Null for all cameras that the creator has, later ones included. */
  cameraIds: distinct(cameraIdSchema, 100).min(1).nullable(),
  /** The pages that its embed tokens can be for; empty for any. */
  origins: distinct(originSchema, 20),
  /** Where requests with the key can come from; empty for anywhere. */
  ipRanges: distinct(ipRangeSchema, 20),
  /** Unix milliseconds; null for never. */
  expiresAt: instant.nullable(),
});
export const createApiKeyBody = z.strictObject(apiKeyOptionsSchema.shape);
/** Fields that are absent stay as they are. */
export const updateApiKeyBody = apiKeyOptionsSchema.partial();

export const apiKeySchema = z.object({
  id: apiKeyIdSchema,
  ...apiKeyOptionsSchema.shape,
  /** The first characters of the secret, to recognize it: `wp_live_7hQ2`. */
  hint: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.int(),
  revokedAt: z.int().nullable(),
  /** Null for a key that was never used. Exact to a minute. */
  lastUsedAt: z.int().nullable(),
  lastUsedIp: z.string().nullable(),
});
export const apiKeyListSchema = z.array(apiKeySchema);
export const createdApiKeySchema = z.object({ apiKey: apiKeySchema, secret: apiKeySecretSchema });
export const apiKeyParameters = z.object({ id: apiKeyIdSchema });

export type ApiKeyScope = z.infer<typeof apiKeyScope>;
export type ApiKeyOptions = z.infer<typeof apiKeyOptionsSchema>;
export type ApiKey = z.infer<typeof apiKeySchema>;
export type CreatedApiKey = z.infer<typeof createdApiKeySchema>;
export type CreateApiKeyBody = z.input<typeof createApiKeyBody>;
export type UpdateApiKeyBody = z.input<typeof updateApiKeyBody>;
