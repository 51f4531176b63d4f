import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { decoderEnvironment } from '../../kernel/process/decoder-environment.ts';
import { UndecodableError } from './picture-decoder.ts';
import type { PictureAnswer, PictureReady, PictureRequest } from './picture-messages.ts';

/** A process that makes one picture at a time; it starts on demand and ends when idle. */
export interface PictureWorker {
  readonly isBusy: boolean;
  /** Whether the process runs and has loaded its decoder. */
  readonly isReady: boolean;
  /**
   * Makes a JPEG; null when the picture can't be decoded.
   * @throws when the process ends, or takes longer than 5 s
   */
  make(request: Omit<PictureRequest, 'id'>): Promise<Uint8Array | null>;
  warm(): void;
  close(): void;
}

interface Job {
  readonly id: number;
  readonly resolve: (jpeg: Uint8Array | null) => void;
  readonly reject: (error: Error) => void;
}

const timeoutMs = 5000;
/** An idle process is stopped after this time to free its memory. */
const idleTimeoutMs = 120_000;
const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'picture-process.ts' : 'picture-process.js');

export function createPictureWorker({
  clock,
  log,
  onFree,
}: {
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the worker can accept a picture. */
  readonly onFree: () => void;
}): PictureWorker {
  let child: ChildProcess | null = null;
  let job: Job | null = null;
  let lastId = 0;
  let isClosed = false;
  let isReady = false;
  let cancelTimer: () => void = () => undefined;

  const stop = (): void => {
    const stopped = child;
    child = null;
    isReady = false;
    stopped?.kill('SIGKILL');
  };
  const rest = (): void => {
    cancelTimer();
    cancelTimer = clock.after(idleTimeoutMs, stop);
  };
  const take = (): Job | null => {
    const taken = job;
    job = null;
    rest();
    return taken;
  };
  const start = (): ChildProcess => {
    const started = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: decoderEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
    });
    // An idle picture process must not keep a server running that has ended everything else.
    started.unref();
    started.channel?.unref();
    started.on('message', (message: PictureAnswer | PictureReady) => {
      if ('ready' in message) isReady = child === started;
      else if (job?.id === message.id) take()?.resolve(message.jpeg);
      if (!job) onFree();
    });
    started.once('error', (error) => log.warn({ err: error }, 'Pictures can not be made'));
    started.once('close', (code, signal) => {
      if (child !== started) return;
      child = null;
      isReady = false;
      if (!isClosed) log.warn({ code, signal }, 'The picture process ended; restarting it');
      take()?.reject(new UndecodableError('The process that makes pictures ended.'));
      onFree();
    });
    return started;
  };

  return {
    get isBusy() {
      return job !== null;
    },
    get isReady() {
      return isReady;
    },
    make: (request) => {
      if (isClosed || job) return Promise.reject(new Error('The picture process is busy or closed.'));
      child ??= start();
      const running = child;
      const id = (lastId += 1);
      cancelTimer();
      cancelTimer = clock.after(timeoutMs, () => {
        stop();
        take()?.reject(new Error('A picture took too long to decode.'));
        onFree();
      });
      return new Promise((resolve, reject) => {
        job = { id, resolve, reject };
        running.send({ ...request, id });
      });
    },
    warm: () => {
      if (isClosed || job || child) return;
      child = start();
      rest();
    },
    close: () => {
      isClosed = true;
      cancelTimer();
      stop();
      const left = job;
      job = null;
      left?.reject(new Error('The server is stopping.'));
    },
  };
}
