import type { ViewerClient, ClockPort, LiveConnectionState, LiveMedia, LiveTracks, Unsubscribe } from '@watchpost/sdk-core';
import { createLiveEdge } from './live-edge.ts';
import { createMediaBuffer } from './media-buffer.ts';
import type { MediaBuffer } from './media-buffer.ts';
import { createStallWatchdog } from './stall-watchdog.ts';
import type { Transport, TransportListener } from './transport.ts';

export interface LiveTransportOptions {
  readonly client: ViewerClient;
  readonly cameraId: string;
  readonly video: HTMLVideoElement;
  readonly clock: ClockPort;
  readonly listener: TransportListener;
  /** The socket does not come about here (a proxy that forbids WebSocket): another transport should try. */
  readonly onUnreachable: () => void;
}

const tickEvery = 100;
/** Without a single message for so long (ms), or after so many failed connections, the network is taken to forbid WebSocket. */
const patience = 8_000;
const triesBeforeFallback = 3;

/** Live video over the shared WebSocket into MediaSource: the usual way, about 0.15 s behind the camera's server. */
export function createLiveTransport({ client, cameraId, video, clock, listener, onUnreachable }: LiveTransportOptions): Transport {
  const edge = createLiveEdge();
  const watchdog = createStallWatchdog();
  let buffer: MediaBuffer | null = null;
  let tracks: LiveTracks | null = null;
  let init: Uint8Array | null = null;
  let unsubscribe: Unsubscribe | null = null;
  let stopTick: Unsubscribe | null = null;
  let stopPatience: Unsubscribe | null = null;
  let stopWatching: Unsubscribe | null = null;
  let failures = 0;
  let started = false;
  let trimAt = 0;
  let lastTime = 0;
  let interval = 0;

  function onMedia(media: LiveMedia): void {
    heard();
    if (media.kind === 'init') {
      init = media.payload;
      if (buffer && tracks && sameTracks(buffer.mimeType, tracks.mimeType)) {
        if (buffer.mimeType !== tracks.mimeType) buffer.changeType(tracks.mimeType);
        buffer.append(bytes(media.payload));
      } else closeBuffer();
      return;
    }
    if (!buffer) {
      if (!media.keyFrame || !tracks || !init) return;
      try {
        buffer = createMediaBuffer({ video, mimeType: tracks.mimeType, originMs: media.time - 1_000, duration: Number.POSITIVE_INFINITY, onError: onBroken, onAppended: onFirst });
      } catch {
        return listener.onFail('codec-unsupported-here', true);
      }
      buffer.append(bytes(init));
    }
    measureRate(media.time);
    buffer.append(bytes(media.payload));
  }
  function measureRate(time: number): void {
    const distance = time - lastTime;
    lastTime = time;
    // Sound comes between the pictures: its fragments are nearer together and only make the figure smaller.
    if (distance <= 0 || distance > 1_000) return;
    interval = interval === 0 ? distance : interval * 0.9 + distance * 0.1;
    edge.setFrameInterval(interval / 1000);
  }
  function onFirst(): void {
    if (started || !buffer) return;
    const last = buffer.ranges().at(-1);
    if (!last) return;
    started = true;
    video.currentTime = Math.max(last.start, last.end - edge.target);
    void video.play().catch(() => {});
  }
  function onBroken(): void {
    closeBuffer();
    listener.onFail('media-error', false);
  }
  function closeBuffer(): void {
    buffer?.close();
    buffer = null;
    started = false;
    watchdog.reset();
  }
  function heard(): void {
    stopPatience?.();
    stopWatching?.();
    stopPatience = stopWatching = null;
  }
  function onConnection(state: LiveConnectionState): void {
    if (state !== 'waiting' || (failures += 1) < triesBeforeFallback) return;
    heard();
    onUnreachable();
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    if (!buffer || !started) return;
    const now = clock.monotonic();
    const { playbackRate, jumpTo } = edge.decide(video.currentTime, buffer.ranges(), now);
    if (jumpTo !== null && !video.seeking) video.currentTime = jumpTo;
    if (video.playbackRate !== playbackRate) video.playbackRate = playbackRate;
    if (watchdog.check(video.currentTime, now)) {
      listener.onStall();
      if (video.paused) void video.play().catch(() => {});
    }
    if (now > trimAt) {
      trimAt = now + 3_000;
      buffer.keep({ start: Math.max(0, video.currentTime - 8), end: Number.POSITIVE_INFINITY });
    }
  }
  const onWaiting = (): void => {
    if (started && !video.seeking) edge.onStall(clock.monotonic());
  };
  return {
    mode: 'live',
    name: 'websocket',
    start() {
      video.addEventListener('waiting', onWaiting);
      stopPatience = clock.after(patience, onUnreachable);
      tick();
      const live = client.player.live();
      unsubscribe = live.subscribe({ cameraId, quality: 'auto', audio: true }, {
        onTracks(next) {
          heard();
          tracks = next;
          listener.onAudio(next.hasAudio);
        },
        onMedia,
        onState(state) {
          heard();
          if (state.state === 'offline') listener.onOffline(state.since);
          else if (state.state === 'online') listener.onOnline();
        },
        onError: (error) => {
          heard();
          listener.onFail(error.code, !['network', 'unavailable', 'internal-error', 'too-many-requests'].includes(error.code));
        },
      });
      stopWatching = live.state.subscribe(onConnection);
    },
    stop() {
      video.removeEventListener('waiting', onWaiting);
      unsubscribe?.();
      stopTick?.();
      heard();
      unsubscribe = stopTick = null;
      closeBuffer();
    },
    position: () => (buffer && started ? buffer.originMs + video.currentTime * 1000 : null),
  };
}

/** A source buffer can change codecs, but not gain or lose sound. */
function sameTracks(a: string, b: string): boolean {
  return a.split(',').length === b.split(',').length;
}

/** A copy, 10 KB or so: it lets go of the socket's message, and its buffer is surely not shared memory. */
function bytes(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(payload);
}
