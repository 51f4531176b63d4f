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
/** Longest clip in one file, ms. */
export const longestClip = 3 * 60 * 60 * 1000;
export const clipQuery = z
  .object({ from: instant, to: instant })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the range must be after its start.' })
  .refine(({ from, to }) => to - from <= longestClip, { path: ['to'], message: 'Ask for at most 3 hours at once.' });
const instantText = z.iso.datetime({ precision: 3 });
export const clipManifestSchema = z.object({
  version: z.literal(1),
  /** Name of the file that it is about. */
  file: z.string(),
  size: z.int().positive(),
  /** Of the whole file, lower-case hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  camera: z.object({ id: cameraIdSchema, title: z.string() }),
  /** What is shown; several where footage was missing in between. */
  parts: z.array(z.object({ from: instantText, to: instantText })).min(1),
  withAudio: z.boolean(),
  signedAt: instantText,
});
export const signedClipManifestSchema = z.object({
  manifest: clipManifestSchema,
  signature: z.object({
    algorithm: z.literal('Ed25519'),
    /** Raw public key of the server, base64. */
    publicKey: z.string(),
    /** Over the manifest as canonical JSON (RFC 8785), base64. */
    value: z.string(),
  }),
});
export const signingKeyAnswer = z.object({ algorithm: z.literal('Ed25519'), publicKey: z.string() });
/** `init-{hash}.mp4` or `{startMs}.m4s`. */
export const archiveMediaParameters = z.object({
  id: cameraIdSchema,
  file: z.string().regex(/^(init-[0-9a-f]{8,64}\.mp4|\d{1,16}\.m4s)$/),
});
/** `?init`: the segment brings its init section along, for players that begin anew at a discontinuity (VLC 3). */
export const archiveMediaQuery = z.object({ init: z.string().max(1).optional() });
export const snapshotQuery = z.object({ at: instant });

export const previewPictureQuery = z.object({ at: instant, width: z.coerce.number().pipe(z.literal([160, 320])).default(320) });
const dateText = z.iso.date();
/** Days of the camera's own calendar, both inclusive, at most 400. */
export const archiveDaysQuery = z
  .object({ from: dateText, to: dateText })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last day must not be before the first.' })
  // The day after the last one has to have a date of four digits too.
  .refine(({ to }) => to < '9999', { path: ['to'], message: 'The last day must be before the year 9999.' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= 400 * day, { path: ['to'], message: 'Ask for at most 400 days at once.' });
export const archiveDaysAnswer = z.object({
  /** IANA name of the camera's time zone. */
  timeZone: z.string(),
  /** Only days with footage. `from` and `to` are the day's bounds, Unix ms: 23 or 25 hours when clocks change. */
  days: z.array(z.object({ date: dateText, from: z.int(), to: z.int(), /** Milliseconds recorded in it. */ recorded: z.int().positive() })),
});

/** `no-motion`: only motion is recorded, and nothing moved. `deleted`: somebody deleted it. */
export const gapReason = z.enum(['offline', 'recording-off', 'no-plan', 'disk', 'no-motion', 'deleted', 'unknown']);
export const footageSchema = z.object({
  /** The recorded parts, in order, never overlapping; parts less than 2 s apart are joined. */
  recordings: z.array(z.object({ from: z.int(), to: z.int() })),
  /** What is missing up to now: since the camera was added, as far back as its plan keeps footage. */
  gaps: z.array(z.object({ from: z.int(), to: z.int(), reason: gapReason })),
  /** First and last recorded instant of the camera, whatever the range; null when there is none. */
  oldest: z.int().nullable(),
  newest: z.int().nullable(),
});

export type ArchiveDays = z.infer<typeof archiveDaysAnswer>;
export type ArchiveDay = ArchiveDays['days'][number];
export type Footage = z.infer<typeof footageSchema>;
export type GapReason = z.infer<typeof gapReason>;
export type ClipManifest = z.infer<typeof clipManifestSchema>;
export type SignedClipManifest = z.infer<typeof signedClipManifestSchema>;
