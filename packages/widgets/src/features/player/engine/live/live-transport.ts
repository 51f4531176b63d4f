import type { LiveConnectionState, LiveFlow, LiveTracks, Unsubscribe } from '@watchpost/sdk-core';
import { createMediaBuffer, decodesHevc } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import type { TransportOptions } from '../player-core.ts';
import type { LivePort, Transport } from '../transport.ts';

/** Without a connection for so long (ms) another way is tried beside this one; after so many failed ones instead of it. */
const silentAfter = 1_800;
const triesBeforeFallback = 3;
/** Seconds behind what has arrived at the start; the keeper, which comes after the first picture, knows better. */
const firstTarget = 0.15;
/** Errors that another try may heal. */
const passing: readonly string[] = ['network', 'unavailable', 'internal-error', 'too-many-requests'];

/** Live video over the shared WebSocket into MediaSource: the usual way, about 0.15 s behind the camera's server. Its keeper holds it there. */
export function createLiveTransport(options: TransportOptions): Transport {
  const { client, cameraId, video, clock, listener, wants } = options;
  let buffer: MediaBuffer | null = null;
  let tracks: LiveTracks | null = null;
  let init: Uint8Array | null = null;
  let flow: LiveFlow | null = null;
  let stopPatience: Unsubscribe | null = null;
  let stopWatching: Unsubscribe | null = null;
  let failures = 0;
  let started = false;
  const port: LivePort = {
    options,
    keeper: null,
    buffer: () => (started ? buffer : null),
    tracks: () => tracks,
    refresh: () => flow?.update({ ...wants }),
  };

  function closeBuffer(): void {
    buffer?.close();
    buffer = null;
    started = false;
  }
  function onAppended(): void {
    const last = buffer?.ranges().at(-1);
    if (!last) return;
    if (!started) {
      video.currentTime = Math.max(last.start, last.end - firstTarget);
      void video.play().catch(() => {});
    }
    started = true;
    port.keeper?.onAppended(last);
  }
  function heard(): void {
    stopPatience?.();
    stopWatching?.();
    stopPatience = stopWatching = null;
  }
  function onConnection(state: LiveConnectionState): void {
    if (state === 'open') return heard();
    if (state !== 'waiting' || (failures += 1) < triesBeforeFallback) return;
    heard();
    listener.onNews({ type: 'unreachable', isSilent: false });
  }
  return {
    mode: 'live',
    name: 'websocket',
    port,
    start() {
      stopPatience = clock.after(silentAfter, () => listener.onNews({ type: 'unreachable', isSilent: true }));
      const live = client.player.live();
      flow = live.subscribe({ cameraId, ...wants, audio: true, hevc: decodesHevc() }, {
        onTracks(next) {
          heard();
          tracks = next;
          listener.onAudio(next.hasAudio);
          listener.onQuality(next.quality);
        },
        onMedia(media) {
          heard();
          if (media.kind === 'init') {
            init = media.payload;
            if (buffer && tracks && sameTracks(buffer.mimeType, tracks.mimeType)) {
              if (buffer.mimeType !== tracks.mimeType) buffer.changeType(tracks.mimeType);
              buffer.append(bytes(init));
            } else closeBuffer();
            return;
          }
          port.keeper?.onFragment(media);
          if (!buffer) {
            if (!media.keyFrame || !tracks || !init) return;
            listener.onTake();
            try {
              buffer = createMediaBuffer({
                video, mimeType: tracks.mimeType, originMs: media.time - 1_000, duration: Number.POSITIVE_INFINITY, onAppended,
                onError() {
                  closeBuffer();
                  listener.onFail('media-error', false);
                },
              });
            } catch {
              return listener.onFail('codec-unsupported-here', true);
            }
            buffer.append(bytes(init));
          }
          buffer.append(bytes(media.payload));
        },
        onState({ state, since }) {
          heard();
          if (state === 'offline') listener.onOffline(since);
          else if (state === 'online') listener.onOnline();
        },
        onError({ code }) {
          heard();
          listener.onFail(code, !passing.includes(code));
        },
      });
      stopWatching = live.state.subscribe(onConnection);
    },
    stop() {
      port.keeper?.stop();
      flow?.();
      heard();
      closeBuffer();
    },
    change: port.refresh,
    position: () => (buffer && started ? buffer.originMs + video.currentTime * 1000 : null),
    stats: () => port.keeper?.stats() ?? null,
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
