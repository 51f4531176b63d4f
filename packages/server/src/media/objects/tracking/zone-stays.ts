import { isInsidePolygon, type PicturePoint } from '@watchpost/contract/schemas/smart-events';
import { footOf, type Track } from './object-tracker.ts';

/**
 * Follows who comes into zones and leaves them. A single look may be a mistake: who is seen twice in a row in a zone is in it, and who is
 * seen twice in a row outside has left. One look is enough for those who walk on past it, and for those who aren't seen again.
 */
interface ZoneStays {
  look(look: ZoneLook): void;
  /** Reports those who were lost after a first look on the other side, and forgets them. */
  forgetLost(isTracked: (trackId: number) => boolean): void;
  /** Whether someone has to be looked at again, to be certain, or until they have stayed for long enough. */
  isWaiting(at: number): boolean;
  clear(): void;
}

/** One look at an object and a zone. */
interface ZoneLook {
  /** Identifies the zone and what it is used for. */
  readonly key: string;
  readonly points: readonly PicturePoint[];
  readonly track: Track;
  /** Whether this is certain to be an object. */
  readonly isTrue: boolean;
  /** Unix ms. */
  readonly at: number;
  /** A stay counts from this time. */
  readonly dwellMs: number;
  readonly picture: () => Uint8Array;
  readonly report: (kind: 'inside' | 'left', since: number, picture: () => Uint8Array) => void;
}

interface Stay {
  readonly trackId: number;
  isInside: boolean;
  enteredAt: number;
  /** Last look inside. */
  seenAt: number;
  /** The first look, if it was certain then that this is an object: the stay counts from it. */
  countsFrom: number | null;
  isReported: boolean;
  /** The last place outside. */
  outside: PicturePoint | null;
  turn: Turn | null;
}
/** A first look on the other side. */
interface Turn {
  readonly at: number;
  readonly foot: PicturePoint;
  /** Whether it would count at once. */
  readonly isDue: boolean;
  /** Reports it: the object was not seen again, or went on. */
  readonly settle: () => void;
}

/** Who stops right after a first look on the other side is looked at again within this time, although nothing moves any more. */
const secondLookMs = 1500;

export function createZoneStays(): ZoneStays {
  /** By zone and track. */
  const stays = new Map<string, Stay>();
  let waitUntil = Number.NEGATIVE_INFINITY;

  const turnOf = (stay: Stay, foot: PicturePoint, { isTrue, at, dwellMs, picture, report }: ZoneLook): Turn => {
    const kind = stay.isInside ? 'left' : 'inside';
    const isDue = stay.isInside ? hasStayed(stay, isTrue, dwellMs) : isTrue && dwellMs === 0;
    // The picture is kept: a lost object has none any more.
    const shown = isDue ? picture() : null;
    if (isTrue) waitUntil = Math.max(waitUntil, at + Math.max(secondLookMs, stay.isInside ? 0 : dwellMs));
    return { at, foot, isDue, settle: () => shown && report(kind, at, () => shown) };
  };

  const stand = (stay: Stay, { isTrue, at, dwellMs, picture, report }: ZoneLook): void => {
    stay.seenAt = at;
    if (!isTrue) return;
    if (at - stay.enteredAt < dwellMs) {
      waitUntil = Math.max(waitUntil, stay.enteredAt + dwellMs);
      return;
    }
    report('inside', stay.isReported ? at : (stay.countsFrom ?? at), picture);
    stay.isReported = true;
  };

  return {
    look: (look) => {
      const { key: zone, points, track, isTrue, at, dwellMs, picture, report } = look;
      const key = `${zone} ${track.id}`;
      const foot = footOf(track.box);
      const isInside = isInsidePolygon(points, foot);
      const known = stays.get(key);
      const stay = known ?? newStay(track.id);
      if (!known) stays.set(key, stay);
      const { turn, outside } = stay;
      stay.turn = null;
      if (!isInside) stay.outside = foot;
      if (isInside === stay.isInside) {
        if (isInside) return stand(stay, look);
        if (!turn?.isDue || !goesOn(outside, turn.foot, foot)) return;
        turn.settle();
        return report('left', at, picture);
      }
      if (!turn) {
        stay.turn = turnOf(stay, foot, look);
        return;
      }
      stay.isInside = isInside;
      if (!isInside) {
        if (turn.isDue || hasStayed(stay, isTrue, dwellMs)) report('left', turn.isDue ? turn.at : at, picture);
        return;
      }
      stay.enteredAt = turn.at;
      stay.countsFrom = turn.isDue ? turn.at : null;
      stay.isReported = false;
      stand(stay, look);
    },
    forgetLost: (isTracked) => {
      for (const [key, { trackId, turn }] of stays) {
        if (isTracked(trackId)) continue;
        turn?.settle();
        stays.delete(key);
      }
    },
    isWaiting: (at) => at <= waitUntil && [...stays.values()].some(({ isInside, turn }) => isInside || turn !== null),
    clear: () => {
      stays.clear();
      waitUntil = Number.NEGATIVE_INFINITY;
    },
  };
}

function newStay(trackId: number): Stay {
  return { trackId, isInside: false, enteredAt: 0, seenAt: 0, countsFrom: null, isReported: false, outside: null, turn: null };
}

function hasStayed({ isReported, seenAt, enteredAt }: Stay, isTrue: boolean, dwellMs: number): boolean {
  return isReported || (isTrue && seenAt - enteredAt >= dwellMs);
}

/** Whether a path leads on through its middle, instead of back from a place where the object never was. */
function goesOn(from: PicturePoint | null, middle: PicturePoint, to: PicturePoint): boolean {
  return from !== null && (middle.x - from.x) * (to.x - middle.x) + (middle.y - from.y) * (to.y - middle.y) > 0;
}
