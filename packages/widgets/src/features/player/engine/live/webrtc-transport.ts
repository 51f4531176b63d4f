import { WatchpostError } from '@watchpost/sdk-core';
import type { Unsubscribe, WhepSession } from '@watchpost/sdk-core';
import { stallTimeoutMs } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import { startVideo } from '../media/start-video.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { createReceiverStats } from './receiver-stats.ts';

const tickIntervalMs = 250;
/** Errors that no retry and no other transport can resolve. */
const refusals: readonly string[] = [
  'not-found',
  'forbidden',
  'unauthorized',
  'session-expired',
  'access-ended',
  'access-outside-hours',
  'viewer-limit-reached',
];
/** Time from start to first frame, ms, after which WebRTC is considered blocked. */
const giveUpAfterMs = 3_000;
/** All candidates go with the offer; a network that does not answer STUN is not waited for. */
const maxGatherMs = 500;

/** Live video by WebRTC (WHEP): the instant mode. It cannot carry B-frames; the next transport is used then. */
export function createWebRtcTransport({ client, cameraId, video, clock, listener, wants }: TransportOptions): Transport {
  const life = new AbortController();
  const rate = createByteRate(clock);
  let peer: RTCPeerConnection | null = null;
  let session: WhepSession | null = null;
  let receiver: ReturnType<typeof createReceiverStats> | null = null;
  let stopTick: Unsubscribe | null = null;
  let stopTimeout: Unsubscribe | null = null;
  let shownAt: number | null = null;
  let stalled = false;
  /** Sound arrives. */
  let isHeard = false;
  /** Age of the newest frame when it was shown, ms. */
  let late = 0;
  const { quality } = wants;

  async function open(): Promise<void> {
    const opened = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    peer = opened;
    const picture = opened.addTransceiver('video', { direction: 'recvonly' });
    const sound = opened.addTransceiver('audio', { direction: 'recvonly' });
    // As early as possible: the network is the camera's own server, and the buffer grows by itself with jitter.
    if ('jitterBufferTarget' in picture.receiver) picture.receiver.jitterBufferTarget = 0;
    receiver = createReceiverStats(opened, clock);
    opened.addEventListener('connectionstatechange', () => {
      if (opened.connectionState === 'failed') listener.onEvent({ type: 'unreachable', mayStillConnect: false });
    });
    await opened.setLocalDescription();
    await gathered(opened);
    const begun = await client.player.whep(cameraId, opened.localDescription?.sdp ?? '', { quality, signal: life.signal });
    if (life.signal.aborted) return begun.end();
    session = begun;
    await opened.setRemoteDescription({ type: 'answer', sdp: begun.answer });
    if (life.signal.aborted) return;
    const mayHaveSound = sound.currentDirection === 'recvonly';
    listener.onAudio(false);
    listener.onTake();
    video.srcObject = new MediaStream(mayHaveSound ? [picture.receiver.track, sound.receiver.track] : [picture.receiver.track]);
    video.requestVideoFrameCallback(onFrame);
    startVideo(video, listener.onBlocked);
  }
  function gathered(opened: RTCPeerConnection): Promise<void> {
    return new Promise((resolve) => {
      if (opened.iceGatheringState === 'complete') return resolve();
      const cancel = clock.after(maxGatherMs, resolve);
      opened.addEventListener('icegatheringstatechange', () => {
        if (opened.iceGatheringState !== 'complete') return;
        cancel();
        resolve();
      });
    });
  }
  function onFrame(at: number, { captureTime, receiveTime }: VideoFrameCallbackMetadata): void {
    if (life.signal.aborted) return;
    video.requestVideoFrameCallback(onFrame);
    if (shownAt === null) {
      stopTimeout?.();
      listener.onOnline();
      listener.onQuality(quality);
    } else if (stalled) listener.onPicture();
    shownAt = clock.monotonic();
    stalled = false;
    // The sender reports the capture time if both clocks are known; otherwise the delay is half the round trip.
    late = Math.max(0, captureTime !== undefined ? at - captureTime : at - (receiveTime ?? at) + (receiver?.oneWayDelayMs() ?? 0));
  }
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const bytes = receiver?.read();
    if (bytes) rate.add(bytes);
    if (receiver && receiver.hasSound() !== isHeard) {
      isHeard = !isHeard;
      listener.onAudio(isHeard);
    }
    if (shownAt === null || stalled || clock.monotonic() - shownAt < stallTimeoutMs) return;
    stalled = true;
    listener.onStall();
  }
  function onError(error: unknown): void {
    if (life.signal.aborted) return;
    const code = error instanceof WatchpostError ? error.code : 'unavailable';
    if (code === 'camera-offline') listener.onFail(code, false);
    else if (refusals.includes(code)) listener.onFail(code, true);
    else listener.onEvent({ type: 'unreachable', mayStillConnect: false });
  }
  return {
    mode: 'live',
    name: 'webrtc',
    start() {
      stopTimeout = clock.after(giveUpAfterMs, () => listener.onEvent({ type: 'unreachable', mayStillConnect: false }));
      tick();
      open().catch(onError);
    },
    stop() {
      life.abort();
      stopTick?.();
      stopTimeout?.();
      session?.end();
      peer?.close();
      peer = null;
      if (video.srcObject) {
        video.srcObject = null;
        video.load();
      }
    },
    position: () => (shownAt === null ? null : client.player.live().serverNow() - late - (stalled ? clock.monotonic() - shownAt : 0)),
    stats: () => ({
      codec: receiver?.codec() ?? null,
      bitrate: rate.bitsPerSecond(),
      frameRate: receiver?.frameRate() ?? null,
      buffer: receiver?.jitterBuffer() ?? 0,
      isTranscoded: false,
    }),
  };
}
