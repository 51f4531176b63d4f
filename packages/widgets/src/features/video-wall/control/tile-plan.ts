import { allow } from '../model/governor.ts';

/** How one tile plays. */
export interface TilePlan {
  /** Not active: its picture stands still and costs nothing. */
  readonly isActive: boolean;
  readonly quality: 'auto' | 'low' | 'high';
  readonly frames: 'all' | 'key';
  /** Milliseconds that its live picture is behind what has arrived, at least. */
  readonly liveDelay: number;
}

export interface WallView {
  /** Cameras of the page, in its order. */
  readonly shown: readonly string[];
  /** Cameras of the page that comes next and is opened already. */
  readonly ahead: readonly string[];
  /** Scrolled out of the window. */
  readonly unseen: ReadonlySet<string>;
  /** The one that fills the wall; the others wait behind it. */
  readonly one: string | null;
  /** Whose sound is heard, and which has the large place: they keep all frames longest. */
  readonly favourites: readonly string[];
  /** Of the resource governor. */
  readonly level: number;
  /** Counts up every few seconds: whose picture stands still takes turns. */
  readonly turn: number;
}

/** So many pictures are decoded in time on any machine. */
const fewTiles = 4;
/** More of them, decoded in a row, need room: of 16 tiles 0.5 % of the frames come too late to be shown at 150 ms, 0.17 % at 350, 0.04 % at 500. */
const crowdedDelay = 500;
const still: TilePlan = { isActive: false, quality: 'low', frames: 'all', liveDelay: 0 };

/** Which tiles play, and how: the low stream unless one fills the wall; what nobody sees stands still. */
export function planTiles(view: WallView): ReadonlyMap<string, TilePlan> {
  const { shown, ahead, unseen, one, favourites, level, turn } = view;
  const plans = new Map<string, TilePlan>([...ahead, ...shown].map((id) => [id, still]));
  if (one !== null) return plans.set(one, { isActive: true, quality: 'high', frames: 'all', liveDelay: 0 });
  const seen = shown.filter((id) => !unseen.has(id));
  const { full, key } = allow(level, seen.length);
  const liveDelay = seen.length > fewTiles ? crowdedDelay : 0;
  const first = favourites.filter((id) => seen.includes(id));
  const others = seen.filter((id) => !first.includes(id));
  const from = others.length === 0 || full + key >= seen.length ? 0 : (turn * Math.max(1, full + key - first.length)) % others.length;
  const order = [...first, ...others.slice(from), ...others.slice(0, from)];
  order.forEach((id, index) => {
    if (index >= full + key) return;
    plans.set(id, { isActive: true, quality: shown.length === 1 ? 'auto' : 'low', frames: index < full ? 'all' : 'key', liveDelay });
  });
  // A page that comes next begins with its key frames when there is no room for more.
  for (const id of ahead) if (!shown.includes(id)) plans.set(id, { isActive: true, quality: 'low', frames: level === 0 ? 'all' : 'key', liveDelay });
  return plans;
}
