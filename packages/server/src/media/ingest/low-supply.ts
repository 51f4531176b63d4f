import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { isHevc, type Source, type SourceEnd, type SourceListener } from '../media-types.ts';
import type { LowSupply } from '../stream/stream-registry.ts';
import { createBackOff } from './back-off.ts';

export interface LowSupplyDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: () => number;
  /** The camera's own low stream; null when it has none. */
  readonly openOwn: (cameraId: string) => Source | null;
  /** The main stream made small; null when that is not possible here. */
  readonly openTranscoded: (cameraId: string) => Source | null;
  /** At once; no limit when it is missing. */
  readonly mostTranscoded?: number;
}

/** So long a low stream goes on after its last viewer: the next one starts at once, ms. */
const linger = 10_000;

interface Supply {
  leave: () => void;
  stop: () => void;
}

/** Runs the low streams that somebody watches: the camera's own where there is one, else transcoded. A low stream is always H.264. */
export function createLowSupply(deps: LowSupplyDeps): LowSupply & { close(): void } {
  const supplies = new Map<string, Supply>();
  return {
    hasOwn: (cameraId) => deps.openOwn(cameraId) !== null,
    begin: (cameraId, input) => {
      const running = supplies.get(cameraId);
      if (running) {
        running.leave();
        running.leave = () => undefined;
        return true;
      }
      if (supplies.size >= (deps.mostTranscoded ?? Number.POSITIVE_INFINITY) && !deps.openOwn(cameraId)) return false;
      const stop = runSupply(cameraId, input, deps);
      if (stop) supplies.set(cameraId, { leave: () => undefined, stop });
      return stop !== null;
    },
    end: (cameraId) => {
      const supply = supplies.get(cameraId);
      if (!supply) return;
      supply.leave();
      supply.leave = deps.clock.after(linger, () => {
        supplies.delete(cameraId);
        supply.stop();
      });
    },
    close: () => {
      for (const { leave, stop } of supplies.values()) {
        leave();
        stop();
      }
      supplies.clear();
    },
  };
}

/** Null when there is no way to a low stream; otherwise the call that ends it. */
function runSupply(cameraId: string, input: SourceListener, { clock, log, random = Math.random, openOwn, openTranscoded }: LowSupplyDeps): (() => void) | null {
  const backOff = createBackOff(random);
  let mustTranscode = false;
  let source: Source | null = null;
  let cancelWait = (): void => undefined;
  let isStopped = false;
  let downSince = clock.monotonic();

  const open = (): Source | null => (mustTranscode ? null : openOwn(cameraId)) ?? openTranscoded(cameraId);
  const release = (): void => {
    const old = source;
    source = null;
    old?.stop().catch((error: unknown) => log.error({ err: error, cameraId }, 'A low stream could not be stopped'));
  };
  const end = (reason: SourceEnd): void => {
    release();
    input.onEnd(reason);
    cancelWait = clock.after(Math.max(500, backOff.next(clock.monotonic() - downSince)), run);
  };
  const run = (): void => {
    const opened = isStopped ? null : open();
    if (isStopped) return;
    if (!opened) return end({ code: 'codec-unsupported-here', detail: 'There is no low stream.' });
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
        backOff.reset();
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
    input.onEnd({ code: 'camera-offline', detail: 'Nobody watches the low stream.' });
  };
}
