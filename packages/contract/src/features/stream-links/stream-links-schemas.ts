import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { liveFileSchema } from '../player/player-schemas.ts';

const instant = z.int().min(0).max(8.64e15);

export const maxStreamLinks = 100;
export const streamLinkIdSchema = z.string().regex(/^[0-9A-Za-z]{10}$/);
/** How other software plays a camera: `rtsp` for recorders and players, `hls` for televisions and browsers, `snapshot` for pictures. */
export const streamFormatSchema = z.enum(['rtsp', 'hls', 'snapshot']);
export const streamLinkOptionsSchema = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .refine((name) => hasAtMostCharacters(name, 60), 'At most 60 characters'),
  formats: z
    .array(streamFormatSchema)
    .min(1)
    .refine((formats) => new Set(formats).size === formats.length, 'A format is listed twice'),
  withAudio: z.boolean(),
  /** Whether recorders can add the camera by ONVIF, too: where this server offers that, and only together with `rtsp`. */
  withOnvif: z.boolean(),
  /** Whether these recorders learn of motion, too: only together with `withOnvif`. */
  withEvents: z.boolean(),
  /** Whether these recorders can move the camera, too: only together with `withOnvif`, and as long as the creator can. */
  withPtz: z.boolean(),
  /** Unix milliseconds; null for never. */
  expiresAt: instant.nullable(),
});
export const createStreamLinkBody = z.strictObject({
  name: streamLinkOptionsSchema.shape.name,
  cameraId: cameraIdSchema,
  formats: streamLinkOptionsSchema.shape.formats.default(['rtsp', 'hls', 'snapshot']),
  withAudio: z.boolean().default(false),
  withOnvif: z.boolean().default(false),
  withEvents: z.boolean().default(false),
  withPtz: z.boolean().default(false),
  expiresAt: instant.nullable().default(null),
});
/** Fields that are absent stay as they are. */
export const updateStreamLinkBody = streamLinkOptionsSchema.partial();
export const streamLinkSchema = z.object({
  id: streamLinkIdSchema,
  cameraId: cameraIdSchema,
  ...streamLinkOptionsSchema.shape,
  /** Whole addresses with their secret; null for a format that the link or this server doesn't have, and after the link's end. */
  urls: z.object({
    /** The camera's main stream. */
    rtsp: z.string().nullable(),
    /** The substream: small, always H.264. */
    rtspLow: z.string().nullable(),
    /** The device service for ONVIF, without a secret: the user name and the password are those of `rtsp`. */
    onvif: z.string().nullable(),
    hls: z.string().nullable(),
    snapshot: z.string().nullable(),
  }),
  state: z.enum(['active', 'expired', 'revoked']),
  createdAt: z.int(),
  revokedAt: z.int().nullable(),
});
/** What this server offers to stream links beside HLS and snapshots. */
export const streamOutputsSchema = z.object({ rtsp: z.boolean(), onvif: z.boolean() });
export const streamLinkListSchema = z.array(streamLinkSchema);
export const streamLinkParameters = z.object({ id: streamLinkIdSchema });

/** The id of a link and its secret of 128 bits. */
export const streamTokenSchema = z.string().regex(/^[0-9A-Za-z]{10}[0-9a-f]{32}$/);
/** A token of another form is unknown, not invalid. */
export const streamParameters = z.object({ token: z.string().max(100) });
export const streamMediaParameters = z.object({ token: z.string().max(100), file: liveFileSchema });

export type StreamFormat = z.infer<typeof streamFormatSchema>;
export type StreamLink = z.infer<typeof streamLinkSchema>;
export type StreamOutputs = z.infer<typeof streamOutputsSchema>;
export type StreamLinkOptions = z.infer<typeof streamLinkOptionsSchema>;
export type CreateStreamLinkBody = z.input<typeof createStreamLinkBody>;
export type UpdateStreamLinkBody = z.input<typeof updateStreamLinkBody>;
