import type { LiveConnectionState, LiveFlow, LiveTracks, Unsubscribe } from '@watchpost/sdk-core';
import { decodesHevc } from '../media/hevc-support.ts';
import { createMediaBuffer, mediaSourceClass } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import { startVideo } from '../media/start-video.ts';
import { isWebKitOnLinux } from '../media/webkit-on-linux.ts';
import type { TransportOptions } from '../player-core.ts';
import type { LivePort, LiveWants, Transport } from '../transport.ts';

/** Without a connection for this long (ms) the next transport is tried in parallel; after this many failed attempts, instead. */
const connectTimeoutMs = 1_800;
const maxFailedAttempts = 3;
/** Initial distance from the newest data, seconds; `LiveKeeper`, loaded after the first picture, adapts it. */
const initialTargetSeconds = 0.15;
/** No group of pictures that is sent again is longer than this, ms. */
const maxGroupMs = 60_000;
/** Only for WebKit on Linux: how long the first media needs until a seek is safe, and how long a picture may take after it, ms. */
const settleTimeMs = 500;
const firstFrameTimeoutMs = 3_000;
/** Errors that a retry may resolve. */
const retryableErrors: readonly string[] = ['network', 'unavailable', 'internal-error', 'too-many-requests'];

/** Live video over the shared WebSocket into MediaSource: the default transport, about 0.15 s behind the server. `LiveKeeper` holds it there. */
export function createLiveTransport(options: TransportOptions): Transport {
  const { client, cameraId, video, clock, listener, wants } = options;
  let buffer: MediaBuffer | null = null;
  let tracks: LiveTracks | null = null;
  let init: Uint8Array | null = null;
  let flow: LiveFlow | null = null;
  let stopTimeout: Unsubscribe | null = null;
  let stopWatching: Unsubscribe | null = null;
  let stopSettling: Unsubscribe | null = null;
  let failures = 0;
  let started = false;
  let isRefused = false;
  let newestMs = 0;
  let playsSound = true;
  const request = (): LiveWants => ({ ...wants, audio: wants.audio && playsSound });
  const port: LivePort = {
    options,
    keeper: null,
    buffer: () => (started ? buffer : null),
    tracks: () => tracks,
    play() {
      if (isRefused) return;
      startVideo(video, () => {
        isRefused = true;
        listener.onBlocked();
      });
    },
    refresh: () => flow?.update(request()),
  };

  function closeBuffer(): void {
    stopSettling?.();
    stopSettling = null;
    buffer?.close();
    buffer = null;
    started = false;
  }
  function rebuild(): void {
    if (started) listener.onRebuild();
    closeBuffer();
  }
  function onAppended(): void {
    const last = buffer?.ranges().at(-1);
    if (!last) return;
    if (started) return port.keeper?.onAppended(last);
    if (!isWebKitOnLinux()) startPlaying();
    else stopSettling ??= clock.after(settleTimeMs, startPlaying);
  }
  function startPlaying(): void {
    stopSettling = null;
    const last = buffer?.ranges().at(-1);
    if (!last) return;
    video.currentTime = Math.max(last.start, last.end - initialTargetSeconds);
    port.play();
    started = true;
    port.keeper?.onAppended(last);
    if (isWebKitOnLinux()) stopSettling = clock.after(firstFrameTimeoutMs, startOver);
  }
  /** Its time goes on, and no picture is shown: another seek does not bring it, only another source. */
  function startOver(): void {
    if (video.paused || document.visibilityState === 'hidden' || video.getVideoPlaybackQuality().totalVideoFrames > 0) return;
    rebuild();
    listener.onStall();
    port.refresh();
  }
  function cancelTimeouts(): void {
    stopTimeout?.();
    stopWatching?.();
    stopTimeout = stopWatching = null;
  }
  function onConnection(state: LiveConnectionState): void {
    if (state === 'open') return cancelTimeouts();
    if (state !== 'waiting' || (failures += 1) < maxFailedAttempts) return;
    cancelTimeouts();
    listener.onEvent({ type: 'unreachable', mayStillConnect: false });
  }
  return {
    mode: 'live',
    name: 'websocket',
    port,
    start() {
      stopTimeout = clock.after(connectTimeoutMs, () => listener.onEvent({ type: 'unreachable', mayStillConnect: true }));
      const live = client.player.live();
      flow = live.subscribe(
        { cameraId, ...request(), hevc: decodesHevc() },
        {
          onTracks(next) {
            cancelTimeouts();
            // Not every browser plays Opus in MP4: then the picture comes without sound.
            if (next.mimeType.includes(',') && !mediaSourceClass()?.isTypeSupported(next.mimeType)) {
              playsSound = false;
              return port.refresh();
            }
            tracks = next;
            listener.onAudio(next.hasAudio && playsSound);
            listener.onQuality(next.quality);
          },
          onMedia(media) {
            cancelTimeouts();
            if (media.kind === 'init') {
              init = media.payload;
              if (buffer && tracks && canFollow(buffer.mimeType, tracks.mimeType)) {
                if (buffer.mimeType !== tracks.mimeType) buffer.changeType(tracks.mimeType);
                buffer.append(bytes(init));
              } else rebuild();
              return;
            }
            port.keeper?.onFragment(media);
            // The server's clock was set back: on this timeline, these pictures would lie before those that were shown.
            if (buffer && media.keyFrame && media.time < newestMs - maxGroupMs) rebuild();
            newestMs = buffer ? Math.max(newestMs, media.time) : media.time;
            if (!buffer) {
              if (!media.keyFrame || !tracks || !init) return;
              listener.onTake();
              try {
                buffer = createMediaBuffer({
                  video,
                  mimeType: tracks.mimeType,
                  originMs: media.time - 1_000,
                  duration: Number.POSITIVE_INFINITY,
                  onAppended,
                  // The player holds the last picture, then stops this transport.
                  onError: () => listener.onFail('media-error', false),
                });
              } catch {
                return listener.onFail('codec-unsupported-here', true);
              }
              buffer.append(bytes(init));
            }
            buffer.append(bytes(media.payload));
          },
          onState({ state, since }) {
            cancelTimeouts();
            if (state === 'offline') listener.onOffline(since);
            else if (state === 'online') listener.onOnline();
          },
          onWaiting: listener.onEvent,
          onAccess: listener.onEvent,
          onError({ code }) {
            cancelTimeouts();
            listener.onFail(code, !retryableErrors.includes(code));
          },
        },
      );
      stopWatching = live.state.subscribe(onConnection);
    },
    stop() {
      port.keeper?.stop();
      flow?.();
      cancelTimeouts();
      closeBuffer();
    },
    change: port.refresh,
    position: () => (buffer && started ? buffer.originMs + video.currentTime * 1000 : null),
    stats: () => port.keeper?.stats() ?? null,
  };
}

/**
 * A source buffer can change codecs, but cannot gain or lose audio. What follows goes back to the last key frame, over pictures that are
 * there already: Firefox fails to decode H.265 then.
 */
function canFollow(before: string, next: string): boolean {
  return before.split(',').length === next.split(',').length && !next.includes('hvc1');
}

/** A copy, about 10 KB: it releases the socket's message, and its buffer is certainly not shared memory. */
function bytes(payload: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(payload);
}
