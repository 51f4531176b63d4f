import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import type { LookResult } from '@watchpost/contract/schemas/smart-events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { EncodedPicture } from './detection-group.ts';

/** What the server's recognition takes: `ObjectRequest` of its `object-messages.ts`. */
export interface WorkerRequest {
  readonly cameraId: string;
  readonly codec: 'h264';
  readonly configuration: Uint8Array;
  readonly pictures: readonly EncodedPicture[];
  readonly isStart: boolean;
  readonly sensitivity: number;
  readonly isForced: boolean;
  readonly findings: readonly 'face'[];
}
/** What it answers: `PictureLook` there. */
interface WorkerLook extends Omit<LookResult, 'faces'> {
  readonly findings: LookResult['faces'];
  readonly isContinuable: boolean;
}
interface WorkerAnswer {
  readonly id: number;
  readonly look: WorkerLook | null;
}

/** Recognises objects in a process of its own, which the package of the server brings. */
export interface LookWorker {
  /** Returns null when the pictures can't be decoded, or the process has no answer. */
  look(request: WorkerRequest): Promise<WorkerLook | null>;
  close(): void;
}

/** The first look waits until the model is loaded, on a small machine. */
const timeoutMs = 20_000;
/** Wait after the process has ended by itself. */
const restMs = 10_000;

/** Returns the path of the server's recognition; null when its package is not installed beside this one. */
export function findLookScript(): string | null {
  try {
    const file = findPackageJSON('@watchpost/server', import.meta.url);
    const script = file === undefined ? '' : join(dirname(file), 'dist/media/objects/engine/object-process.js');
    return existsSync(script) ? script : null;
  } catch {
    return null;
  }
}

/** @param models folder of the model */
export function createLookWorker({
  script,
  models,
  clock,
  onProblem,
}: {
  readonly script: string;
  readonly models: string;
  readonly clock: Clock;
  readonly onProblem: (problem: string) => void;
}): LookWorker {
  let child: ChildProcess | null = null;
  let isClosed = false;
  let restUntil = Number.NEGATIVE_INFINITY;
  let lastId = 0;
  let settle: (look: WorkerLook | null) => void = () => undefined;
  /** Looks are taken in turn. */
  let last: Promise<unknown> = Promise.resolve();

  const stop = (): void => {
    const stopped = child;
    child = null;
    stopped?.kill('SIGKILL');
  };
  const start = (): ChildProcess => {
    const process = fork(script, ['model', models], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {},
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    process.on('message', ({ id, look }: WorkerAnswer) => {
      if (id === lastId) settle(look);
    });
    process.once('error', () => undefined);
    process.once('close', (code) => {
      if (child !== process) return;
      child = null;
      restUntil = clock.monotonic() + restMs;
      // Codes 3 to 5 are the server's: no decoder, no runtime, no model.
      if (!isClosed) onProblem(`The recognition has ended (${code ?? 'by a signal'}). It needs node-av, onnxruntime-node and the model.`);
      settle(null);
    });
    return process;
  };
  const ask = (request: WorkerRequest): Promise<WorkerLook | null> => {
    if (isClosed || clock.monotonic() < restUntil) return Promise.resolve(null);
    return new Promise((resolve) => {
      const cancel = clock.after(timeoutMs, () => {
        stop();
        settle(null);
      });
      settle = (look) => {
        settle = () => undefined;
        cancel();
        resolve(look);
      };
      child ??= start();
      child.send({ ...request, id: (lastId += 1) });
    });
  };

  return {
    look: (request) => {
      const mine = last.then(() => ask(request));
      last = mine;
      return mine;
    },
    close: () => {
      isClosed = true;
      stop();
      settle(null);
    },
  };
}
