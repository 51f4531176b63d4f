import { WatchpostError } from '@watchpost/sdk-core';
import type { ArchiveSegment, Unsubscribe } from '@watchpost/sdk-core';
import { createStallWatchdog, stallTimeoutMs } from '../control/stall-watchdog.ts';
import type { BufferedRange } from '../media/buffered-range.ts';
import { createMediaBuffer } from '../media/media-buffer.ts';
import type { MediaBuffer } from '../media/media-buffer.ts';
import { startVideo } from '../media/start-video.ts';
import type { TransportOptions } from '../player-core.ts';
import type { Transport } from '../transport.ts';
import { archiveFormatOf } from './archive-format.ts';
import { maxAllFramesSpeed, createFrameTimes, prepareSegment } from './archive-frames.ts';
import { createArchiveIndex } from './archive-index.ts';
import { gapBetween, segmentEnd } from './archive-plan.ts';
import { createSegmentLoader } from './segment-loader.ts';

const tickIntervalMs = 150;
/** Seconds to load ahead of the picture, extra seconds per unit of speed, and seconds to keep behind it. */
const readAheadSeconds = 20;
const readAheadPerSpeedSeconds = 5;
const keepBehindSeconds = 8;
/** Seconds to load ahead although the browser has said that it has enough. */
const minAheadSeconds = 2;
/** Number of segments to load in parallel with the next one: at high speed, one at a time would be too slow. */
const parallelSegments = 3;
/** The media timeline starts a day before the first moment, so that seeking back rarely needs a new one. */
const originBeforeMs = 86_400_000;
/** Seconds; any finite length makes moments seekable before their media is loaded. */
const timelineSeconds = 1e8;
const retryIntervalMs = 2_000;
/** A requested moment this close (ms) to the next recording means that recording. Closer to now than `notOnDiskMs`, nothing is on disk yet. */
const shortGapMs = 5_000;
const notOnDiskMs = 20_000;

/**
 * Recorded video: loads the segment at the moment first, by one request, and meanwhile the list of its neighbours; then ahead. Steps over
 * gaps, but waits at a requested moment inside one.
 */
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
  /** Unix ms: the sought moment until its media is loaded; then the start of the next segment. Everything up to now is loaded; the moment is in a gap. */
  let wanted: number | null = time;
  let nextAt = time;
  /** The list of segments that is on its way. */
  let listing: Promise<unknown> | null = null;
  /** Start of a segment that was loaded before it was listed, Unix ms: the list says where it ends. */
  let unlisted: number | null = null;
  let atEdge = false;
  let inGap = false;
  /** Start of the next segment, whose tracks need another buffer once everything loaded has been shown, Unix ms. */
  let otherTracksAt: number | null = null;
  /** A step forward was requested, and the frame is not loaded yet. */
  let stepPending = false;
  /** Time when the browser started to seek a loaded moment. */
  let seekStartedAt: number | null = null;
  let paused = false;
  let speed = 1;
  let bitrate: number | null = null;
  let stopTick: Unsubscribe | null = null;
  /** The media time of the frame on the screen, and the pending frame callback. */
  let presented = 0;
  let frameRequest = 0;

  const keyFramesOnly = (): boolean => speed > maxAllFramesSpeed;
  const toSecond = (moment: number): number => (moment - (buffer?.originMs ?? 0)) / 1000;
  const toMoment = (second: number): number => (buffer?.originMs ?? 0) + second * 1000;
  const shown = (): number => toMoment(video.currentTime);

  function begin(moment: number): void {
    loading.abort();
    loader.abort();
    loading = new AbortController();
    wanted = nextAt = moment;
    busy = atEdge = inGap = stepPending = false;
    otherTracksAt = listing = unlisted = null;
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
      await listing;
      if (signal.aborted) return;
      const isEarly = wanted !== null && !index.knows(wanted) && serverNow() - wanted > notOnDiskMs;
      const finding = index.find(nextAt, signal);
      if (isEarly) {
        listing = finding.catch(() => null);
        const own = await loader.loadAt(cameraId, nextAt);
        if (signal.aborted) return;
        if (own) {
          unlisted = own.startMs;
          return add({ ...own, url: '', initUrl: '', discontinuity: false }, own.init, own.media);
        }
      }
      let segment = await finding;
      if (segment && segment.startMs <= (unlisted ?? 0)) segment = await index.find(segmentEnd(segment), signal);
      if (signal.aborted || (wanted !== null && (await waitsInGap(wanted, segment, signal)))) return;
      if (!segment) {
        atEdge = true;
        retryAt = clock.monotonic() + retryIntervalMs;
        if (wanted !== null) listener.onEvent({ type: 'caught-up' });
        return;
      }
      atEdge = false;
      const { init, media } = await loader.load(segment, wanted === null ? index.following(segment, parallelSegments) : []);
      if (!signal.aborted) add(segment, init, media);
    } catch (error) {
      if (signal.aborted) return;
      const code = error instanceof WatchpostError ? error.code : 'media-error';
      retryAt = clock.monotonic() + retryIntervalMs;
      if (code === 'aborted') return;
      // A missing segment (retention, a damaged file) is a gap like any other.
      if (code === 'not-found' && buffer) nextAt += 4_000;
      else if (wanted !== null || (code !== 'network' && code !== 'unavailable'))
        listener.onFail(code, error instanceof WatchpostError && (error.status ?? 500) < 500 && code !== 'too-many-requests');
    } finally {
      if (!signal.aborted) busy = false;
    }
  }
  /** Reports that the requested moment has no recording, and waits. */
  async function waitsInGap(moment: number, segment: ArchiveSegment | null, signal: AbortSignal): Promise<boolean> {
    const end = segment?.startMs ?? serverNow();
    if (end - moment < (segment ? shortGapMs : notOnDiskMs)) return false;
    const gap = await index.gapAt(moment, end, signal);
    if (signal.aborted) return true;
    if (!gap) return false;
    inGap = true;
    listener.onEvent({ type: 'in-gap', gap: { ...gap, to: segment ? end : gap.to } });
    return true;
  }
  function add(segment: ArchiveSegment, init: Uint8Array<ArrayBuffer>, media: Uint8Array<ArrayBuffer>): void {
    const { isPlayable, mimeType, hasSound, ...format } = archiveFormatOf(init);
    const moment = Math.max(wanted ?? 0, segment.startMs);
    const hasOtherTracks = buffer !== null && (!isPlayable || buffer.mimeType.split(',').length !== mimeType.split(',').length);
    if (hasOtherTracks && wanted === null) {
      otherTracksAt = moment;
      if (stepPending) begin(moment);
      return;
    }
    if (!isPlayable) return listener.onFail('codec-unsupported-here', true);
    if (buffer && (moment < buffer.originMs || hasOtherTracks)) {
      listener.onRebuild();
      closeBuffer();
    }
    buffer ??= openBuffer(segment, mimeType);
    if (!buffer) return;
    if (initUrl !== segment.initUrl || !initUrl) {
      if (buffer.mimeType !== mimeType) buffer.changeType(mimeType);
      buffer.append(format.init);
      initUrl = segment.initUrl;
      listener.onAudio(hasSound);
    }
    const gap = gapBetween(nextAt, segment);
    if (gap && wanted === null) listener.onEvent({ type: 'gap', ...gap });
    const prepared = prepareSegment(media, keyFramesOnly(), segmentEnd(segment), hasSound);
    for (const part of prepared.parts) buffer.append(part);
    frames.add(prepared.frames);
    bitrate = (media.byteLength * 8_000) / segment.durationMs;
    nextAt = segmentEnd(segment);
    if (wanted !== null) {
      wanted = null;
      show(moment);
    } else if (stepPending) step(1);
  }
  function openBuffer(segment: ArchiveSegment, mimeType: string): MediaBuffer | null {
    initUrl = null;
    // The player holds the last picture, then stops this transport.
    const onError = (): void => listener.onFail('media-error', false);
    try {
      return createMediaBuffer({ video, mimeType, originMs: segment.startMs - originBeforeMs, duration: timelineSeconds, onError });
    } catch {
      listener.onFail('codec-unsupported-here', true);
      return null;
    }
  }
  function show(moment: number): void {
    watchdog.reset();
    seekStartedAt = null;
    // Slightly inside, so that rounding never lands before the first frame. A browser that seeks there already needs only the media.
    const second = toSecond(moment) + 0.001;
    if (!video.seeking || Math.abs(video.currentTime - second) > 0.0005) video.currentTime = second;
    video.playbackRate = speed;
    if (!paused) startVideo(video, listener.onBlocked);
  }
  function onFrame(_now: number, { mediaTime }: VideoFrameCallbackMetadata): void {
    presented = mediaTime;
    frameRequest = video.requestVideoFrameCallback(onFrame);
    if (paused) align();
  }
  /** A browser draws a frame slightly before its time: a paused picture can be ahead of the clock, and a step forward would show it again. */
  function align(): void {
    const ahead = presented - video.currentTime;
    if (ahead <= 0 || ahead > 0.1 || video.seeking || !buffer) return;
    const moment = frames.inside(buffer.originMs + presented * 1000, 0);
    if (moment !== null) video.currentTime = toSecond(moment);
  }
  function step(direction: 1 | -1): void {
    if (wanted !== null || !buffer) return;
    const next = frames.inside(shown(), direction);
    stepPending = next === null && direction > 0;
    if (stepPending && otherTracksAt !== null) return begin(otherTracksAt);
    if (next !== null) video.currentTime = toSecond(next);
    // Before the loaded range: the previous segment, and its last frame.
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
  const isHeld = (frame: number, ranges: readonly BufferedRange[]): boolean =>
    ranges.some(({ start, end }) => toSecond(frame) > start - 0.1 && toSecond(frame) < end);
  /** The first frame between the picture and the next loaded range, in seconds, that the browser was given and does not have, Unix ms. */
  function missingBefore(until: number, ranges: readonly BufferedRange[]): number | null {
    const frame = frames.after(shown());
    return frame !== null && toSecond(frame) < until - 0.1 && !isHeld(frame, ranges) ? frame : null;
  }
  function tick(): void {
    stopTick = clock.after(tickIntervalMs, tick);
    const now = clock.monotonic();
    const current = buffer && wanted === null ? video.currentTime : null;
    const lead = buffer && current !== null ? toSecond(nextAt) - current : 0;
    const enough = Math.max(readAheadSeconds, speed * readAheadPerSpeedSeconds);
    const isHungry = lead < (buffer?.source.streaming === false ? minAheadSeconds : enough);
    if (!busy && !inGap && otherTracksAt === null && now >= retryAt && isHungry) void load();
    if (!buffer || current === null) return;
    const ranges = buffer.ranges();
    // Between its operations nothing waits: the browser has processed everything that was appended.
    if (buffer.source.sourceBuffers[0]?.updating === false) frames.confirm((frame) => isHeld(frame, ranges));
    // The last frame of a range lasts its own duration: with nothing after it, playback stops before the range ends.
    const dry = video.readyState < 3;
    seekStartedAt = video.seeking ? (seekStartedAt ?? now) : null;
    // A browser that seeks into a hole between loaded ranges, or just before one, never finds its picture.
    const isSeeking = seekStartedAt !== null && now - seekStartedAt < stallTimeoutMs;
    const early = video.seeking && !isSeeking ? 0 : 0.1;
    const here = ranges.find((range) => current >= range.start - early && current < range.end - (dry ? 0.6 : 0.05));
    const next = ranges.find((range) => range.start > current);
    // What lies before the next range may be on its way.
    if (!here && !isSeeking && !paused && (!next || nextAt > toMoment(next.start) || !isHungry)) {
      const missing = missingBefore(next?.start ?? Infinity, ranges);
      // Where the browser had frames is no gap: it needed the memory. What it has not processed yet may still come.
      if (missing !== null && frames.isConfirmed(missing)) return begin(shown());
      if (missing === null && next) video.currentTime = next.start + 0.001;
    }
    if (!here && !next && otherTracksAt !== null && !paused) return begin(otherTracksAt);
    if (!here && !next && atEdge && !paused) return listener.onEvent({ type: 'caught-up' });
    if (!paused && !video.seeking && watchdog.check(current, now)) {
      listener.onStall();
      if (video.paused) startVideo(video, listener.onBlocked);
    }
    buffer.keep({ start: Math.max(0, current - keepBehindSeconds), end: current + enough + 15 });
    frames.trim(shown() - keepBehindSeconds * 1000);
  }
  return {
    mode: 'archive',
    name: 'archive',
    start() {
      begin(time);
      frameRequest = video.requestVideoFrameCallback(onFrame);
      stopTick = clock.after(tickIntervalMs, tick);
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
      if (isLoaded(moment)) return show(moment);
      // The browser empties its decoder while the media is on its way.
      if (buffer && moment >= buffer.originMs) video.currentTime = toSecond(moment) + 0.001;
      begin(moment);
    },
    setSpeed(next) {
      const before = keyFramesOnly();
      speed = next;
      video.playbackRate = next;
      // From here on different frames are needed; the loaded ones are overwritten.
      if (keyFramesOnly() !== before && wanted === null && buffer) begin(shown());
    },
    pause() {
      paused = true;
      watchdog.reset();
      video.pause();
      align();
    },
    resume() {
      paused = stepPending = false;
      watchdog.reset();
      if (wanted === null) startVideo(video, listener.onBlocked);
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
