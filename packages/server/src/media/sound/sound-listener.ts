import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import { createDecodingProcess } from '../detection/decoding-process.ts';
import { exitWithoutDecoder, type Hearing, type SoundAnswer, type SoundRequest } from './sound-messages.ts';

/** Decodes and analyses sound. */
export interface SoundListener {
  /** Returns null when it can't be decoded, or when too many are waiting. */
  listen(request: Omit<SoundRequest, 'id'>): Promise<Hearing | null>;
  isAvailable(): boolean;
  close(): void;
}

/** At most one piece of each camera waits. */
const maxPending = 500;
const timeoutMs = 10_000;
const script = join(import.meta.dirname, import.meta.filename.endsWith('.ts') ? 'sound-process.ts' : 'sound-process.js');

export function createSoundListener({ clock, log }: { readonly clock: Clock; readonly log: Logger }): SoundListener {
  let isAvailable = true;
  const worker = createDecodingProcess<SoundRequest, SoundAnswer>({
    clock,
    log,
    name: 'sound detection',
    script,
    maxPending,
    timeoutMs,
    canRestart: (code) => {
      if (code !== exitWithoutDecoder) return true;
      isAvailable = false;
      log.warn('Sound is not analysed: the optional package node-av is not installed');
      return false;
    },
  });
  return {
    listen: async (request) => (await worker.ask(request))?.hearing ?? null,
    isAvailable: () => isAvailable,
    close: worker.close,
  };
}
