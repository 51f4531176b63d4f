import type { Span } from '../../media/recording/spans.ts';

interface Place {
  /** Degrees; north is positive. */
  readonly latitude: number;
  /** Degrees; east is positive. */
  readonly longitude: number;
}

/** The part of a day that is light: `whole` where the sun doesn't set, `none` where it doesn't rise, both including twilight. */
type Daylight =
  | ({ readonly kind: 'part' } & Span)
  | { readonly kind: 'whole' }
  | { readonly kind: 'none'; /** When the sun is highest, Unix ms. */ readonly noon: number };

const dayMs = 86_400_000;
/** 1 January 2000, 12:00 UTC: the epoch J2000. */
const epochMs = Date.UTC(2000, 0, 1, 12);
const radians = Math.PI / 180;
/** The sun's height at dawn and dusk: civil twilight, in which cameras still see without infrared light. */
const twilight = -6 * radians;
const obliquity = 23.4397 * radians;

/**
 * Returns from dawn to dusk, to a minute or two (the sunrise equation with the equation of the centre).
 * @param localNoon 12:00 of the day on the clocks of the place, Unix ms
 */
export function daylightOf(localNoon: number, { latitude, longitude }: Place): Daylight {
  const west = -longitude / 360;
  // The solar noon nearest to that of the clocks: zones may be a day ahead of their longitude.
  const transitDay = Math.round((localNoon - epochMs) / dayMs - west) + west;
  const anomaly = (357.5291 + 0.98560028 * transitDay) * radians;
  const centre = (1.9148 * Math.sin(anomaly) + 0.02 * Math.sin(2 * anomaly) + 0.0003 * Math.sin(3 * anomaly)) * radians;
  const eclipticLongitude = anomaly + centre + (180 + 102.9372) * radians;
  const noon = epochMs + (transitDay + 0.0053 * Math.sin(anomaly) - 0.0069 * Math.sin(2 * eclipticLongitude)) * dayMs;
  const declination = Math.asin(Math.sin(eclipticLongitude) * Math.sin(obliquity));
  const height = latitude * radians;
  const cosine = (Math.sin(twilight) - Math.sin(height) * Math.sin(declination)) / (Math.cos(height) * Math.cos(declination));
  if (cosine <= -1) return { kind: 'whole' };
  if (cosine >= 1) return { kind: 'none', noon: Math.round(noon) };
  const half = (Math.acos(cosine) / (2 * Math.PI)) * dayMs;
  return { kind: 'part', from: Math.round(noon - half), to: Math.round(noon + half) };
}
