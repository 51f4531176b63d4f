import type { LiveFlow, LiveMedia, LiveTracks, Unsubscribe } from '@watchpost/sdk-core';
import { stallTimeoutMs } from '../control/stall-watchdog.ts';
import { createByteRate } from '../media/byte-rate.ts';
import { readFragments } from '../media/fragment-samples.ts';
import type { VideoSample } from '../media/fragment-samples.ts';
import { isHevcRefused } from '../media/hevc-storage.ts';
import { decoderDescription } from '../media/init-mime-type.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';

const tickIntervalMs = 250;
/** Without any message for this long, ms, the transport has failed. */
const connectTimeoutMs = 3_000;
/** The decoder's queue: beyond this (ms), waiting for the next key frame is faster. A decoder holds a few frames back, at any frame rate. */
const maxQueueMs = 1_000;
const maxHeldFrames = 4;
const retryableErrors: readonly string[] = ['network', 'unavailable', 'internal-error', 'too-many-requests'];

/**
 * Live video over the shared WebSocket, decoded here and drawn on arrival: the lowest latency, without sound and buffer.
 * @param from the first moment to show, Unix milliseconds; asked with each frame until there is one
 */
export function createWebCodecsTransport(
  { client, cameraId, canvas, clock, listener, wants }: TransportOptions,
  from: () => number = () => 0,
): Transport {
  const context = canvas.getContext('2d');
  const rate = createByteRate(clock);
  let decoder: VideoDecoder | null = null;
  let tracks: LiveTracks | null = null;
  let description: Uint8Array | null = null;
  let flow: LiveFlow | null = null;
  let stopTick: Unsubscribe | null = null;
  let stopTimeout: Unsubscribe | null = null;
  /** Times of the frames in the decoder, Unix ms. */
  let queue: number[] = [];
  let needsKey = true;
  let stopped = false;
  let position: number | null = null;
  let shownAt = 0;
  let arrivedAt = 0;
  let stalled = false;
  let frames = { total: 0, dropped: 0 };
  let interval = 0;

  function onMedia(media: LiveMedia): void {
    rate.add(media.payload.byteLength);
    if (media.kind === 'init') {
      description = decoderDescription(media.payload);
      return closeDecoder();
    }
    if (media.discontinuity) {
      listener.onEvent({ type: 'congestion' });
      needsKey = true;
    }
    for (const { samples } of readFragments(new Uint8Array(media.payload))) samples.forEach(decode);
  }
  function decode(sample: VideoSample): void {
    arrivedAt = clock.monotonic();
    const isLate = queue.length > maxHeldFrames && sample.time - (queue[0] ?? sample.time) > maxQueueMs;
    if (!sample.keyFrame && (needsKey || isLate)) {
      needsKey = true;
      frames = { total: frames.total + 1, dropped: frames.dropped + 1 };
      return;
    }
    decoder ??= openDecoder();
    if (!decoder) return;
    needsKey = false;
    queue.push(sample.time);
    decoder.decode(
      new EncodedVideoChunk({ type: sample.keyFrame ? 'key' : 'delta', timestamp: Math.round(sample.time * 1000), data: sample.data }),
    );
  }
  function openDecoder(): VideoDecoder | null {
    const codec = /"([\w.]+)/.exec(tracks?.mimeType ?? '')?.[1];
    if (!tracks || codec === undefined || description === null) return null;
    const opened: VideoDecoder = new VideoDecoder({
      output: (frame) => (decoder === opened ? draw(frame) : frame.close()),
      error: () => decoder === opened && listener.onFail('media-error', false),
    });
    // The pixel aspect ratio: decoders ignore what the stream declares.
    opened.configure({
      codec,
      description,
      displayAspectWidth: tracks.width,
      displayAspectHeight: tracks.height,
      optimizeForLatency: true,
    });
    return opened;
  }
  function draw(frame: VideoFrame): void {
    const { displayWidth, displayHeight, timestamp } = frame;
    const time = timestamp / 1000;
    queue = queue.filter((queued) => queued > time + 0.5);
    if (position === null) {
      if (time < from()) return frame.close();
      listener.onTake();
      if (stopped) return frame.close();
    }
    if (canvas.width !== displayWidth || canvas.height !== displayHeight) {
      canvas.width = displayWidth;
      canvas.height = displayHeight;
    }
    context?.drawImage(frame, 0, 0, displayWidth, displayHeight);
    frame.close();
    if (position !== null && time > position && time - position < 1_000)
      interval = interval === 0 ? time - position : interval * 0.9 + (time - position) * 0.1;
    const isNewPicture = position === null || stalled;
    position = time;
    shownAt = clock.monotonic();
    stalled = false;
    frames = { ...frames, total: frames.total + 1 };
    if (isNewPicture) listener.onPicture();
  }
  function closeDecoder(): void {
    if (decoder && decoder.state !== 'closed') decoder.close();
    decoder = null;
    queue = [];
    needsKey = true;
  }
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    if (position === null || stalled || wants.frames === 'key' || clock.monotonic() - shownAt < stallTimeoutMs) return;
    stalled = true;
    listener.onStall(arrivedAt > shownAt);
  }
  const cancelTimeout = (): void => stopTimeout?.();
  function subscribe(decodesHevc: boolean): void {
    flow = client.player.live().subscribe(
      { cameraId, ...wants, audio: false, hevc: decodesHevc },
      {
        onTracks(next) {
          cancelTimeout();
          tracks = next;
          listener.onAudio(false);
          listener.onQuality(next.quality);
        },
        onMedia,
        onState({ state, since }) {
          cancelTimeout();
          if (state === 'offline') listener.onOffline(since);
          else if (state === 'online') listener.onOnline();
        },
        onWaiting(waiting) {
          cancelTimeout();
          listener.onEvent(waiting);
        },
        onAccess: listener.onEvent,
        onError({ code }) {
          cancelTimeout();
          listener.onFail(code, !retryableErrors.includes(code));
        },
      },
    );
  }
  return {
    mode: 'live',
    name: 'webcodecs',
    drawsItself: true,
    start() {
      tick();
      stopTimeout = clock.after(connectTimeoutMs, () => listener.onEvent({ type: 'unreachable', mayStillConnect: false }));
      void decodesHevcHere().then((isSupported) => void (stopped || subscribe(isSupported)));
    },
    stop() {
      stopped = true;
      cancelTimeout();
      stopTick?.();
      flow?.();
      closeDecoder();
    },
    change: () => flow?.update({ ...wants, audio: false }),
    position: () => position,
    stats: () => ({
      codec: /"([\w.]+)/.exec(tracks?.mimeType ?? '')?.[1] ?? null,
      bitrate: rate.bitsPerSecond(),
      frameRate: interval > 0 ? 1_000 / interval : null,
      buffer: 0,
      isTranscoded: tracks?.isTranscoded ?? false,
      frames,
    }),
  };
}

/** Its decoders are not MediaSource's: Firefox's MediaSource plays H.265 that its VideoDecoder refuses. */
async function decodesHevcHere(): Promise<boolean> {
  try {
    return !isHevcRefused() && ((await VideoDecoder.isConfigSupported({ codec: 'hvc1.1.6.L93.B0' })).supported ?? false);
  } catch {
    return false;
  }
}
