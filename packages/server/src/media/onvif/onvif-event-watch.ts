import { detectionTypes, type DetectionType, type SoundDetectionType } from '@watchpost/contract/protocols/detection';
import type { Clock } from '@watchpost/contract/timing/clock';
import { concatBytes } from '@watchpost/mp4';
import { followOnvifEvents, type OnvifAccess, type OnvifEventChange, type OnvifEvents } from '@watchpost/onvif';
import type { Logger } from '../../kernel/log.ts';
import type { NetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { Motion } from '../detection/motion-watch.ts';
import type { Tracks } from '../media-types.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';

/** Reports what ONVIF cameras detect by themselves. */
export interface OnvifEventWatch {
  /** Starts to follow a camera; the channels of one recorder share its subscription. */
  watch(cameraId: string, ownerId: string, access: OnvifAccess): void;
  /** Ends what continues. */
  forget(cameraId: string): void;
  /** Frees the subscriptions. */
  close(): Promise<void>;
}

interface OnvifEventWatchDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly random: () => number;
  readonly newId: () => string;
  readonly streams: Pick<StreamRegistry, 'open'>;
  /** Returns the network policy for connections on behalf of an account. */
  readonly networkOf: (ownerId: string) => NetworkPolicy;
  onDetection(detection: Detection): void;
  /** Whether this server detects motion, which it does better than most cameras. */
  readonly detectsMotion: () => boolean;
  /** Receives the motion that cameras report while this server detects none. */
  onMotion(motion: Motion): void;
  /** Follows a device; SOAP over HTTP by default. */
  readonly follow?: typeof followOnvifEvents;
}

interface Followed {
  readonly events: OnvifEvents;
  /** The video source of each camera; undefined for a device with one. */
  readonly cameras: Map<string, string | undefined>;
  /** The running detections, by camera and the camera's own key. */
  readonly running: Map<string, Running>;
}

interface Running {
  readonly cameraId: string;
  /** The camera's rules that report it: several report the same motion. */
  readonly rules: Set<string>;
  end(at: number): void;
}

/** Cameras report no place in the picture. */
const wholePicture = { x: 0, y: 0, width: 1, height: 1 } as const;
const noPicture = new Uint8Array(0);
/** How long the first picture of a camera that has just come online is waited for, ms. */
const pictureTimeoutMs = 5000;

export function createOnvifEventWatch(deps: OnvifEventWatchDeps): OnvifEventWatch {
  const { clock, log, random, newId, streams, networkOf, onDetection, detectsMotion, onMotion, follow = followOnvifEvents } = deps;
  const devices = new Map<string, Followed>();
  /** Key of each camera's device. */
  const deviceOf = new Map<string, string>();
  /** What waits for a picture, by its camera. */
  const waiting = new Map<() => void, string>();

  /** Reports a beginning as soon as there is a picture of it, and its end after it. */
  const begin = (cameraId: string, onBegin: (picture: Uint8Array) => void, onEnd: (at: number) => void): Running => {
    let isReported = false;
    let endedAt: number | null = null;
    const reportEnd = (): void => {
      if (isReported && endedAt !== null) onEnd(endedAt);
    };
    let cancel: (() => void) | null = null;
    cancel = whenKeyFrame({ streams, clock }, cameraId, (picture) => {
      isReported = true;
      if (cancel) waiting.delete(cancel);
      onBegin(picture);
      reportEnd();
    });
    if (cancel) waiting.set(cancel, cameraId);
    return {
      cameraId,
      rules: new Set(),
      end: (at) => {
        endedAt = at;
        reportEnd();
      },
    };
  };
  const beginMotion = (cameraId: string, at: number): Running =>
    begin(
      cameraId,
      (picture) => onMotion({ kind: 'began', cameraId, at, area: wholePicture, picture }),
      (endedAt) => onMotion({ kind: 'ended', cameraId, beganAt: at, at: endedAt }),
    );
  const beginDetection = (
    cameraId: string,
    type: DetectionType | SoundDetectionType,
    { at, objectClass, rule }: OnvifEventChange,
  ): Running => {
    const id = newId();
    const known = { kind: 'began', cameraId, id, type, at, objectClass, score: null, box: wholePicture, label: rule } as const;
    return begin(
      cameraId,
      (picture) => onDetection({ ...known, picture }),
      (endedAt) => onDetection({ kind: 'ended', cameraId, id, at: endedAt }),
    );
  };

  const report = ({ cameras, running }: Followed, change: OnvifEventChange): void => {
    // Which sound it was is not said. No type of event is for animals alone: what a camera reports of one is motion.
    const type = change.kind === 'sound' ? 'loudNoise' : detectionTypes.find((one) => one === change.kind);
    for (const [cameraId, channel] of cameras) {
      const key = `${cameraId} ${type ? change.key : 'motion'}`;
      const known = running.get(key);
      if (!change.isActive) {
        known?.rules.delete(change.key);
        if (known?.rules.size !== 0) continue;
        running.delete(key);
        known.end(change.at);
      } else if (known) known.rules.add(change.key);
      else if ((channel === undefined || channel === change.sourceToken) && (type || !detectsMotion())) {
        const begun = type ? beginDetection(cameraId, type, change) : beginMotion(cameraId, change.at);
        begun.rules.add(change.key);
        running.set(key, begun);
      }
    }
  };

  const open = (ownerId: string, access: OnvifAccess): Followed => {
    const cameras = new Map<string, string | undefined>();
    const followed: Followed = {
      cameras,
      running: new Map(),
      events: follow({
        access,
        clock,
        log,
        random,
        network: networkOf(ownerId),
        onChange: (change) => report(followed, change),
        onState: (state) => {
          const cameraIds = [...cameras.keys()];
          if (state.isFollowed) log.info({ cameraIds }, 'The camera reports what it detects by itself');
          else if (state.code !== 'camera-unsupported')
            log.info({ cameraIds, code: state.code }, 'The camera does not report what it detects; retrying');
        },
      }),
    };
    return followed;
  };

  const forget = async (cameraId: string): Promise<void> => {
    const key = deviceOf.get(cameraId);
    const followed = key === undefined ? undefined : devices.get(key);
    deviceOf.delete(cameraId);
    if (!followed || key === undefined) return;
    for (const [name, running] of followed.running) {
      if (running.cameraId !== cameraId) continue;
      followed.running.delete(name);
      running.end(clock.now());
    }
    for (const [cancel, of] of waiting) {
      if (of !== cameraId) continue;
      waiting.delete(cancel);
      cancel();
    }
    followed.cameras.delete(cameraId);
    if (followed.cameras.size > 0) return;
    devices.delete(key);
    await followed.events.close();
  };

  return {
    watch: (cameraId, ownerId, access) => {
      void forget(cameraId);
      // Cameras and recorders allow few subscriptions.
      const key = JSON.stringify([ownerId, access.address, access.username, access.password]);
      const followed = devices.get(key) ?? open(ownerId, access);
      followed.cameras.set(cameraId, access.channel);
      devices.set(key, followed);
      deviceOf.set(cameraId, key);
    },
    forget: (cameraId) => void forget(cameraId),
    close: async () => {
      await Promise.all([...deviceOf.keys()].map((cameraId) => forget(cameraId)));
    },
  };
}

/**
 * Calls back once with the init section and the latest key frame: at once, or with the next one; with nothing if none comes.
 * @returns a function that cancels; null if it has been called back at once
 */
function whenKeyFrame(
  { streams, clock }: Pick<OnvifEventWatchDeps, 'streams' | 'clock'>,
  cameraId: string,
  callback: (picture: Uint8Array) => void,
): (() => void) | null {
  let tracks: Tracks | null = null;
  let cached: Uint8Array | null = null;
  let onPicture = (picture: Uint8Array): void => void (cached ??= picture);
  const unsubscribe = streams.open(cameraId).subscribe(
    {
      onTracks: (next) => void (tracks = next),
      // What is cached begins with the latest key frame, and is replayed at once.
      onSample: ({ kind, keyFrame }, fragment) => {
        if (tracks && kind === 'video' && keyFrame) onPicture(concatBytes([initSectionOf(withoutAudio(tracks)).bytes, fragment()]));
      },
    },
    { audio: false },
  );
  if (cached) {
    unsubscribe();
    callback(cached);
    return null;
  }
  const finish = (picture: Uint8Array): void => {
    free();
    callback(picture);
  };
  const cancelTimeout = clock.after(pictureTimeoutMs, () => finish(noPicture));
  const free = (): void => {
    unsubscribe();
    cancelTimeout();
  };
  onPicture = finish;
  return free;
}
