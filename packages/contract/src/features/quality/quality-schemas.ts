import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** A report covers 60 s; a page that the browser has slowed down sends later. */
export const maxReportedMs = 600_000;
const maxErrorCodes = 16;
const duration = z.int().min(0).max(maxReportedMs);
const count = z.int().min(0).max(1_000);
const frames = z.int().min(0).max(1_000_000);

/** What delivers the picture. `archive`: recordings, whatever the user watches live by. */
export const qualityTransport = z.enum(['websocket', 'webcodecs', 'webrtc', 'hls', 'archive']);
export const qualityBrowser = z.enum(['chrome', 'edge', 'firefox', 'safari', 'opera', 'samsung', 'yandex', 'other']);
export const qualitySystem = z.enum(['windows', 'macos', 'linux', 'chromeos', 'android', 'ios', 'other']);

/** How a view went since its previous report. Durations are milliseconds; null is unknown. */
export const qualityReportSchema = z.strictObject({
  /** One player showing one camera, from its creation to its removal. */
  viewId: z.string().regex(/^[0-9a-f]{32}$/),
  /** 0 for the first report of a view. Of two reports with the same one, the second changes nothing. */
  sequence: z.int().min(0).max(1_000_000),
  /** `app`: for users who sign in; `partner`: on a page with an embed or guest token. */
  page: z.enum(['app', 'partner']),
  /** From the intent to watch to the first frame; only in the report in which the first frame was shown. */
  startupMs: duration.nullable(),
  /** How long the picture moved. */
  watchedMs: duration,
  stallCount: count,
  stallMs: duration,
  /** Age of the live picture, by samples of 5 s: the median and the 95th percentile. */
  latencyP50Ms: duration.nullable(),
  latencyP95Ms: duration.nullable(),
  framesDecoded: frames,
  framesDropped: frames,
  /** Transport of most of the time; null without a picture. */
  transport: qualityTransport.nullable(),
  /** All of them, in the order of their first picture. */
  transports: z.array(qualityTransport).max(qualityTransport.options.length),
  transportSwitches: count,
  renditionSwitches: count,
  /** How often each error code occurred. */
  errors: z
    .record(z.string().regex(/^[a-z][a-z-]{1,39}$/), count.min(1))
    .refine((errors) => Object.keys(errors).length <= maxErrorCodes, 'Too many error codes'),
  browser: qualityBrowser,
  /** Major version; null if unknown. */
  browserVersion: z.int().min(1).max(999).nullable(),
  system: qualitySystem,
  /** Version of `@watchpost/widgets`. */
  elementVersion: z.string().regex(/^[\w.+-]{1,32}$/),
});
export const qualityReportQuery = z.object({ cameraId: cameraIdSchema });

export const qualityDays = z.literal([1, 7, 30]);
export const qualitySummaryQuery = z.object({ days: z.coerce.number().pipe(qualityDays).default(7) });

/** How one camera went in one browser family. */
export const qualityRowSchema = z.object({
  cameraId: cameraIdSchema,
  browser: qualityBrowser,
  /** Major versions, oldest first. */
  browserVersions: z.array(z.int()),
  /** Views of each day: one that lasts over midnight counts on both days. */
  views: z.int().nonnegative(),
  /** Views with at least one error. */
  viewsWithErrors: z.int().nonnegative(),
  watchedMs: z.int().nonnegative(),
  stallCount: z.int().nonnegative(),
  stallMs: z.int().nonnegative(),
  framesDecoded: z.int().nonnegative(),
  framesDropped: z.int().nonnegative(),
  startupP50Ms: z.int().nonnegative().nullable(),
  startupP95Ms: z.int().nonnegative().nullable(),
  /** Percentiles over the minutes of all views; null without live video. */
  latencyP50Ms: z.int().nonnegative().nullable(),
  latencyP95Ms: z.int().nonnegative().nullable(),
  /** By watched time, the most used first. */
  transports: z.array(z.object({ transport: qualityTransport, watchedMs: z.int().nonnegative() })),
});
export const qualitySummarySchema = z.object({
  days: qualityDays,
  /** By camera, then by the number of views. */
  rows: z.array(qualityRowSchema),
});

export type QualityTransport = z.infer<typeof qualityTransport>;
export type QualityBrowser = z.infer<typeof qualityBrowser>;
export type QualitySystem = z.infer<typeof qualitySystem>;
export type QualityReport = z.infer<typeof qualityReportSchema>;
export type QualityDays = z.infer<typeof qualityDays>;
export type QualityRow = z.infer<typeof qualityRowSchema>;
export type QualitySummary = z.infer<typeof qualitySummarySchema>;
