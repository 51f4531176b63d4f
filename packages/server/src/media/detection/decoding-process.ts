import { fork, type ChildProcess } from 'node:child_process';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { decoderEnvironment } from '../../kernel/process/decoder-environment.ts';

interface WithId {
  readonly id: number;
}

/** Has requests answered one after the other by a process of its own, which starts with the first one. */
export interface DecodingProcess<Request extends WithId, Answer extends WithId> {
  /** Returns null when there is no answer: the process ended, took too long, or too many others are waiting. */
  ask(request: Omit<Request, 'id'>): Promise<Answer | null>;
  close(): void;
}

interface DecodingProcessDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** What the process is for, as the log calls it. */
  readonly name: string;
  /** Path of the process's code. */
  readonly script: string;
  readonly parameters?: readonly string[];
  readonly maxPending: number;
  readonly timeoutMs: number;
  /** Called when the process ends by itself; returns whether starting it again makes sense. */
  readonly canRestart: (exitCode: number | null) => boolean;
}

/** An idle process is stopped after this time to free its memory. */
const idleTimeoutMs = 60_000;
/** Wait after a crash. */
const retryDelayMs = 2000;

export function createDecodingProcess<Request extends WithId, Answer extends WithId>(
  deps: DecodingProcessDeps,
): DecodingProcess<Request, Answer> {
  const { clock, log, name, script, parameters = [], maxPending, timeoutMs, canRestart } = deps;
  interface Job {
    readonly request: Omit<Request, 'id'> & WithId;
    readonly resolve: (answer: Answer | null) => void;
  }
  const queue: Job[] = [];
  let running: Job | null = null;
  let child: ChildProcess | null = null;
  let lastId = 0;
  let restAt = 0;
  let isClosed = false;
  let cancelTimeout: () => void = () => undefined;
  let cancelIdle: () => void = () => undefined;

  const settle = (answer: Answer | null): void => {
    cancelTimeout();
    const done = running;
    running = null;
    done?.resolve(answer);
    next();
  };

  const start = (): ChildProcess => {
    const process = fork(script, parameters, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: decoderEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    process.on('message', (answer: Answer) => {
      if (running?.request.id === answer.id) settle(answer);
    });
    process.once('error', (error) => log.warn({ err: error, process: name }, 'A decoding process failed'));
    process.once('close', (code, signal) => {
      if (child !== process) return;
      child = null;
      if (isClosed) return;
      if (!canRestart(code)) return close();
      restAt = clock.monotonic() + retryDelayMs;
      log.warn({ code, signal, process: name }, 'A decoding process ended; restarting it');
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
      log.warn({ process: name }, 'Decoding took too long');
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
    ask: (request) => {
      if (isClosed || queue.length >= maxPending) return Promise.resolve(null);
      return new Promise((resolve) => {
        queue.push({ request: { ...request, id: (lastId += 1) }, resolve });
        next();
      });
    },
    close,
  };
}
