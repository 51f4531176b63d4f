import type { QualityReport } from '@watchpost/sdk-core';
import type { QualityEvent } from '../engine/player-events.ts';
import type { PlayerState } from '../engine/player-state.ts';
import type { TransportName } from '../engine/transport-names.ts';

/** What a view came to since the last report, without who watched. */
type QualityFigures = Omit<QualityReport, 'viewId' | 'sequence' | 'page' | 'browser' | 'browserVersion' | 'system' | 'elementVersion'>;

/** Counts what happens in a view. Times are milliseconds of one monotonic clock. */
export interface QualityModel {
  onEvent(event: QualityEvent, at: number): void;
  /** The player's state changed, or its transport came or went. */
  onState(state: PlayerState, hasTransport: boolean, at: number): void;
  /** The last `durationMs` do not count: the page was frozen. */
  skip(durationMs: number): void;
  /** Frames of the current picture so far; less than before is another picture. */
  onFrames(frames: { readonly total: number; readonly dropped: number }): void;
  /** Returns the figures since the last call and starts over; null if there is nothing to report. */
  take(at: number): QualityFigures | null;
}

/** As the server accepts them. */
const maxDurationMs = 600_000;
const maxCount = 1_000;
const maxFrames = 1_000_000;
const maxErrorCodes = 16;
/** An hour of samples; a report covers a minute. */
const maxSamples = 720;

/**
 * @param start.startedAt when the viewer asked for the picture; null while it waits for Play
 * @param start.wasShown the first frame was shown before: there is no startup to measure
 */
export function createQualityModel(start: { readonly startedAt: number | null; readonly wasShown: boolean }): QualityModel {
  let intentAt = start.startedAt;
  let isShown = start.wasShown;
  /** Since when the picture moves. */
  let movingSince: number | null = null;
  let stalledSince: number | null = null;
  let current: TransportName | null = null;
  /** The last one that was live: going to the archive and back is the viewer's choice, no switch. */
  let live: TransportName | null = null;
  let rendition: 'low' | 'high' | null = null;
  let frames = { total: 0, dropped: 0 };
  let part = emptyPart();

  function stopMoving(at: number): void {
    if (movingSince === null) return;
    const watched = at - movingSince;
    part.watchedMs += watched;
    if (current) part.watchedBy.set(current, (part.watchedBy.get(current) ?? 0) + watched);
    movingSince = null;
  }
  function endStall(at: number): void {
    if (stalledSince !== null) part.stallMs += at - stalledSince;
    stalledSince = null;
  }
  function onTransport(next: TransportName, at: number): void {
    const wasMoving = movingSince !== null;
    stopMoving(at);
    if (wasMoving) movingSince = at;
    current = next;
    if (next === 'archive') return;
    if (live !== null && live !== next) part.transportSwitches += 1;
    live = next;
  }
  return {
    onEvent(event, at) {
      switch (event.type) {
        case 'first-frame':
          if (!isShown && intentAt !== null) part.startupMs = at - intentAt;
          isShown = true;
          part.transports.add(event.transport);
          movingSince ??= at;
          return endStall(at);
        case 'stall':
          part.stallCount += 1;
          stalledSince ??= at;
          return stopMoving(at);
        case 'stall-end':
          movingSince ??= at;
          return endStall(at);
        case 'transport-change':
          return onTransport(event.transport, at);
        case 'quality-change':
          if (rendition !== null && rendition !== event.quality) part.renditionSwitches += 1;
          rendition = event.quality;
          return;
        case 'latency':
          if (part.latencies.length < maxSamples) part.latencies.push(event.latency);
          return;
        case 'error':
          if (part.errors.has(event.code) || part.errors.size < maxErrorCodes)
            part.errors.set(event.code, (part.errors.get(event.code) ?? 0) + 1);
          return;
        case 'gap':
          return;
      }
    },
    onState({ kind }, hasTransport, at) {
      const isMoving = hasTransport && (kind === 'live' || kind === 'archive');
      if (isMoving) movingSince ??= at;
      else stopMoving(at);
      // The wait for a press is the browser's, not the picture's.
      if (kind === 'blocked' && !isShown) intentAt = null;
      if (kind === 'connecting') intentAt ??= at;
      // Offline, paused or failed: nothing is expected to move any more.
      else endStall(at);
    },
    skip(durationMs) {
      if (movingSince !== null) movingSince += durationMs;
      if (stalledSince !== null) stalledSince += durationMs;
    },
    onFrames(next) {
      const isOther = next.total < frames.total || next.dropped < frames.dropped;
      const before = isOther ? { total: 0, dropped: 0 } : frames;
      part.framesDecoded += next.total - before.total;
      part.framesDropped += next.dropped - before.dropped;
      frames = next;
    },
    take(at) {
      const wasMoving = movingSince !== null;
      const wasStalled = stalledSince !== null;
      stopMoving(at);
      endStall(at);
      if (wasMoving) movingSince = at;
      if (wasStalled) stalledSince = at;
      const taken = part;
      if (isEmpty(taken)) return null;
      part = emptyPart();
      const [most] = [...taken.watchedBy].toSorted(([, a], [, b]) => b - a);
      const transport = most?.[0] ?? null;
      const sorted = taken.latencies.toSorted((a, b) => a - b);
      return {
        startupMs: taken.startupMs === null ? null : bounded(taken.startupMs, maxDurationMs),
        watchedMs: bounded(taken.watchedMs, maxDurationMs),
        stallCount: bounded(taken.stallCount, maxCount),
        stallMs: bounded(taken.stallMs, maxDurationMs),
        latencyP50Ms: percentile(sorted, 0.5),
        latencyP95Ms: percentile(sorted, 0.95),
        framesDecoded: bounded(taken.framesDecoded, maxFrames),
        framesDropped: bounded(taken.framesDropped, maxFrames),
        transport,
        transports: [...new Set([...taken.transports, ...taken.watchedBy.keys()])],
        transportSwitches: bounded(taken.transportSwitches, maxCount),
        renditionSwitches: bounded(taken.renditionSwitches, maxCount),
        errors: Object.fromEntries([...taken.errors].map(([code, count]) => [code, bounded(count, maxCount)])),
      };
    },
  };
}

interface Part {
  startupMs: number | null;
  watchedMs: number;
  stallCount: number;
  stallMs: number;
  framesDecoded: number;
  framesDropped: number;
  transportSwitches: number;
  renditionSwitches: number;
  readonly latencies: number[];
  readonly transports: Set<TransportName>;
  readonly watchedBy: Map<TransportName, number>;
  readonly errors: Map<string, number>;
}

function emptyPart(): Part {
  return {
    startupMs: null,
    watchedMs: 0,
    stallCount: 0,
    stallMs: 0,
    framesDecoded: 0,
    framesDropped: 0,
    transportSwitches: 0,
    renditionSwitches: 0,
    latencies: [],
    transports: new Set(),
    watchedBy: new Map(),
    errors: new Map(),
  };
}

function isEmpty({ startupMs, watchedMs, stallCount, stallMs, errors }: Part): boolean {
  return startupMs === null && watchedMs < 1 && stallCount === 0 && stallMs < 1 && errors.size === 0;
}

function bounded(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value)));
}

function percentile(sorted: readonly number[], share: number): number | null {
  const value = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1];
  return value === undefined ? null : bounded(value, maxDurationMs);
}
