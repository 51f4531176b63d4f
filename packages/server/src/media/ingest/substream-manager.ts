import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { isHevc, type Source, type SourceEnd, type SourceListener } from '../media-types.ts';
import type { SubstreamManager } from '../stream/stream-registry.ts';
import { cameraRetryDelay } from './camera-retry-delay.ts';

export interface SubstreamManagerDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: () => number;
  /** The camera's own substream; null when it has none. */
  readonly openOwn: (cameraId: string) => Source | null;
  /** The main stream transcoded to a smaller size; null when that is not possible here. */
  readonly openTranscoded: (cameraId: string) => Source | null;
  /** Maximum number of substreams transcoded at a time; no limit by default. */
  readonly maxTranscoded?: number;
}

/** A substream keeps running for this long after its last viewer left, so that the next one starts immediately. */
const idleTimeoutMs = 10_000;

interface Substream {
  /** Cancels the pending stop. */
  cancelStop: () => void;
  stop: () => void;
}

/** Runs the substreams that have viewers: the camera's own if it has one, else a transcoded one. A substream is always H.264. */
export function createSubstreamManager(deps: SubstreamManagerDeps): SubstreamManager & { close(): void } {
  const substreams = new Map<string, Substream>();
  return {
    hasOwn: (cameraId) => deps.openOwn(cameraId) !== null,
    begin: (cameraId, input) => {
      const running = substreams.get(cameraId);
      if (running) {
        running.cancelStop();
        running.cancelStop = () => undefined;
        return true;
      }
      if (substreams.size >= (deps.maxTranscoded ?? Number.POSITIVE_INFINITY) && !deps.openOwn(cameraId)) return false;
      const stop = runSubstream(cameraId, input, deps);
      if (stop) substreams.set(cameraId, { cancelStop: () => undefined, stop });
      return stop !== null;
    },
    end: (cameraId) => {
      const substream = substreams.get(cameraId);
      if (!substream) return;
      substream.cancelStop();
      substream.cancelStop = deps.clock.after(idleTimeoutMs, () => {
        substreams.delete(cameraId);
        substream.stop();
      });
    },
    close: () => {
      for (const { cancelStop, stop } of substreams.values()) {
        cancelStop();
        stop();
      }
      substreams.clear();
    },
  };
}

/**
 * Runs one substream, and reopens its source when that ends.
 * @returns a function that ends it; null when the camera can't have a substream
 */
function runSubstream(
  cameraId: string,
  input: SourceListener,
  { clock, log, random = Math.random, openOwn, openTranscoded }: SubstreamManagerDeps,
): (() => void) | null {
  let attempt = 0;
  let mustTranscode = false;
  let source: Source | null = null;
  let cancelWait = (): void => undefined;
  let isStopped = false;
  let downSince = clock.monotonic();

  const open = (): Source | null => (mustTranscode ? null : openOwn(cameraId)) ?? openTranscoded(cameraId);
  const release = (): void => {
    const old = source;
    source = null;
    old?.stop().catch((error: unknown) => log.error({ err: error, cameraId }, 'A substream could not be stopped'));
  };
  const end = (reason: SourceEnd): void => {
    release();
    input.onEnd(reason);
    cancelWait = clock.after(Math.max(500, cameraRetryDelay(attempt++, random(), clock.monotonic() - downSince)), run);
  };
  const run = (): void => {
    const opened = isStopped ? null : open();
    if (isStopped) return;
    if (!opened) return end({ code: 'codec-unsupported-here', detail: 'There is no substream.' });
    source = opened;
    const isCurrent = (): boolean => source === opened && !isStopped;
    opened.start({
      onTracks: (tracks) => {
        if (!isCurrent()) return;
        if (isHevc(tracks.video)) {
          mustTranscode = true;
          release();
          return run();
        }
        input.onTracks(tracks);
      },
      onSample: (sample) => {
        if (!isCurrent()) return;
        attempt = 0;
        downSince = clock.monotonic();
        input.onSample(sample);
      },
      onEnd: (reason) => {
        if (isCurrent()) end(reason);
      },
    });
  };

  if (!open()) return null;
  run();
  return () => {
    isStopped = true;
    cancelWait();
    release();
    input.onEnd({ code: 'camera-offline', detail: 'The substream has no viewers.' });
  };
}
