/** One way in which a camera encodes what one of its lenses sees. */
export interface OnvifProfile {
  readonly token: string;
  /** Of the lens, or of the input of a recorder. */
  readonly source: string;
  /** Upper case: H264, H265, JPEG. */
  readonly encoding: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ChosenProfiles {
  readonly main: OnvifProfile;
  readonly low: OnvifProfile | null;
}

/** H.264 of this height and more is good enough not to take a larger H.265, which not every browser plays. */
const goodHeight = 720;
/** About what a tile of a wall shows. */
const lowArea = 640 * 360;
const highestLow = 600;

const area = ({ width, height }: OnvifProfile): number => width * height;
const byArea = (a: OnvifProfile, b: OnvifProfile): number => area(b) - area(a);

/** The picture to record and watch, and a small one of the same lens for walls. Null when nothing can be played. */
export function chooseProfiles(profiles: readonly OnvifProfile[]): ChosenProfiles | null {
  const playable = profiles.filter(({ encoding }) => isPlayable(encoding));
  // A recorder has many inputs; the first is the one that is added.
  const mine = playable.filter(({ source }) => source === playable[0]?.source).sort(byArea);
  const h264 = mine.filter(({ encoding }) => encoding === 'H264');
  const [largest] = mine.filter(({ encoding }) => encoding !== 'JPEG');
  const best = h264[0] && (h264[0].height >= goodHeight || area(h264[0]) >= area(largest ?? h264[0])) ? h264[0] : largest;
  const main = best ?? mine[0];
  if (!main) return null;
  const small = h264.filter((profile) => profile.token !== main.token && area(profile) < area(main) && profile.height <= highestLow);
  const [low] = small.sort((a, b) => Math.abs(area(a) - lowArea) - Math.abs(area(b) - lowArea));
  // A main stream that is as small as a low one needs none.
  return { main, low: low && area(main) > lowArea ? low : null };
}

export function isPlayable(encoding: string): boolean {
  return encoding === 'H264' || encoding === 'H265' || encoding === 'JPEG';
}
