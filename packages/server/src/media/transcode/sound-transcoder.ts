import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { decoderEnvironment } from '../../kernel/process/decoder-environment.ts';
import { exitWithoutCodecs, type SoundAnswer, type SoundCodec, type SoundRequest } from './transcode-messages.ts';

export interface SoundFormat {
  readonly codec: SoundCodec;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** The transcoding of one camera's audio to AAC. */
interface SoundEncoding {
  /**
   * Transcodes a piece of audio.
   * @param time samples on any timeline
   */
  push(time: number, data: Uint8Array): void;
  close(): void;
}

/** Transcodes G.711, G.726 and PCM, which browsers do not play in MP4, to AAC; one process for all cameras, started on demand. */
export interface SoundTranscoder {
  /** Starts transcoding; null without codecs, which leaves the stream with video only. */
  open(format: SoundFormat, onFrame: (time: number, data: Uint8Array) => void): SoundEncoding | null;
  close(): void;
}

/** An idle process is stopped after this time to free its memory. */
const idleTimeoutMs = 60_000;
/** Wait after a crash. */
const retryDelayMs = 5000;
const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'sound-process.ts' : 'sound-process.js');

export function createSoundTranscoder({ clock, log }: { clock: Clock; log: Logger }): SoundTranscoder {
  const listeners = new Map<number, (time: number, data: Uint8Array) => void>();
  let child: ChildProcess | null = null;
  let lastId = 0;
  let restUntil = 0;
  let hasCodecs = true;
  let isClosed = false;
  let cancelIdle = (): void => undefined;

  const stop = (): void => {
    const stopped = child;
    child = null;
    stopped?.kill('SIGKILL');
  };
  const start = (): ChildProcess => {
    const started = fork(script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: decoderEnvironment(),
      execArgv: ['--disable-warning=ExperimentalWarning'],
    });
    started.on('message', ({ id, frames }: SoundAnswer) => {
      for (const { time, data } of frames) listeners.get(id)?.(time, data);
    });
    started.once('error', (error) => log.warn({ err: error }, 'The sound of cameras can not be transcoded'));
    started.once('close', (code, signal) => {
      if (child !== started) return;
      child = null;
      if (code === exitWithoutCodecs) {
        hasCodecs = false;
        log.warn('Cameras with G.711, G.726 or PCM are silent: the optional package node-av is not installed');
        return;
      }
      restUntil = clock.monotonic() + retryDelayMs;
      log.warn({ code, signal }, 'The audio transcoding process ended; restarting it');
    });
    return started;
  };
  const send = (request: SoundRequest): void => {
    if (isClosed || !hasCodecs || (!child && clock.monotonic() < restUntil)) return;
    child ??= start();
    if (child.connected) child.send(request);
  };

  return {
    open: ({ codec, sampleRate, channels }, onFrame) => {
      if (isClosed || !hasCodecs) return null;
      const id = (lastId += 1);
      listeners.set(id, onFrame);
      cancelIdle();
      const request = { id, codec, sampleRate, channels };
      return {
        push: (time, data) => {
          if (data.length > 0) send({ ...request, time, data });
        },
        close: () => {
          if (!listeners.delete(id)) return;
          if (child) send({ ...request, time: 0, data: new Uint8Array() });
          if (listeners.size === 0) cancelIdle = clock.after(idleTimeoutMs, stop);
        },
      };
    },
    close: () => {
      isClosed = true;
      cancelIdle();
      listeners.clear();
      stop();
    },
  };
}
