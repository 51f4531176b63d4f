import { WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveSegment, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog } from '../control/stall-watchdog.ts';
import { initMimeType } from '../media/init-mime-type.ts';
import { createMediaBuffer } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { createArchiveIndex } from './archive-index.ts';
import { gapBetween, segmentEnd } from './archive-plan.ts';

const tickEvery = 150;
/** Seconds to have ready before the picture, and to keep behind it. */
const readAhead = 20;
const keepBehind = 8;
/** A day before the first moment, so that seeking back rarely needs a new media timeline. */
const originBefore = 86_400_000;
/** Seconds; any finite length lets a moment be sought before its media is there. */
const timelineLength = 1e8;
const retryEvery = 2_000;

/** Recorded video: the segment that holds the moment first, then read ahead; holes are stepped over. */
export function createArchiveTransport({ client, cameraId, video, clock, listener }: TransportOptions, time: number): Transport {
  const serverNow = (): number => client.player.live().serverNow();
  const index = createArchiveIndex(client, cameraId, serverNow);
  const watchdog = createStallWatchdog();
  const inits = new Map<string, Promise<ArrayBuffer>>();
  let buffer: MediaBuffer | null = null;
  let initUrl: string | null = null;
  let loading = new AbortController();
  let busy = false;
  let retryAt = 0;
  /** Unix ms: the sought moment until its media is there; where the next segment begins; whether all is loaded up to now. */
  let wanted: number | null = time;
  let nextAt = time;
  let atEdge = false;
  let stopTick: Unsubscribe | null = null;

  function begin(moment: number): void {
    loading.abort();
    loading = new AbortController();
    wanted = nextAt = moment;
    busy = atEdge = false;
    retryAt = 0;
    buffer?.clearQueue();
    watchdog.reset();
    void load();
  }
  async function load(): Promise<void> {
    const { signal } = loading;
    busy = true;
    try {
      const segment = await index.find(nextAt, signal);
      if (signal.aborted) return;
      if (!segment) {
        atEdge = true;
        retryAt = clock.monotonic() + retryEvery;
        if (wanted !== null) listener.onNews({ type: 'caught-up' });
        return;
      }
      atEdge = false;
      const [init, media] = await Promise.all([initOf(segment), client.archive.media(segment.url, { signal })]);
      if (!signal.aborted) add(segment, init, media);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof WatchpostError ? error.code : 'media-error';
      retryAt = clock.monotonic() + retryEvery;
      if (code === 'aborted') return;
      // A segment that is gone (retention, a damaged file) is a hole like any other.
      if (code === 'not-found' && buffer) nextAt += 4_000;
      else if (wanted !== null || (code !== 'network' && code !== 'unavailable')) listener.onFail(code, error instanceof WatchpostError && (error.status ?? 500) < 500 && code !== 'too-many-requests');
    } finally {
      if (!signal.aborted) busy = false;
    }
  }
  function initOf({ initUrl: url }: ArchiveSegment): Promise<ArrayBuffer> {
    let init = inits.get(url);
    if (!init) {
      init = client.archive.media(url);
      inits.set(url, init);
      init.catch(() => inits.delete(url));
    }
    return init;
  }
  function add(segment: ArchiveSegment, init: ArrayBuffer, media: ArrayBuffer): void {
    const mimeType = initMimeType(new Uint8Array(init));
    const moment = Math.max(wanted ?? 0, segment.startMs);
    if (buffer && (moment < buffer.originMs || buffer.mimeType.split(',').length !== mimeType.split(',').length)) closeBuffer();
    if (!buffer) {
      buffer = createMediaBuffer({ video, mimeType, originMs: segment.startMs - originBefore, duration: timelineLength, onError: () => { closeBuffer(); listener.onFail('media-error', false); } });
      initUrl = null;
    }
    if (initUrl !== segment.initUrl) {
      if (buffer.mimeType !== mimeType) buffer.changeType(mimeType);
      buffer.append(init);
      initUrl = segment.initUrl;
      listener.onAudio(mimeType.includes('mp4a'));
    }
    const gap = gapBetween(nextAt, segment);
    if (gap) listener.onNews({ type: 'gap', ...gap });
    buffer.append(media);
    nextAt = segmentEnd(segment);
    if (wanted !== null) {
      wanted = null;
      // A hair inside, so that rounding never lands before the first frame.
      video.currentTime = (moment - buffer.originMs) / 1000 + 0.001;
      void video.play().catch(() => {});
    }
  }
  function closeBuffer(): void {
    buffer?.close();
    buffer = null;
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    const current = buffer && wanted === null ? video.currentTime : null;
    const lead = buffer && current !== null ? (nextAt - buffer.originMs) / 1000 - current : 0;
    if (!busy && now >= retryAt && lead < readAhead) void load();
    if (!buffer || current === null) return;
    const ranges = buffer.ranges();
    // The last frame of a part stands for its own length: with nothing to follow it, playback stops before the part's end.
    const dry = video.readyState < 3;
    const here = ranges.find((range) => current >= range.start - 0.1 && current < range.end - (dry ? 0.6 : 0.05));
    const next = ranges.find((range) => range.start > current);
    if (!here && next && !video.seeking) video.currentTime = next.start + 0.001;
    if (!here && !next && atEdge) return listener.onNews({ type: 'caught-up' });
    if (!video.seeking && watchdog.check(current, now)) {
      listener.onStall();
      if (video.paused) void video.play().catch(() => {});
    }
    buffer.keep({ start: Math.max(0, current - keepBehind), end: current + readAhead + 15 });
  }
  return {
    mode: 'archive',
    name: 'archive',
    start() {
      begin(time);
      stopTick = clock.after(tickEvery, tick);
    },
    stop() {
      loading.abort();
      stopTick?.();
      closeBuffer();
      inits.clear();
    },
    stats: () => ({ codec: null, bitrate: null, frameRate: null, buffer: 0, isTranscoded: false }),
    position: () => wanted ?? (buffer ? buffer.originMs + video.currentTime * 1000 : null),
    seek(moment) {
      const inside = buffer?.ranges().some((range) => {
        const second = (moment - (buffer?.originMs ?? 0)) / 1000;
        return second >= range.start && second < range.end - 0.2;
      });
      if (inside && buffer && wanted === null) {
        watchdog.reset();
        video.currentTime = (moment - buffer.originMs) / 1000;
        void video.play().catch(() => {});
      } else begin(moment);
    },
  };
}
