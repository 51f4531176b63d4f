import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { isHevc, type Source, type SourceEnd, type SourceListener } from '../media-types.ts';
import type { SubstreamManager } from '../stream/stream-registry.ts';
import { createCameraRetries } from './camera-retry-delay.ts';
import type { PasswordTrial } from './password/password-trial.ts';
import { createSoundPresence } from './tracks/sound-presence.ts';

export interface SubstreamManagerDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: () => number;
  /** The camera's own substream; null when it has none. */
  readonly openOwn: (cameraId: string) => Source | null;
  /** The main stream transcoded to a smaller size; null when that is not possible here. */
  readonly openTranscoded: (cameraId: string) => Source | null;
  /** Judges the password of a camera's own substream, however many viewers come and go. */
  readonly passwordOf: (cameraId: string) => PasswordTrial;
  /** Maximum number of substreams transcoded at a time; no limit by default. */
  readonly maxTranscoded?: number;
}

/** A substream keeps running for this long after its last viewer left, so that the next one starts immediately. */
const idleTimeoutMs = 10_000;

interface Substream {
  /** Cancels the pending stop. */
  cancelStop: () => void;
  readonly stop: () => void;
  readonly reopen: () => void;
}

/** Runs the substreams that have viewers: the camera's own if it has one, else a transcoded one. A substream is always H.264. */
export function createSubstreamManager(deps: SubstreamManagerDeps): SubstreamManager & { onClockSetBack(): void; close(): void } {
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
      const run = runSubstream(cameraId, input, deps);
      if (run) substreams.set(cameraId, { cancelStop: () => undefined, ...run });
      return run !== null;
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
    onClockSetBack: () => {
      for (const { reopen } of substreams.values()) reopen();
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
 * @returns functions that end it, and that reopen its running source; null when the camera can't have a substream
 */
function runSubstream(
  cameraId: string,
  input: SourceListener,
  { clock, log, random = Math.random, openOwn, openTranscoded, passwordOf }: SubstreamManagerDeps,
): Pick<Substream, 'stop' | 'reopen'> | null {
  let mustTranscode = false;
  let source: Source | null = null;
  let isOwn = false;
  let cancelWait = (): void => undefined;
  let isStopped = false;
  const retries = createCameraRetries(clock, random);
  const sound = createSoundPresence({
    clock,
    listener: input,
    guard: (call) => {
      try {
        call();
      } catch (error) {
        log.error({ err: error, cameraId }, 'A substream failed');
      }
    },
  });

  /** The camera's own, unless its password must not be sent now: then the main stream transcoded. */
  const open = (): Source | null => {
    const own = mustTranscode ? null : openOwn(cameraId);
    isOwn = own !== null && passwordOf(cameraId).begin() === null;
    return isOwn ? own : openTranscoded(cameraId);
  };
  const release = (): void => {
    sound.reset();
    const old = source;
    source = null;
    old?.stop().catch((error: unknown) => log.error({ err: error, cameraId }, 'A substream could not be stopped'));
  };
  const end = (reason: SourceEnd): void => {
    sound.flush();
    if (isOwn) passwordOf(cameraId).judge(reason);
    release();
    input.onEnd(reason);
    cancelWait = clock.after(Math.max(500, retries.next()), () => run(open()));
  };
  const run = (opened: Source | null): void => {
    if (!opened) return end({ code: 'codec-unsupported-here', detail: 'There is no substream.' });
    source = opened;
    const isCurrent = (): boolean => source === opened && !isStopped;
    opened.start({
      onTracks: (tracks) => {
        if (!isCurrent()) return;
        if (isHevc(tracks.video)) {
          mustTranscode = true;
          release();
          return run(open());
        }
        sound.onTracks(tracks);
      },
      onSample: (sample) => {
        if (!isCurrent()) return;
        if (sample.kind === 'video') retries.onDelivery();
        if (isOwn) passwordOf(cameraId).onDelivery();
        sound.onSample(sample);
      },
      onEnd: (reason) => {
        if (isCurrent()) end(reason);
      },
    });
  };

  const first = open();
  if (!first) return null;
  run(first);
  return {
    stop: () => {
      isStopped = true;
      cancelWait();
      release();
      input.onEnd({ code: 'camera-offline', detail: 'The substream has no viewers.' });
    },
    reopen: () => {
      if (!source) return;
      sound.flush();
      release();
      run(open());
    },
  };
}
