import type { ErrorCode } from '@watchpost/contract/kernel';
import type { Clock } from '../../kernel/clock.ts';
import { isHevc, type Sample, type StreamQuality, type Tracks } from '../media-types.ts';
import type { StreamRegistry } from './stream-registry.ts';

/** What somebody wants to see of a camera. */
export interface ViewWish {
  readonly quality: StreamQuality;
  readonly audio: boolean;
  /** HEVC can be decoded there; without it a transcoded stream stands in. */
  readonly hevc: boolean;
}

export interface ViewListener {
  /** Before the first sample of a stream, and whenever another one takes over. */
  onTracks(tracks: Tracks, quality: StreamQuality): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  /** The wish can't be met, now or at all. */
  onImpossible(code: ErrorCode): void;
}

/** One viewer's way to a camera: the stream that fits the wish, and the other one where that is not to be had. */
export interface StreamView {
  /** What is shown goes on until the new stream has its first key frame. Sound that is not wished any more ends at once. */
  update(wish: ViewWish): void;
  end(): void;
}

/** So long a low stream may take to begin before the main one is shown in its place, ms. */
const patience = 1500;

const impossible = 'codec-unsupported-here';

interface Leg {
  readonly quality: StreamQuality;
  tracks: Tracks | null;
  /** Why it ended, or can't be had at all. */
  gone: ErrorCode | null;
  leave: () => void;
}

export interface StreamViewDeps {
  readonly streams: StreamRegistry;
  readonly cameraId: string;
  readonly clock: Clock;
  readonly listener: ViewListener;
}

export function createStreamView({ streams, cameraId, clock, listener }: StreamViewDeps, first: ViewWish): StreamView {
  let wish = first;
  let shown: Leg | null = null;
  /** Of the present wish, the first choice before the second; what is shown may be from an earlier wish. */
  let legs: Leg[] = [];
  let isPatient = true;
  let hasTold = false;
  let cancelPatience = (): void => undefined;

  const fits = (leg: Leg): boolean => leg.tracks === null || wish.hevc || !isHevc(leg.tracks.video);
  const leave = (leg: Leg): void => {
    leg.leave();
    leg.leave = () => undefined;
    if (shown === leg) shown = null;
  };

  const take = (leg: Leg): void => {
    const before = shown;
    shown = leg;
    if (before && before !== leg && !legs.includes(before)) leave(before);
    // The first choice has come: the second is not needed any more.
    if (leg === legs[0]) for (const other of legs.splice(1)) leave(other);
    if (leg.tracks) listener.onTracks(leg.tracks, leg.quality);
  };

  const join = (quality: StreamQuality): void => {
    const leg: Leg = { quality, tracks: null, gone: null, leave: () => undefined };
    legs.push(leg);
    let isLeft = false;
    let unsubscribe = (): void => {
      isLeft = true;
    };
    leg.leave = () => unsubscribe();
    const stop = streams.open(cameraId, quality).subscribe(
      {
        onTracks: (tracks) => {
          leg.tracks = tracks;
          leg.gone = null;
          if (!fits(leg)) {
            if (shown === leg) shown = null;
            consider();
          } else if (shown === leg) listener.onTracks(tracks, quality);
        },
        onSample: (sample, fragment) => {
          if (isLeft || !fits(leg)) return;
          if (shown !== leg) {
            if (sample.kind !== 'video' || !sample.keyFrame || !mayShow(leg)) return;
            take(leg);
          }
          if (sample.kind === 'video' || wish.audio) listener.onSample(sample, fragment);
        },
        onOffline: ({ code }) => {
          leg.gone = code;
          if (shown === leg && legs.includes(leg)) shown = null;
          consider();
        },
      },
      { audio: wish.audio },
    );
    unsubscribe = stop;
    if (isLeft) stop();
  };

  const mayShow = (leg: Leg): boolean => legs.includes(leg) && (leg === legs[0] || !shown || !legs.includes(shown));

  /** Opens the second choice where the first can't be shown. */
  const consider = (): void => {
    const [choice, other] = legs;
    if (!choice) return;
    const isOut = !fits(choice) || (choice.gone !== null && choice.quality === 'low') || (!isPatient && choice.quality === 'low' && choice.tracks === null);
    if (!isOut) return;
    if (!other) join(choice.quality === 'low' ? 'high' : 'low');
    else if (!fits(choice.quality === 'high' ? choice : other) && (choice.quality === 'low' ? choice : other).gone === impossible && !hasTold) {
      hasTold = true;
      listener.onImpossible(impossible);
    }
  };

  const begin = (): void => {
    const previous = shown;
    for (const leg of legs) if (leg !== previous) leave(leg);
    legs = [];
    isPatient = true;
    hasTold = false;
    cancelPatience();
    cancelPatience = clock.after(patience, () => {
      isPatient = false;
      consider();
    });
    join(wish.quality);
    consider();
  };
  begin();
  return {
    update: (next) => {
      wish = next;
      begin();
    },
    end: () => {
      cancelPatience();
      const all = new Set([...legs, ...(shown ? [shown] : [])]);
      legs = [];
      for (const leg of all) leave(leg);
    },
  };
}
