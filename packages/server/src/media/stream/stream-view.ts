import type { ErrorCode } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { isHevc, type Sample, type StreamQuality, type Tracks } from '../media-types.ts';
import { hasSquarePixels } from '../packaging/display-size.ts';
import type { StreamRegistry } from './stream-registry.ts';

/** What a viewer wants to see of a camera. */
export interface ViewRequest {
  readonly quality: StreamQuality;
  readonly audio: boolean;
  /** Whether the viewer can decode HEVC; if not, a transcoded stream replaces it. */
  readonly hevc: boolean;
  /** The viewer shows all pixels as square, so a transcoded stream replaces pictures with other pixels, too. */
  readonly squareOnly?: boolean;
}

interface ViewListener {
  /** Called before the first sample of a stream, and whenever another stream takes over. */
  onTracks(tracks: Tracks, quality: StreamQuality): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  /** Called when the request can't be met, now or at all. */
  onImpossible(code: ErrorCode): void;
}

/** Connects one viewer to a camera: selects the stream that fits the request, or the other one when that is not available. */
export interface StreamView {
  /**
   * Changes the request. The current picture continues until the new stream has its first key frame; audio that is no longer wanted
   * ends immediately.
   */
  update(request: ViewRequest): void;
  end(): void;
}

/** If a substream does not begin within this time, the main stream is shown instead. */
const substreamTimeoutMs = 1500;

const impossible = 'codec-unsupported-here';

interface Leg {
  readonly quality: StreamQuality;
  tracks: Tracks | null;
  /** Why the stream ended or is not available; null while it runs. */
  endCode: ErrorCode | null;
  leave: () => void;
}

export interface StreamViewDeps {
  readonly streams: StreamRegistry;
  readonly cameraId: string;
  readonly clock: Clock;
  readonly listener: ViewListener;
}

export function createStreamView({ streams, cameraId, clock, listener }: StreamViewDeps, first: ViewRequest): StreamView {
  let request = first;
  let shown: Leg | null = null;
  /** Streams for the current request in order of preference; the shown one may belong to an earlier request. */
  let legs: Leg[] = [];
  let isWaiting = true;
  let hasReported = false;
  let cancelTimeout = (): void => undefined;

  const fits = ({ tracks }: Leg): boolean =>
    tracks === null || ((request.hevc || !isHevc(tracks.video)) && (!request.squareOnly || hasSquarePixels(tracks.video)));
  /** Whether this stream can't get any better. */
  const isUnusable = (leg: Leg): boolean => !fits(leg) || leg.endCode === impossible;
  const leave = (leg: Leg): void => {
    leg.leave();
    leg.leave = () => undefined;
    if (shown === leg) shown = null;
  };

  const take = (leg: Leg): void => {
    const before = shown;
    shown = leg;
    if (before && before !== leg && !legs.includes(before)) leave(before);
    // The first choice has arrived, so the second is no longer needed.
    if (leg === legs[0]) for (const other of legs.splice(1)) leave(other);
    if (leg.tracks) listener.onTracks(leg.tracks, leg.quality);
  };

  const join = (quality: StreamQuality): void => {
    const leg: Leg = { quality, tracks: null, endCode: null, leave: () => undefined };
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
          leg.endCode = null;
          if (!fits(leg)) {
            if (shown === leg) shown = null;
            consider();
          } else if (shown === leg) listener.onTracks(tracks, quality);
        },
        onSample: (sample, fragment) => {
          if (isLeft || !fits(leg)) return;
          if (shown !== leg) {
            if (sample.kind !== 'video' || !sample.keyFrame || !canShow(leg)) return;
            take(leg);
          }
          if (sample.kind === 'video' || request.audio) listener.onSample(sample, fragment);
        },
        onOffline: ({ code }) => {
          leg.endCode = code;
          if (shown === leg && legs.includes(leg)) shown = null;
          consider();
        },
      },
      { audio: request.audio },
    );
    unsubscribe = stop;
    if (isLeft) stop();
  };

  const canShow = (leg: Leg): boolean => legs.includes(leg) && (leg === legs[0] || !shown || !legs.includes(shown));

  /** Opens the second choice when the first can't be shown. */
  const consider = (): void => {
    const [choice, other] = legs;
    if (!choice) return;
    const isOut =
      !fits(choice) ||
      (choice.endCode !== null && choice.quality === 'low') ||
      (!isWaiting && choice.quality === 'low' && choice.tracks === null);
    if (!isOut) return;
    if (!other) join(choice.quality === 'low' ? 'high' : 'low');
    else if (isUnusable(choice) && isUnusable(other) && !hasReported) {
      hasReported = true;
      listener.onImpossible(impossible);
    }
  };

  const begin = (): void => {
    const previous = shown;
    for (const leg of legs) if (leg !== previous) leave(leg);
    legs = [];
    isWaiting = true;
    hasReported = false;
    cancelTimeout();
    cancelTimeout = clock.after(substreamTimeoutMs, () => {
      isWaiting = false;
      consider();
    });
    join(request.quality);
    consider();
  };
  begin();
  return {
    update: (next) => {
      request = next;
      begin();
    },
    end: () => {
      cancelTimeout();
      const all = new Set([...legs, ...(shown ? [shown] : [])]);
      legs = [];
      for (const leg of all) leave(leg);
    },
  };
}
