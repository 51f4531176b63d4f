import type { CameraSdCard, SdCard } from '@watchpost/contract/schemas/sd-card';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';

type Kind = 'format' | 'erase';
type Shown = NonNullable<Extract<SdCard, { readonly support: 'card' }>['work']>;

/** Tracks long operations on cameras' cards: they continue when the user who began them leaves, and are found again. */
export interface CardWork {
  /** Starts an operation. @throws {AppError} `sd-card-busy` while another one is pending, or what `prepare` throws */
  begin(cameraId: string, kind: Kind, steps: CardSteps): Promise<void>;
  /** Null when nothing is under way, nor failed lately. */
  find(cameraId: string): { readonly work: Shown; /** As it was before. */ readonly card: CameraSdCard } | null;
}

interface CardSteps {
  /** Returns the state of the card before the operation; throws when it can't begin. */
  prepare(): Promise<CameraSdCard>;
  run(options: { readonly signal: AbortSignal; readonly onProgress: (progress: number | null) => void }): Promise<unknown>;
}

/** Maximum duration (specification 2, section 9), ms. */
const timeoutMs = 2 * 60_000;
/** A failure is shown for this long, ms. */
const failureTtlMs = 10 * 60_000;

interface Entry {
  readonly kind: Kind;
  readonly card: CameraSdCard;
  work: Shown;
}

export function createCardWork({ clock, log }: { readonly clock: Clock; readonly log: Logger }): CardWork {
  const entries = new Map<string, Entry>();
  const preparing = new Set<string>();

  const run = async (cameraId: string, entry: Entry, steps: CardSteps): Promise<void> => {
    const abort = new AbortController();
    const cancel = clock.after(timeoutMs, () => abort.abort(new AppError(`sd-card-${entry.kind}-failed`)));
    const onProgress = (progress: number | null): void => {
      entry.work = { state: 'running', kind: entry.kind, progress };
    };
    try {
      await steps.run({ signal: abort.signal, onProgress });
      entries.delete(cameraId);
    } catch (error) {
      log.warn({ err: error, cameraId }, `The SD card could not be ${entry.kind === 'format' ? 'formatted' : 'erased'}`);
      entry.work = { state: 'failed', kind: entry.kind };
      clock.after(failureTtlMs, () => void (entries.get(cameraId) === entry && entries.delete(cameraId)));
    } finally {
      cancel();
    }
  };

  return {
    begin: async (cameraId, kind, steps) => {
      if (preparing.has(cameraId) || entries.get(cameraId)?.work.state === 'running') throw new AppError('sd-card-busy');
      preparing.add(cameraId);
      try {
        const entry: Entry = { kind, card: await steps.prepare(), work: { state: 'running', kind, progress: null } };
        entries.set(cameraId, entry);
        void run(cameraId, entry, steps);
      } finally {
        preparing.delete(cameraId);
      }
    },
    find: (cameraId) => entries.get(cameraId) ?? null,
  };
}
