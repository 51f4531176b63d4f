import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Sample, StreamQuality, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createStreamView, type StreamView, type ViewRequest } from '../stream/stream-view.ts';
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
  /** Whether this viewer has access to audio. */
  readonly audio: boolean;
  readonly addresses: readonly string[];
  readonly reach: WhepReach;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  /** Called once when the session is over, whichever end closed it. */
  readonly onEnd: () => void;
  readonly createPeer?: (options: WhepPeerOptions) => Promise<WhepPeer>;
}

/** Timeout of a stream that has to be started for this viewer. */
const reportTimeoutMs = 4000;
/** Number of frames after which the frame order of a group of pictures is known. */
const framesToJudge = 4;
/** A browser that has the answer connects within this time, or never. */
const connectTimeoutMs = 10_000;
/** Minimum time between two repetitions of the current group of pictures. */
const repeatIntervalMs = 1000;

/**
 * Starts a WebRTC session of one viewer, with H.264 and Opus as the camera sends them, also when the sound begins later. Other audio is left
 * out, because browsers accept no AAC over WebRTC.
 * @throws {AppError} camera-offline; webrtc-impossible with B-frames or HEVC without a substream
 */
export async function startWhepSession(options: WhepSessionOptions): Promise<WhepSession> {
  const { cameraId, quality, offer, audio, addresses, reach, streams, clock, onEnd, createPeer = createWhepPeer } = options;
  let peer: WhepPeer | null = null;
  let isConnected = false;
  let isEnded = false;
  let tracks: Tracks | null = null;
  /** Samples that the cache replays; null outside of a replay. */
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

  const hasOpus = (): boolean => tracks?.audio?.codec === 'opus';
  /** Sound that begins later can't be added: WHEP has no second offer. So its place is kept until it is known to be of another codec. */
  const mayHaveOpus = (): boolean => audio && (tracks?.audio === null || hasOpus());
  const send = (sample: Sample, timestamp: number): void => {
    if (!tracks || !peer) return;
    lastTimestamp = timestamp;
    peer.send(packetiseH264(sample, tracks.video), timestamp);
  };
  const onSample = (sample: Sample): void => {
    if (sample.kind !== 'video') {
      // The audio of the current group of pictures is not repeated.
      if (!replay && isConnected && hasOpus()) peer?.sendSound(sample.data, sample.decodeTime);
      return;
    }
    const presentation = sample.decodeTime + sample.compositionOffset;
    if (sample.keyFrame) lastPresentation = 0;
    // The presentation order differs from the order of sending: a browser would drop these, and request key frames endlessly.
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
  // A browser shows WebRTC video with square pixels, whatever the stream declares.
  const viewRequest: ViewRequest = { quality, audio, hevc: false, squareOnly: true };
  const view: StreamView = createStreamView(
    {
      streams,
      cameraId,
      clock,
      listener: { onTracks: (next) => void (tracks = next), onSample, onImpossible: () => settle(new AppError('webrtc-impossible')) },
    },
    viewRequest,
  );

  /** Sends the current group of pictures to be decoded as fast as possible: all its timestamps lie just before the next picture. */
  const repeat = (): void => {
    repeatedAt = clock.monotonic();
    replay = [];
    lastPresentation = 0;
    view.update(viewRequest);
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

  const cancel = clock.after(reportTimeoutMs, () => settle(tracks ? null : new AppError('camera-offline')));
  try {
    const problem = await ready;
    if (problem) throw problem;
    if (hasBFrames) throw new AppError('webrtc-impossible');
    peer = await createPeer({
      offer,
      mayHaveOpus: mayHaveOpus(),
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
          // A key frame can't be requested from the camera, so the one that started this group of pictures is sent again.
          if (isConnected && clock.monotonic() - repeatedAt >= repeatIntervalMs) repeat();
        },
      },
    });
    cancelConnecting = clock.after(connectTimeoutMs, end);
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
