/** One encoding of a camera's video source. */
export interface OnvifProfile {
  readonly token: string;
  /** Identifies the video source: a lens, or a recorder's input. */
  readonly source: string;
  /** Token of the source's configuration, which events name instead of it. */
  readonly sourceConfiguration?: string;
  /** Upper case: H264, H265, JPEG; empty if the camera doesn't say it. */
  readonly encoding: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

export interface ChosenProfiles {
  readonly main: OnvifProfile;
  readonly low: OnvifProfile | null;
}

/** A recorder's input, or one of several lenses. */
export interface OnvifChannel {
  /** Token of its video source. */
  readonly channel: string;
  /** Pixels of its main stream. */
  readonly width: number;
  readonly height: number;
}

/** H.264 with at least this height is preferred to a larger H.265, which not every browser plays. */
const goodHeight = 720;
/** Approximate size of a tile in a video wall. */
const lowArea = 640 * 360;
const highestLow = 600;

const area = ({ width, height }: OnvifProfile): number => width * height;
const byArea = (a: OnvifProfile, b: OnvifProfile): number => area(b) - area(a);

/** Returns the inputs that can be played, in the camera's order. */
export function channelsOf(profiles: readonly OnvifProfile[]): OnvifChannel[] {
  const sources = new Set(playableOf(profiles).map(({ source }) => source));
  return [...sources].flatMap((channel) => {
    const main = chooseProfiles(profiles, channel)?.main;
    return main ? [{ channel, width: main.width, height: main.height }] : [];
  });
}

/**
 * Selects the main stream, and a substream of the same lens for video walls. Null if nothing can be played.
 * @param channel video source of a recorder; its first by default
 */
export function chooseProfiles(profiles: readonly OnvifProfile[], channel?: string): ChosenProfiles | null {
  const playable = playableOf(profiles);
  const mine = playable.filter(({ source }) => source === (channel ?? playable[0]?.source)).sort(byArea);
  const h264 = mine.filter(({ encoding }) => encoding === 'H264');
  const [largest] = mine.filter(({ encoding }) => encoding !== 'JPEG');
  const best = h264[0] && (h264[0].height >= goodHeight || area(h264[0]) >= area(largest ?? h264[0])) ? h264[0] : largest;
  const main = best ?? mine[0];
  if (!main) return null;
  const candidates = mine.filter(({ encoding }) => encoding === 'H264' || encoding === '');
  const small = candidates.filter((profile) => profile.token !== main.token && area(profile) < area(main) && profile.height <= highestLow);
  const [low] = small.sort((a, b) => Math.abs(area(a) - lowArea) - Math.abs(area(b) - lowArea));
  // A main stream as small as a substream needs none.
  return { main, low: low && area(main) > lowArea ? low : null };
}

/** What can be played; of a camera that says of nothing what it is, everything, because its streams say it. */
function playableOf(profiles: readonly OnvifProfile[]): readonly OnvifProfile[] {
  const known = profiles.filter(({ encoding }) => isPlayable(encoding));
  return known.length > 0 ? known : profiles.filter(({ encoding }) => encoding === '');
}

export function isPlayable(encoding: string): boolean {
  return encoding === 'H264' || encoding === 'H265' || encoding === 'JPEG';
}
