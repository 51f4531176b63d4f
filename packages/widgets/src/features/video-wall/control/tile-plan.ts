import { allow } from '../model/governor.ts';

/** How one tile plays. */
export interface TilePlan {
  /** False: paused, at no cost. */
  readonly isActive: boolean;
  readonly quality: 'auto' | 'low' | 'high';
  readonly frames: 'all' | 'key';
  /** Minimum distance of its live picture from the newest data, milliseconds. */
  readonly liveDelay: number;
}

export interface WallView {
  /** Cameras of the page, in order. */
  readonly shown: readonly string[];
  /** Cameras of the next page, which is already open. */
  readonly ahead: readonly string[];
  /** Scrolled out of view. */
  readonly unseen: ReadonlySet<string>;
  /** The camera that fills the wall; the others wait behind it. */
  readonly one: string | null;
  /** The camera with sound, and those with a large tile: they lose frames last. */
  readonly favourites: readonly string[];
  /** Result of the resource governor. */
  readonly level: number;
  /** Increases every few seconds, so that paused tiles take turns. */
  readonly turn: number;
}

/** This many pictures are decoded in time on any machine. */
const fewTiles = 4;
/** More pictures, decoded in sequence, need slack: of 16 tiles 0.5 % of the frames are too late at 150 ms, 0.17 % at 350, 0.04 % at 500. */
const crowdedDelayMs = 500;
const still: TilePlan = { isActive: false, quality: 'low', frames: 'all', liveDelay: 0 };

/** Decides which tiles play, and how: the substream unless one fills the wall; invisible tiles are paused. */
export function planTiles(view: WallView): ReadonlyMap<string, TilePlan> {
  const { shown, ahead, unseen, one, favourites, level, turn } = view;
  const plans = new Map<string, TilePlan>([...ahead, ...shown].map((id) => [id, still]));
  if (one !== null) return plans.set(one, { isActive: true, quality: 'high', frames: 'all', liveDelay: 0 });
  const seen = shown.filter((id) => !unseen.has(id));
  const { full, key } = allow(level, seen.length);
  const liveDelay = seen.length > fewTiles ? crowdedDelayMs : 0;
  const first = favourites.filter((id) => seen.includes(id));
  const others = seen.filter((id) => !first.includes(id));
  const from = others.length === 0 || full + key >= seen.length ? 0 : (turn * Math.max(1, full + key - first.length)) % others.length;
  const order = [...first, ...others.slice(from), ...others.slice(0, from)];
  order.forEach((id, index) => {
    if (index >= full + key) return;
    plans.set(id, { isActive: true, quality: shown.length === 1 ? 'auto' : 'low', frames: index < full ? 'all' : 'key', liveDelay });
  });
  // The next page starts with key frames if no capacity is left.
  for (const id of ahead)
    if (!shown.includes(id)) plans.set(id, { isActive: true, quality: 'low', frames: level === 0 ? 'all' : 'key', liveDelay });
  return plans;
}
