import type { BoxVerdict, PlugInDetectionType, SoundDetectionType } from '@watchpost/contract/protocols/detection';
import {
  isInsidePolygon,
  lineCrossingOf,
  type DetectionSettings,
  type DetectionSettingsOf,
  type DetectionType,
  type LineCrossing,
  type ObjectClass,
  type PicturePoint,
} from '@watchpost/contract/schemas/smart-events';
import type { Area } from '../../detection/motion-model.ts';
import { footOf, medianScore, sizeOf, type Track } from './object-tracker.ts';
import { createZoneStays } from './zone-stays.ts';

/** A detection, reported when it begins and when it ends. Times are those of the pictures, Unix ms. */
export type Detection<
  Type extends DetectionType | SoundDetectionType | PlugInDetectionType = DetectionType | SoundDetectionType | PlugInDetectionType,
> =
  | {
      readonly kind: 'began';
      readonly cameraId: string;
      readonly id: string;
      readonly type: Type;
      readonly at: number;
      /** Null if a camera that detects by itself doesn't report it. */
      readonly objectClass: ObjectClass | null;
      /** Score of the best picture so far, 0 to 1; null if the camera detected it. */
      readonly score: number | null;
      /** Where it is in the best picture. */
      readonly box: Area;
      /** Name of the zone or line; null for the whole picture. */
      readonly label: string | null;
      /** Where that is now: the two ends of a line, the corners of a zone. Absent for the whole picture. */
      readonly shape?: readonly PicturePoint[];
      /** The object, as its tracker knows it; absent if the camera detected it. */
      readonly trackId?: number;
      /** Init section and a fragment that starts with a key frame and ends with the best picture so far. */
      readonly picture: Uint8Array;
    }
  | {
      /** A better picture came later, once at most. */
      readonly kind: 'improved';
      readonly cameraId: string;
      readonly id: string;
      readonly at: number;
      readonly score: number;
      readonly box: Area;
      readonly picture: Uint8Array;
    }
  | { readonly kind: 'ended'; readonly cameraId: string; readonly id: string; readonly at: number };

/** Decides which tracks of one camera are what its settings ask for. */
export interface ObjectRules {
  configure(settings: readonly DetectionSettings[]): void;
  /** @param tracks those that the picture shows @param at Unix ms @param picture makes the best picture of a track */
  update(tracks: readonly Track[], at: number, picture: PictureOf): void;
  /** Whether an object stands in a zone and has to be looked at until it has stayed there for long enough. */
  isWaiting(at: number): boolean;
  /** Ends all detections. */
  end(): void;
}

/** Returns an init section and a fragment whose last picture shows a track best. */
type PictureOf = (trackId: number) => Uint8Array;

interface ObjectRulesDeps {
  readonly cameraId: string;
  readonly newId: () => string;
  /** Whether a track can still be continued. */
  readonly isTracked: (trackId: number) => boolean;
  readonly onDetection: (detection: Detection<DetectionType>) => void;
}

/** A detection ends when nothing has shown it for this long, so that a person behind a tree is reported once. */
const quietTimeMs = 8000;
/** Longer detections are reported in parts of this length. */
const maxDetectionMs = 5 * 60_000;
/** A better picture takes the place of the first after this time, once, if its score is higher by this much. */
const improveAfterMs = 2000;
const minImprovement = 0.08;
/** The smallest object that counts, as part of the picture's width or height, at sensitivity 0 and at 10. */
const largestMinSize = 0.4;
const smallestMinSize = 0.03;
/** A place on a line is clear of it at this distance, part of the picture: boxes tremble. */
const clearDistance = 0.01;
const minMovedPictures = 2;
/** Parked vehicles don't count, although people pass them, nor do statues and posters outdoors. In sizes of the object. */
const minVehicleTravel = 0.25;
const minOutdoorTravel = 0.1;
/** A vehicle that has stayed in its place for this long is parked: neither what is there all night nor what the light hides for a while is news. */
const parkedAfterMs = 60_000;
/** What has gone this far moves, also if it is too small for motion detection. */
const certainTravel = 0.5;

interface Running {
  readonly id: string;
  readonly beganAt: number;
  lastAt: number;
  /** Whom its picture shows. */
  readonly trackId: number;
  readonly score: number;
  isImproved: boolean;
}
/** What is known of a track at one line. */
interface Approach {
  /** Last place that is clear of the line, on the side where the object has been seen twice, or first. */
  clearAt: PicturePoint;
  /** A first look beyond the line: a single one may be a mistake. */
  beyond: Beyond | null;
  /** When crossings happened that are reported once it is certain that this is an object; null if it was not certain at the time. */
  readonly pending: (number | null)[];
  count: number;
}
interface Beyond {
  /** Null for a path that passes the line's ends. */
  readonly crossing: LineCrossing | null;
  readonly at: number;
  readonly isTrue: boolean;
  /** Reports it: the object was not seen again. */
  readonly settle: () => void;
}

/** Returns the smallest size that counts, as part of the picture. */
export function minSizeOf(sensitivity: number): number {
  return largestMinSize * (smallestMinSize / largestMinSize) ** (sensitivity / 10);
}

/** Why a track is no object that a detection looks for; null if it is one. */
type ObjectProblem = Exclude<BoxVerdict, 'counts' | 'outside'>;

/** Returns the first reason why a track is not what this detection looks for: certain enough, large enough, and moving. */
function objectProblem(track: Track, settings: DetectionSettings): ObjectProblem | null {
  const { objectClass, score, scores, box, seenAt, travel, restsSince, movedPictures } = track;
  const { type, confidence, threshold, sensitivity, scene } = settings;
  if (!classesOf(settings).includes(objectClass)) return 'other-class';
  if (sizeOf(box) < minSizeOf(sensitivity)) return 'too-small';
  const median = medianScore(scores, confidence);
  if (median <= 0 || median < threshold) return score < confidence ? 'below-confidence' : 'below-threshold';
  const isStill =
    (movedPictures < minMovedPictures && travel < certainTravel) ||
    travel < (objectClass === 'vehicle' ? minVehicleTravel : scene === 'outdoor' ? minOutdoorTravel : 0) ||
    // How long one may stand in a zone is what its dwell time is for.
    (type === 'vehicle' && seenAt - restsSince >= parkedAfterMs);
  return isStill ? 'still' : null;
}

/** Whether a track is an object that this detection looks for. */
export function isObject(track: Track, settings: DetectionSettings): boolean {
  return objectProblem(track, settings) === null;
}

/** Returns what becomes of a box in a test. A line that is still to be crossed leaves nobody outside. */
export function verdictOf(track: Track, settings: DetectionSettings): BoxVerdict {
  const problem = objectProblem(track, settings);
  if (problem) return problem;
  if (settings.type === 'lineCrossing' || (settings.type !== 'intrusion' && settings.zones.length === 0)) return 'counts';
  const foot = footOf(track.box);
  return settings.zones.some(({ points }) => isInsidePolygon(points, foot)) ? 'counts' : 'outside';
}

/** The classes that a detection looks for. */
export function classesOf(settings: DetectionSettings): readonly ObjectClass[] {
  return settings.type === 'human' || settings.type === 'vehicle' ? [settings.type] : settings.classes;
}

export function createObjectRules({ cameraId, newId, isTracked, onDetection }: ObjectRulesDeps): ObjectRules {
  let settings: readonly DetectionSettings[] = [];
  /** By type, shape, and for crossings track. */
  const running = new Map<string, Running>();
  const stays = createZoneStays();
  /** By line and track. */
  const approaches = new Map<string, Approach & { readonly trackId: number }>();

  const finish = (key: string, { id, lastAt }: Running): void => {
    running.delete(key);
    onDetection({ kind: 'ended', cameraId, id, at: lastAt });
  };

  interface Report {
    readonly key: string;
    readonly type: DetectionType;
    readonly track: Track;
    /** The zone or line; null for the whole picture. */
    readonly place: { readonly label: string; readonly shape: readonly PicturePoint[] } | null;
    readonly at: number;
    /** When it began, if that was before it was certain. */
    readonly since?: number;
    readonly picture: PictureOf;
  }
  /** Begins a detection, or continues it. */
  const report = ({ key, type, track, place, at: lastAt, since: at = lastAt, picture }: Report): void => {
    const known = running.get(key);
    if (known) {
      known.lastAt = Math.max(known.lastAt, lastAt);
      return;
    }
    const { objectClass, best } = track;
    const id = newId();
    const { score, box } = best;
    running.set(key, { id, beganAt: at, lastAt, trackId: track.id, score, isImproved: false });
    const where = { ...(place ?? { label: null }), trackId: track.id };
    onDetection({ kind: 'began', cameraId, id, type, at, objectClass, score, box, ...where, picture: picture(track.id) });
  };

  /** Reports a better picture of what was reported, wherever it is now: what comes nearer is seen better. */
  const improve = (one: Running, track: Track, at: number, picture: PictureOf): void => {
    const { score, box } = track.best;
    if (one.isImproved || at - one.beganAt < improveAfterMs || score - one.score < minImprovement) return;
    one.isImproved = true;
    onDetection({ kind: 'improved', cameraId, id: one.id, at: track.best.at, score, box, picture: picture(track.id) });
  };

  const presence = (one: DetectionSettingsOf<'human' | 'vehicle'>, track: Track, at: number, picture: PictureOf): void => {
    const isTrue = isObject(track, one);
    const { type, zones } = one;
    if (zones.length === 0 && isTrue) report({ key: type, type, track, place: null, at, picture });
    for (const { id, name, points } of zones)
      stays.look({
        ...{ key: `${type} ${id}`, points, track, isTrue, at, dwellMs: 0, picture: () => picture(track.id) },
        report: (kind, since, pictureOf) => {
          const place = { label: name, shape: points };
          if (kind === 'inside') report({ key: `${type} ${id}`, type, track, place, at, since, picture: pictureOf });
        },
      });
  };

  const crossing = (one: DetectionSettingsOf<'lineCrossing'>, track: Track, at: number, picture: PictureOf): void => {
    const foot = footOf(track.box);
    const isTrue = isObject(track, one);
    for (const line of one.lines) {
      const key = `${line.id} ${track.id}`;
      const isClear = distanceToLine(line, foot) >= clearDistance;
      const known = approaches.get(key);
      if (!known) {
        if (isClear) approaches.set(key, { trackId: track.id, clearAt: foot, beyond: null, pending: [], count: 0 });
        continue;
      }
      const reportOne = (time: number, pictureOf: PictureOf): void => {
        known.count += 1;
        const place = { label: line.name, shape: [line.from, line.to] };
        report({ key: `lineCrossing ${key} ${known.count}`, type: 'lineCrossing', track, place, at: time, picture: pictureOf });
      };
      const isWanted = (direction: LineCrossing | null): boolean =>
        direction !== null && (line.direction === 'both' || line.direction === direction);
      if (isClear && sideOf(line, foot) === sideOf(line, known.clearAt)) {
        known.clearAt = foot;
        known.beyond = null;
      } else if (isClear && known.beyond) {
        const { crossing: direction, isTrue: wasTrue, at: crossedAt } = known.beyond;
        if (isWanted(direction)) known.pending.push(wasTrue ? crossedAt : null);
        known.clearAt = foot;
        known.beyond = null;
      } else if (isClear) {
        const direction = lineCrossingOf(line, known.clearAt, foot);
        const shown = isTrue && isWanted(direction) ? picture(track.id) : null;
        known.beyond = { crossing: direction, at, isTrue, settle: () => shown && reportOne(at, () => shown) };
      }
      if (!isTrue) continue;
      for (const crossedAt of known.pending.splice(0)) reportOne(crossedAt ?? at, picture);
    }
  };

  const intrusion = (one: DetectionSettingsOf<'intrusion'>, track: Track, at: number, picture: PictureOf): void => {
    const isTrue = isObject(track, one);
    for (const { id, name, points } of one.zones) {
      const key = `intrusion ${id}`;
      stays.look({
        ...{ key, points, track, isTrue, at, dwellMs: one.dwellSeconds * 1000, picture: () => picture(track.id) },
        report: (kind, since, pictureOf) => {
          if (one.direction === (kind === 'inside' ? 'left' : 'enter')) return;
          const keyOf = kind === 'inside' ? key : `${key} left ${track.id}`;
          const place = { label: name, shape: points };
          report({ key: keyOf, type: 'intrusion', track, place, at, since, picture: pictureOf });
        },
      });
    }
  };

  return {
    configure: (next) => {
      settings = next.filter(({ isEnabled }) => isEnabled);
      const types = new Set<string>(settings.map(({ type }) => type));
      for (const [key, one] of running) if (!types.has(key.split(' ')[0] ?? '')) finish(key, one);
      // Shapes may have moved: what was known of their sides no longer holds.
      approaches.clear();
      stays.clear();
    },
    update: (tracks, at, picture) => {
      for (const [key, one] of running) if (at - one.lastAt > quietTimeMs || at - one.beganAt > maxDetectionMs) finish(key, one);
      // Who leaves the picture right behind a line has crossed it.
      for (const [key, { trackId, beyond }] of approaches) {
        if (isTracked(trackId)) continue;
        beyond?.settle();
        approaches.delete(key);
      }
      stays.forgetLost(isTracked);
      for (const one of settings)
        for (const track of tracks) {
          if (one.type === 'lineCrossing') crossing(one, track, at, picture);
          else if (one.type === 'intrusion') intrusion(one, track, at, picture);
          else presence(one, track, at, picture);
        }
      for (const one of running.values()) {
        const track = tracks.find(({ id }) => id === one.trackId);
        if (track) improve(one, track, at, picture);
      }
    },
    isWaiting: stays.isWaiting,
    end: () => {
      for (const [key, one] of running) finish(key, one);
      approaches.clear();
      stays.clear();
    },
  };
}

/** Distance of a point from a line that is extended to both ends, in parts of the picture. */
function distanceToLine({ from, to }: { readonly from: PicturePoint; readonly to: PicturePoint }, { x, y }: PicturePoint): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return length === 0 ? 0 : Math.abs((to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x)) / length;
}

/** Which side of a line, extended to both ends, a point is on. */
function sideOf({ from, to }: { readonly from: PicturePoint; readonly to: PicturePoint }, { x, y }: PicturePoint): boolean {
  return (to.x - from.x) * (y - from.y) > (to.y - from.y) * (x - from.x);
}
