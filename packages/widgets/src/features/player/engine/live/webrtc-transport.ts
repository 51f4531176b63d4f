import { WatchpostError } from '@watchpost/sdk-core';
import type { Unsubscribe, WhepSession } from '@watchpost/sdk-core';
import { stallAfter } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { createReceiverStats } from './receiver-stats.ts';

const tickEvery = 250;
/** From the beginning to the first frame, ms: what takes longer does not get through here. */
const giveUpAfter = 3_000;
/** All candidates go with the offer; a network that answers no STUN is not waited for. */
const gatherAtMost = 500;

/** Live video by WebRTC (WHEP): the instant mode. A camera with B-frames can't be sent so; the next way is taken then. */
export function createWebRtcTransport({ client, cameraId, video, clock, listener, wants }: TransportOptions): Transport {
  const life = new AbortController();
  const rate = createByteRate(clock);
  let peer: RTCPeerConnection | null = null;
  let session: WhepSession | null = null;
  let receiver: ReturnType<typeof createReceiverStats> | null = null;
  let stopTick: Unsubscribe | null = null;
  let stopPatience: Unsubscribe | null = null;
  let shownAt: number | null = null;
  let stalled = false;
  /** How late the newest frame was when it was shown, ms. */
  let late = 0;
  const { quality } = wants;

  async function open(): Promise<void> {
    const opened = new RTCPeerConnection({ bundlePolicy: 'max-bundle' });
    peer = opened;
    const picture = opened.addTransceiver('video', { direction: 'recvonly' });
    const sound = opened.addTransceiver('audio', { direction: 'recvonly' });
    // As early as it comes: the network here is the camera's own server, and the buffer grows by itself where it jitters.
    if ('jitterBufferTarget' in picture.receiver) picture.receiver.jitterBufferTarget = 0;
    receiver = createReceiverStats(opened, clock);
    opened.addEventListener('connectionstatechange', () => {
      if (opened.connectionState === 'failed') listener.onNews({ type: 'unreachable', isSilent: false });
    });
    await opened.setLocalDescription();
    await gathered(opened);
    const begun = await client.player.whep(cameraId, opened.localDescription?.sdp ?? '', { quality, signal: life.signal });
    if (life.signal.aborted) return begun.end();
    session = begun;
    await opened.setRemoteDescription({ type: 'answer', sdp: begun.answer });
    if (life.signal.aborted) return;
    const hasSound = sound.currentDirection === 'recvonly';
    listener.onAudio(hasSound);
    listener.onTake();
    video.srcObject = new MediaStream(hasSound ? [picture.receiver.track, sound.receiver.track] : [picture.receiver.track]);
    video.requestVideoFrameCallback(onFrame);
    void video.play().catch(() => {});
  }
  function gathered(opened: RTCPeerConnection): Promise<void> {
    return new Promise((resolve) => {
      if (opened.iceGatheringState === 'complete') return resolve();
      const cancel = clock.after(gatherAtMost, resolve);
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
      stopPatience?.();
      listener.onOnline();
      listener.onQuality(quality);
    } else if (stalled) listener.onPicture();
    shownAt = clock.monotonic();
    stalled = false;
    // The sender says when it was taken, if both clocks are known; else the way here is half of there and back.
    late = Math.max(0, captureTime !== undefined ? at - captureTime : at - (receiveTime ?? at) + (receiver?.halfWay() ?? 0));
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const bytes = receiver?.read();
    if (bytes) rate.add(bytes);
    if (shownAt === null || stalled || clock.monotonic() - shownAt < stallAfter) return;
    stalled = true;
    listener.onStall();
  }
  function onError(error: unknown): void {
    if (life.signal.aborted) return;
    const code = error instanceof WatchpostError ? error.code : 'unavailable';
    if (code === 'camera-offline') listener.onFail(code, false);
    else if (code === 'not-found' || code === 'forbidden' || code === 'unauthorized' || code === 'session-expired') listener.onFail(code, true);
    else listener.onNews({ type: 'unreachable', isSilent: false });
  }
  return {
    mode: 'live',
    name: 'webrtc',
    start() {
      stopPatience = clock.after(giveUpAfter, () => listener.onNews({ type: 'unreachable', isSilent: false }));
      tick();
      open().catch(onError);
    },
    stop() {
      life.abort();
      stopTick?.();
      stopPatience?.();
      session?.end();
      peer?.close();
      peer = null;
      if (video.srcObject) {
        video.srcObject = null;
        video.load();
      }
    },
    position: () => (shownAt === null ? null : client.player.live().serverNow() - late - (stalled ? clock.monotonic() - shownAt : 0)),
    stats: () => ({ codec: receiver?.codec() ?? null, bitrate: rate.bitsPerSecond(), frameRate: receiver?.frameRate() ?? null, buffer: receiver?.jitterBuffer() ?? 0, isTranscoded: false }),
  };
}
