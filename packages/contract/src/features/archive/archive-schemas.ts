import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Unix milliseconds. */
const instant = z.coerce.number().int().min(0).max(8.64e15);
const day = 24 * 60 * 60 * 1000;

/** `from` inclusive, `to` exclusive, Unix milliseconds. */
export const footageQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to }) => to - from <= 400 * day, { path: ['to'], message: 'Ask for at most 400 days at once.' });
/** A playlist of at most a day: 21,600 segments. */
export const archivePlaylistQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to }) => to - from <= day, { path: ['to'], message: 'Ask for at most 24 hours at once.' });
/** Maximum duration of a clip in one file, ms. */
export const maxClipDurationMs = 3 * 60 * 60 * 1000;
export const clipQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to }) => to - from <= maxClipDurationMs, { path: ['to'], message: 'Ask for at most 3 hours at once.' });
const instantText = z.iso.datetime({ precision: 3 });
export const clipManifestSchema = z.object({
  version: z.literal(1),
  /** Name of the clip's file. */
  file: z.string(),
  size: z.int().positive(),
  /** SHA-256 of the whole file, lower-case hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  camera: z.object({ id: cameraIdSchema, title: z.string() }),
  /** The ranges that the clip shows; several if it skips gaps. */
  parts: z.array(z.object({ from: instantText, to: instantText })).min(1),
  withAudio: z.boolean(),
  signedAt: instantText,
});
export const signedClipManifestSchema = z.object({
  manifest: clipManifestSchema,
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    /** The server's raw public key, base64. */
    publicKey: z.string(),
    /** Signature of the manifest as canonical JSON (RFC 8785), base64. */
    value: z.string(),
  }),
});
export const signingKeyAnswer = z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string() });
/** `init-{hash}.mp4` or `{startMs}.m4s`. */
const archiveFileSchema = z.string().regex(/^(init-[0-9a-f]{8,64}\.mp4|\d{1,16}\.m4s)$/);
/** Or `at-{ms}.m4s`, the segment of a moment with its init section: a jump needs no playlist first. Caches share only the others. */
const archiveMediaFileSchema = z.string().regex(/^(init-[0-9a-f]{8,64}\.mp4|(at-)?\d{1,16}\.m4s)$/);
export const archiveMediaParameters = z.object({ id: cameraIdSchema, file: archiveMediaFileSchema });
/** The file is named, so that the log of viewings has its time although a cache serves it. */
export const archiveAccessQuery = z.object({ file: archiveFileSchema });
/** `?init` prepends the init section to the segment, for players that restart at a discontinuity (VLC 3). */
export const archiveMediaQuery = z.object({ init: z.string().max(1).optional() });
export const snapshotQuery = z.object({ at: instant });

export const previewPictureQuery = z.object({
  at: instant,
  width: z.coerce
    .number()
    .pipe(z.literal([160, 320]))
    .default(320),
});
const dateText = z.iso.date();
/** Calendar days in the camera's time zone, both inclusive, at most 400. */
export const archiveDaysQuery = z
  .object({ from: dateText, to: dateText })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last day must not be before the first.' })
  // The day after the last one must also have a four-digit year.
  .refine(({ to }) => to < '9999', { path: ['to'], message: 'The last day must be before the year 9999.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 400 * day, { path: ['to'], message: 'Ask for at most 400 days at once.' });
export const archiveDaysAnswer = z.object({
  /** The camera's IANA time zone. */
  timeZone: z.string(),
  /** Days with footage. `from` and `to` are the day's bounds, Unix ms: 23 or 25 hours apart when clocks change. */
  days: z.array(
    z.object({ date: dateText, from: z.int(), to: z.int(), /** Recorded duration in milliseconds. */ recorded: z.int().positive() }),
  ),
});

/** `no-motion`: only motion is recorded, and there was none. `deleted`: a user deleted it. `missing`: it was recorded, but its files are lost. */
export const gapReason = z.enum(['offline', 'recording-off', 'no-plan', 'disk', 'no-motion', 'deleted', 'missing', 'node-away', 'unknown']);
export const footageSchema = z.object({
  /** Recorded ranges, sorted, never overlapping; ranges less than 2 s apart are joined. */
  recordings: z.array(z.object({ from: z.int(), to: z.int() })),
  /** Gaps up to now, since the camera was added or within its retention. */
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: gapReason })),
  /** Recorded ranges with pictures that can't be shown whole, because something was lost on the way from the camera; absent for none. */
  damaged: z.array(z.object({ from: z.int(), to: z.int() })).optional(),
  /**
   * Recorded ranges with wrong times: they were recorded earlier, while the server's clock was ahead; absent for none. The specification
   * doesn't show it.
   */
  misdated: z.array(z.object({ from: z.int(), to: z.int() })).optional(),
  /** First and last recorded instant of the camera, independent of the range; null without footage. */
  oldest: z.int().nullable(),
  newest: z.int().nullable(),
});

export type ArchiveDays = z.infer<typeof archiveDaysAnswer>;
export type ArchiveDay = ArchiveDays['days'][number];
export type Footage = z.infer<typeof footageSchema>;
export type GapReason = z.infer<typeof gapReason>;
export type ClipManifest = z.infer<typeof clipManifestSchema>;
export type SignedClipManifest = z.infer<typeof signedClipManifestSchema>;
