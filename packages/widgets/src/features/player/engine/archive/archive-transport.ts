import { WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveSegment, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog, stallAfter } from '../control/stall-watchdog.ts';
import { initMimeType } from '../media/init-mime-type.ts';
import { createMediaBuffer } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { allFramesUpTo, createFrameTimes, prepareSegment } from './archive-frames.ts';
import { createArchiveIndex } from './archive-index.ts';
import { gapBetween, segmentEnd } from './archive-plan.ts';
import { createSegmentLoader } from './segment-loader.ts';

const tickEvery = 150;
/** Seconds to have ready before the picture, so many more at high speed, and to keep behind it. */
const readAhead = 20;
const readAheadPerSpeed = 5;
const keepBehind = 8;
/** Segments that are fetched beside the one that is waited for: at high speed one alone would not be in time. */
const beside = 3;
/** A day before the first moment, so that seeking back rarely needs a new media timeline. */
const originBefore = 86_400_000;
/** Seconds; any finite length lets a moment be sought before its media is there. */
const timelineLength = 1e8;
const retryEvery = 2_000;
/** Nearer than this to the next recording (ms) one is meant; and nearer than that to now nothing is on disk yet. */
const shortGap = 5_000;
const notOnDisk = 20_000;

/** Recorded video: the segment that holds the moment first, then read ahead; holes are stepped over, but one that was asked for is told. */
export function createArchiveTransport({ client, cameraId, video, clock, listener }: TransportOptions, time: number): Transport {
  const serverNow = (): number => client.player.live().serverNow();
  const index = createArchiveIndex(client, cameraId, serverNow);
  const loader = createSegmentLoader(client);
  const watchdog = createStallWatchdog();
  const frames = createFrameTimes();
  let buffer: MediaBuffer | null = null;
  let initUrl: string | null = null;
  let loading = new AbortController();
  let busy = false;
  let retryAt = 0;
  /** Unix ms: the sought moment until its media is there; where the next segment begins. All is loaded up to now; the moment is in a gap. */
  let wanted: number | null = time;
  let nextAt = time;
  let atEdge = false;
  let inGap = false;
  /** One frame on was asked for, and it is not here yet. */
  let owesStep = false;
  /** Since when the browser looks for the picture of a moment that is loaded. */
  let soughtAt: number | null = null;
  let paused = false;
  let speed = 1;
  let bitrate: number | null = null;
  let stopTick: Unsubscribe | null = null;
  /** The frame that is on the screen: its media time, and the request to hear of the next. */
  let presented = 0;
  let frameRequest = 0;

  const keyFramesOnly = (): boolean => speed > allFramesUpTo;
  const toSecond = (moment: number): number => (moment - (buffer?.originMs ?? 0)) / 1000;
  const shown = (): number => (buffer?.originMs ?? 0) + video.currentTime * 1000;

  function begin(moment: number): void {
    loading.abort();
    loader.abort();
    loading = new AbortController();
    wanted = nextAt = moment;
    busy = atEdge = inGap = owesStep = false;
    retryAt = 0;
    buffer?.clearQueue();
    frames.clear();
    watchdog.reset();
    void load();
  }
  async function load(): Promise<void> {
    const { signal } = loading;
    busy = true;
    try {
      const segment = await index.find(nextAt, signal);
      if (signal.aborted || (wanted !== null && (await waitsInGap(wanted, segment, signal)))) return;
      if (!segment) {
        atEdge = true;
        retryAt = clock.monotonic() + retryEvery;
        if (wanted !== null) listener.onNews({ type: 'caught-up' });
        return;
      }
      atEdge = false;
      const { init, media } = await loader.load(segment, wanted === null ? index.following(segment, beside) : []);
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
  /** The moment that was asked for has no recording: says so and waits. */
  async function waitsInGap(moment: number, segment: ArchiveSegment | null, signal: AbortSignal): Promise<boolean> {
    const end = segment?.startMs ?? serverNow();
    if (end - moment < (segment ? shortGap : notOnDisk)) return false;
    const gap = await index.gapAt(moment, end, signal);
    if (signal.aborted) return true;
    if (!gap) return false;
    inGap = true;
    listener.onNews({ type: 'in-gap', gap: { ...gap, to: segment ? end : gap.to } });
    return true;
  }
  function add(segment: ArchiveSegment, init: ArrayBuffer, media: ArrayBuffer): void {
    const mimeType = initMimeType(new Uint8Array(init));
    const moment = Math.max(wanted ?? 0, segment.startMs);
    if (buffer && (moment < buffer.originMs || buffer.mimeType.split(',').length !== mimeType.split(',').length)) closeBuffer();
    buffer ??= openBuffer(segment, mimeType);
    if (!buffer) return;
    if (initUrl !== segment.initUrl) {
      if (buffer.mimeType !== mimeType) buffer.changeType(mimeType);
      buffer.append(init);
      initUrl = segment.initUrl;
      listener.onAudio(mimeType.includes('mp4a'));
    }
    const gap = gapBetween(nextAt, segment);
    if (gap && wanted === null) listener.onNews({ type: 'gap', ...gap });
    const prepared = prepareSegment(new Uint8Array(media), keyFramesOnly(), segmentEnd(segment));
    for (const part of prepared.parts) buffer.append(part);
    frames.add(prepared.frames);
    bitrate = (media.byteLength * 8_000) / segment.durationMs;
    nextAt = segmentEnd(segment);
    if (wanted !== null) {
      wanted = null;
      show(moment);
    } else if (owesStep) step(1);
  }
  function openBuffer(segment: ArchiveSegment, mimeType: string): MediaBuffer | null {
    initUrl = null;
    const onError = (): void => {
      closeBuffer();
      listener.onFail('media-error', false);
    };
    try {
      return createMediaBuffer({ video, mimeType, originMs: segment.startMs - originBefore, duration: timelineLength, onError });
    } catch {
      listener.onFail('codec-unsupported-here', true);
      return null;
    }
  }
  function show(moment: number): void {
    watchdog.reset();
    soughtAt = null;
    // A hair inside, so that rounding never lands before the first frame.
    video.currentTime = toSecond(moment) + 0.001;
    video.playbackRate = speed;
    if (!paused) void video.play().catch(() => {});
  }
  function onFrame(_now: number, { mediaTime }: VideoFrameCallbackMetadata): void {
    presented = mediaTime;
    frameRequest = video.requestVideoFrameCallback(onFrame);
    if (paused) align();
  }
  /** A browser draws a frame a little before its time: what stands still then is ahead of the clock, and a step on would lead to it again. */
  function align(): void {
    const ahead = presented - video.currentTime;
    if (ahead <= 0 || ahead > 0.1 || video.seeking || !buffer) return;
    const moment = frames.inside(buffer.originMs + presented * 1000, 0);
    if (moment !== null) video.currentTime = toSecond(moment);
  }
  function step(direction: 1 | -1): void {
    if (wanted !== null || !buffer) return;
    const next = frames.inside(shown(), direction);
    owesStep = next === null && direction > 0;
    if (next !== null) video.currentTime = toSecond(next);
    // Before what is loaded: the segment before, and in it the last frame.
    else if (direction < 0) begin((frames.first ?? shown()) - 5);
  }
  function closeBuffer(): void {
    buffer?.close();
    buffer = null;
  }
  function isLoaded(moment: number): boolean {
    const second = toSecond(moment);
    return buffer !== null && wanted === null && buffer.ranges().some(({ start, end }) => second >= start && second < end - 0.2);
  }
  function tick(): void {
    stopTick = clock.after(tickEvery, tick);
    const now = clock.monotonic();
    const current = buffer && wanted === null ? video.currentTime : null;
    const lead = buffer && current !== null ? toSecond(nextAt) - current : 0;
    const enough = Math.max(readAhead, speed * readAheadPerSpeed);
    if (!busy && !inGap && now >= retryAt && lead < enough) void load();
    if (!buffer || current === null) return;
    const ranges = buffer.ranges();
    // The last frame of a part stands for its own length: with nothing to follow it, playback stops before the part's end.
    const dry = video.readyState < 3;
    const here = ranges.find((range) => current >= range.start - 0.1 && current < range.end - (dry ? 0.6 : 0.05));
    const next = ranges.find((range) => range.start > current);
    soughtAt = video.seeking ? (soughtAt ?? now) : null;
    // A browser that was sent into a hole of what is loaded looks for its picture for ever.
    const isSeeking = soughtAt !== null && now - soughtAt < stallAfter;
    if (!here && next && !isSeeking && !paused) video.currentTime = next.start + 0.001;
    if (!here && !next && atEdge && !paused) return listener.onNews({ type: 'caught-up' });
    if (!paused && !video.seeking && watchdog.check(current, now)) {
      listener.onStall();
      if (video.paused) void video.play().catch(() => {});
    }
    buffer.keep({ start: Math.max(0, current - keepBehind), end: current + enough + 15 });
    frames.trim(shown() - keepBehind * 1000);
  }
  return {
    mode: 'archive',
    name: 'archive',
    start() {
      begin(time);
      frameRequest = video.requestVideoFrameCallback(onFrame);
      stopTick = clock.after(tickEvery, tick);
    },
    stop() {
      loading.abort();
      loader.dispose();
      stopTick?.();
      video.cancelVideoFrameCallback(frameRequest);
      closeBuffer();
    },
    position: () => wanted ?? (buffer ? shown() : null),
    seek(moment) {
      paused = false;
      if (isLoaded(moment)) show(moment);
      else begin(moment);
    },
    setSpeed(next) {
      const before = keyFramesOnly();
      speed = next;
      video.playbackRate = next;
      // Other frames are needed from here on; those that are loaded are written over.
      if (keyFramesOnly() !== before && wanted === null && buffer) begin(shown());
    },
    pause() {
      paused = true;
      watchdog.reset();
      video.pause();
      align();
    },
    resume() {
      paused = owesStep = false;
      watchdog.reset();
      if (wanted === null) void video.play().catch(() => {});
    },
    step,
    stats: () => ({
      codec: /"([\w.]+)/.exec(buffer?.mimeType ?? '')?.[1] ?? null,
      bitrate,
      frameRate: frames.perSecond,
      buffer: buffer && wanted === null ? Math.max(0, nextAt - shown()) : 0,
      isTranscoded: false,
    }),
  };
}
