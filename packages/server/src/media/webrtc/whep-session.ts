import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Sample, StreamQuality, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createStreamView, type StreamView } from '../stream/stream-view.ts';
import { packetiseH264 } from './h264-packetiser.ts';
import { createWhepPeer, type WhepPeer, type WhepPeerOptions } from './whep-peer.ts';
import type { WhepReach } from './whep-reach.ts';

export interface WhepSession {
  readonly answer: string;
  end(): void;
}

export interface WhepSessionOptions {
  readonly cameraId: string;
  readonly quality: StreamQuality;
  readonly offer: string;
  readonly addresses: readonly string[];
  readonly reach: WhepReach;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  /** The session is over, whoever ended it; once. */
  readonly onEnd: () => void;
  readonly createPeer?: (options: WhepPeerOptions) => Promise<WhepPeer>;
}

/** A stream that has to be started for this viewer may take so long, ms. */
const patience = 4000;
/** After so many frames the order of a group of pictures is known. */
const framesToJudge = 4;
/** A browser that has the answer is here soon, or never, ms. */
const timeToConnect = 10_000;
/** Between two repetitions of the running group of pictures, ms. */
const repeatAfter = 1000;

/**
 * One viewer over WebRTC: H.264 as the camera sends it, without sound, for cameras send AAC and browsers take Opus here.
 * @throws {AppError} camera-offline; webrtc-impossible with B-frames or HEVC without a low stream
 */
export async function startWhepSession(options: WhepSessionOptions): Promise<WhepSession> {
  const { cameraId, quality, offer, addresses, reach, streams, clock, onEnd, createPeer = createWhepPeer } = options;
  let peer: WhepPeer | null = null;
  let isConnected = false;
  let isEnded = false;
  let tracks: Tracks | null = null;
  /** What the cache gives while it is replayed. */
  let replay: Sample[] | null = null;
  let lastTimestamp = 0;
  let lastPresentation = 0;
  let frames = 0;
  let hasBFrames = false;
  let repeatedAt = Number.NEGATIVE_INFINITY;
  let cancelConnecting = (): void => undefined;
  let settle = (_error: AppError | null): void => undefined;
  const ready = new Promise<AppError | null>((resolve) => {
    settle = resolve;
  });

  const send = (sample: Sample, timestamp: number): void => {
    if (!tracks || !peer) return;
    lastTimestamp = timestamp;
    peer.send(packetiseH264(sample, tracks.video), timestamp);
  };
  const onSample = (sample: Sample): void => {
    if (sample.kind !== 'video') return;
    const presentation = sample.decodeTime + sample.compositionOffset;
    if (sample.keyFrame) lastPresentation = 0;
    // Shown in another order than sent: a browser would drop these, and ask for key frames for ever.
    if (presentation < lastPresentation) {
      hasBFrames = true;
      settle(null);
      if (isConnected) end();
      return;
    }
    frames += 1;
    lastPresentation = presentation;
    if (replay) replay.push(sample);
    else if (isConnected) send(sample, Math.max(presentation, lastTimestamp + 1));
    else if (frames >= framesToJudge) settle(null);
  };
  const view: StreamView = createStreamView(
    { streams, cameraId, clock, listener: { onTracks: (next) => void (tracks = next), onSample, onImpossible: () => settle(new AppError('webrtc-impossible')) } },
    { quality, audio: false, hevc: false },
  );
  const wish = { quality, audio: false, hevc: false };

  /** The running group of pictures as fast as it can be decoded: all of it lies a moment before the next picture. */
  const repeat = (): void => {
    repeatedAt = clock.monotonic();
    replay = [];
    lastPresentation = 0;
    view.update(wish);
    const samples = replay;
    replay = null;
    const last = samples.at(-1);
    const end = Math.max(lastTimestamp + samples.length, last ? last.decodeTime + last.compositionOffset : 0);
    samples.forEach((sample, index) => send(sample, end - samples.length + 1 + index));
  };

  const end = (): void => {
    if (isEnded) return;
    isEnded = true;
    cancelConnecting();
    view.end();
    peer?.close();
    onEnd();
  };

  const cancel = clock.after(patience, () => settle(tracks ? null : new AppError('camera-offline')));
  try {
    const problem = await ready;
    if (problem) throw problem;
    if (hasBFrames) throw new AppError('webrtc-impossible');
    peer = await createPeer({
      offer,
      addresses,
      publicAddresses: await reach.publicAddresses(),
      ports: reach.ports,
      listener: {
        onConnected: () => {
          isConnected = true;
          cancelConnecting();
          repeat();
        },
        onClosed: end,
        onPictureLoss: () => {
          // The camera can't be asked for a key frame: the one that started this group of pictures is sent again.
          if (isConnected && clock.monotonic() - repeatedAt >= repeatAfter) repeat();
        },
      },
    });
    cancelConnecting = clock.after(timeToConnect, end);
    if (isConnected) cancelConnecting();
    if (isEnded) throw new AppError('webrtc-impossible');
    return { answer: peer.answer, end };
  } catch (error) {
    end();
    throw error;
  } finally {
    cancel();
  }
}
