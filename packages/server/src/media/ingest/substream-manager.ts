import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { isHevc, type Source, type SourceEnd, type SourceListener } from '../media-types.ts';
import type { SubstreamManager } from '../stream/stream-registry.ts';
import { createCameraRetries } from './camera-retry-delay.ts';
import { createPasswordTrial, type PasswordTrial } from './password/password-trial.ts';
import { createSoundPresence } from './tracks/sound-presence.ts';

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

/** A camera that refused the password of its substream: it is not asked again before a time, however many viewers come and go. */
interface Denial {
  readonly trial: PasswordTrial;
  /** Monotonic ms. */
  until: number;
}

interface Substream {
  /** Cancels the pending stop. */
  cancelStop: () => void;
  readonly stop: () => void;
  readonly reopen: () => void;
}

/** Runs the substreams that have viewers: the camera's own if it has one, else a transcoded one. A substream is always H.264. */
export function createSubstreamManager(deps: SubstreamManagerDeps): SubstreamManager & { onClockSetBack(): void; close(): void } {
  const substreams = new Map<string, Substream>();
  const denials = new Map<string, Denial>();
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
      const run = runSubstream(cameraId, input, denials, deps);
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
 * @returns functions that end it, and that open its running source anew; null when the camera can't have a substream
 */
function runSubstream(
  cameraId: string,
  input: SourceListener,
  denials: Map<string, Denial>,
  { clock, log, random = Math.random, openOwn, openTranscoded }: SubstreamManagerDeps,
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

  const isDenied = (): boolean => clock.monotonic() < (denials.get(cameraId)?.until ?? Number.NEGATIVE_INFINITY);
  const open = (): Source | null => {
    const own = mustTranscode || isDenied() ? null : openOwn(cameraId);
    isOwn = own !== null;
    return own ?? openTranscoded(cameraId);
  };
  const noteRefusal = (reason: SourceEnd): void => {
    if (!isOwn) return;
    const denial = denials.get(cameraId) ?? { trial: createPasswordTrial(clock), until: 0 };
    const refusal = denial.trial.judge(reason);
    if (refusal) denials.set(cameraId, { ...denial, until: clock.monotonic() + refusal.waitMs });
  };
  const release = (): void => {
    sound.reset();
    const old = source;
    source = null;
    old?.stop().catch((error: unknown) => log.error({ err: error, cameraId }, 'A substream could not be stopped'));
  };
  const end = (reason: SourceEnd): void => {
    sound.flush();
    noteRefusal(reason);
    release();
    input.onEnd(reason);
    cancelWait = clock.after(Math.max(500, retries.next()), run);
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
        sound.onTracks(tracks);
      },
      onSample: (sample) => {
        if (!isCurrent()) return;
        if (sample.kind === 'video') retries.onDelivery();
        if (isOwn) denials.delete(cameraId);
        sound.onSample(sample);
      },
      onEnd: (reason) => {
        if (isCurrent()) end(reason);
      },
    });
  };

  if (!open()) return null;
  run();
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
      run();
    },
  };
}
