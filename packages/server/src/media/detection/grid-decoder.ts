import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import type { VideoTrack } from '../media-types.ts';
import { exitWithoutDecoder, type GridAnswer, type GridRequest } from './grid-messages.ts';

/** Decodes key frames into grids one after the other, in a separate process. */
export interface GridDecoder {
  /** Returns null when the picture can't be decoded, or when too many are waiting: motion is then detected in the next one. */
  decode(track: VideoTrack, data: Uint8Array): Promise<Uint8Array | null>;
  close(): void;
}

interface Job {
  readonly request: GridRequest;
  readonly resolve: (grid: Uint8Array | null) => void;
}

/** Maximum number of waiting cameras; each has at most one picture here. */
const maxPending = 200;
const timeoutMs = 5000;
/** An idle process is stopped after this time to free its memory. */
const idleTimeoutMs = 60_000;
/** Wait after a crash. */
const retryDelayMs = 2000;

const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'grid-process.ts' : 'grid-process.js');

export function createGridDecoder({ clock, log }: { clock: Clock; log: Logger }): GridDecoder {
  const queue: Job[] = [];
  let running: Job | null = null;
  let child: ChildProcess | null = null;
  let lastId = 0;
  let restAt = 0;
  let isClosed = false;
  let cancelTimeout: () => void = () => undefined;
  let cancelIdle: () => void = () => undefined;

  const settle = (grid: Uint8Array | null): void => {
    cancelTimeout();
    const done = running;
    running = null;
    done?.resolve(grid);
    next();
  };

  const start = (): ChildProcess => {
    const process = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    process.on('message', ({ id, grid }: GridAnswer) => {
      if (running?.request.id === id) settle(grid);
    });
    process.once('error', (error) => log.warn({ err: error }, 'Motion can not be looked for'));
    process.once('close', (code, signal) => {
      if (child !== process) return;
      child = null;
      if (isClosed) return;
      if (code === exitWithoutDecoder) {
        log.warn('There is no motion detection: the optional package node-av is not installed');
        close();
        return;
      }
      restAt = clock.monotonic() + retryDelayMs;
      log.warn({ code, signal }, 'The motion detection process ended; restarting it');
      settle(null);
    });
    return process;
  };

  const stop = (): void => {
    const stopped = child;
    child = null;
    stopped?.kill('SIGKILL');
  };

  const next = (): void => {
    cancelIdle();
    if (running || isClosed) return;
    const job = queue.shift();
    if (!job) {
      if (child) cancelIdle = clock.after(idleTimeoutMs, stop);
      return;
    }
    if (clock.monotonic() < restAt) {
      job.resolve(null);
      next();
      return;
    }
    running = job;
    child ??= start();
    cancelTimeout = clock.after(timeoutMs, () => {
      log.warn('A picture took too long to decode');
      stop();
      settle(null);
    });
    child.send(job.request);
  };

  const close = (): void => {
    isClosed = true;
    cancelTimeout();
    cancelIdle();
    stop();
    for (const job of [...(running ? [running] : []), ...queue.splice(0)]) job.resolve(null);
    running = null;
  };

  return {
    decode: (track, data) => {
      if (isClosed || queue.length >= maxPending) return Promise.resolve(null);
      return new Promise((resolve) => {
        queue.push({
          request: {
            id: (lastId += 1),
            codec: /^h[ve][vc]1\./.test(track.codec) ? 'hevc' : 'h264',
            configuration: track.configuration,
            data,
          },
          resolve,
        });
        next();
      });
    },
    close,
  };
}
