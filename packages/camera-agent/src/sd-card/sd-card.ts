import type { CameraSdCard, SdCardVideoPage } from '@watchpost/contract/schemas/sd-card';
import { CommandError } from '../control/command-handler.ts';
import type { Clock, WallClock } from '../kernel/clock.ts';
import type { MainTap } from '../link/main-feed.ts';
import { openRendition, type Rendition } from './mp4/mp4-rendition.ts';
import { createPolicy, type Policy, type SdCardSettings } from './sd-card-policy.ts';
import { createRecorder } from './sd-card-recorder.ts';
import { loadSettings, saveSettings } from './sd-card-settings.ts';
import { formatCard, isMissing, readCardState, type CardState } from './store/store-files.ts';
import { openStore, type Store } from './store/store.ts';

/** A folder with a quota that is to a camera what an SD card is. */
export interface SdCard extends Pick<Policy, 'setMoving' | 'setSeen'> {
  /** Looks after the card and records on it, until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  read(): Promise<CameraSdCard>;
  write(change: Partial<SdCardSettings>): Promise<CameraSdCard>;
  /** Newest first. @param before only those that begin before it, Unix ms */
  list(before: number | null, limit: number): Promise<SdCardVideoPage>;
  /** @throws {CommandError} `sd-card-recording` while it is not finished, `sd-card-video-gone` */
  open(videoId: string, withAudio: boolean): Promise<Rendition>;
  /** @throws {CommandError} `sd-card-not-installed`, `sd-card-busy`, `sd-card-format-failed` */
  format(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
  /** @throws {CommandError} `sd-card-not-installed`, `sd-card-not-mounted`, `sd-card-busy`, `sd-card-erase-failed` */
  erase(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
}

export interface SdCardOptions {
  /** The card: a folder that may be missing, as a card may. */
  readonly card: string;
  /** Bytes. */
  readonly quota: number;
  /** Where the settings are kept: they are the camera's, not the card's. */
  readonly settingsFile: string;
  /** Hands over the camera's full picture from now on; null: no more. */
  readonly tap: (onFrame: MainTap | null) => void;
  readonly timeZone: () => string;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly onProblem: (problem: string) => void;
}

/** Recordings whose index is kept in memory: those that are being watched. */
const mostOpen = 4;
/** A card that was put in or pulled out is noticed so soon, ms. */
const lookEvery = 5000;

export async function createSdCard(options: SdCardOptions): Promise<SdCard> {
  const { card, quota, settingsFile, tap, timeZone, clock, wallClock, onProblem } = options;
  let settings = await loadSettings(settingsFile);
  const policy = createPolicy({ settings: () => settings, timeZone, clock });
  let store: Store | null = null;
  let stopRecording: (() => Promise<void>) | null = null;
  const opened = new Map<string, Rendition>();
  let isRunning = false;
  let isBusy = false;
  let turn: Promise<unknown> = Promise.resolve();
  /** One thing at a time: looking, formatting, erasing. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const startRecording = (into: Store): (() => Promise<void>) => {
    const recorder = createRecorder({ isWanted: policy.isWanted, leadIn: policy.leadIn, begin: into.begin, longestVideo: into.longestVideo });
    tap((tracks, frame) => recorder.add(tracks, frame, wallClock()));
    return () => {
      tap(null);
      return recorder.end();
    };
  };
  const endRecording = async (): Promise<void> => {
    const stop = stopRecording;
    stopRecording = null;
    await stop?.();
  };
  let told = '';
  /** Once, not whenever it is looked at the card. */
  const tell = (error: unknown): void => {
    const problem = `The SD card can't be used: ${error instanceof Error ? error.message : String(error)}`;
    if (problem !== told) onProblem(problem);
    told = problem;
  };
  const onFailure = (error: unknown): void => {
    tell(error);
    void inTurn(async () => {
      await endRecording();
      store = null;
    });
  };
  /** Brings what runs in line with the card that is there and with the settings. */
  const look = async (): Promise<CardState> => {
    const state = await readCardState(card);
    if (state !== 'installed') {
      await endRecording();
      store = null;
      return state;
    }
    try {
      store ??= await openStore({ card, quota, onFailure, onProblem });
    } catch (error) {
      tell(error);
      return 'not-mounted';
    }
    if (settings.recording === 'off' || !isRunning) await endRecording();
    else stopRecording ??= startRecording(store);
    return state;
  };
  const describe = async (): Promise<CameraSdCard> => {
    const state = await look();
    const shared = { recording: settings.recording, schedule: [...settings.schedule], timeZone: timeZone() };
    return { ...shared, card: state === 'installed' && store ? { state, memory: await store.memory() } : { state: state === 'installed' ? 'not-mounted' : state } };
  };
  const idle = (): void => {
    if (isBusy) throw new CommandError('sd-card-busy');
  };
  const mounted = async (): Promise<Store> => {
    idle();
    const state = await inTurn(look);
    if (store) return store;
    throw missing(state);
  };
  /** Nothing is recorded and nothing else is done meanwhile. */
  const alone = (failure: 'sd-card-format-failed' | 'sd-card-erase-failed', work: () => Promise<void>): Promise<void> => {
    idle();
    isBusy = true;
    return inTurn(async () => {
      try {
        await endRecording();
        await work();
      } catch (error) {
        throw error instanceof CommandError ? error : new CommandError(failure, `${failure}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        isBusy = false;
        await look().catch(tell);
      }
    });
  };

  return {
    run: async (signal) => {
      isRunning = true;
      while (!signal.aborted) {
        await inTurn(look).catch(tell);
        await clock.wait(lookEvery, signal);
      }
      isRunning = false;
      await inTurn(endRecording);
    },
    read: async () => {
      idle();
      return inTurn(describe);
    },
    write: async (change) => {
      idle();
      return inTurn(async () => {
        const next = { ...settings, ...change };
        await saveSettings(settingsFile, next);
        settings = next;
        return describe();
      });
    },
    list: async (before, limit) => (await mounted()).list(before, limit),
    open: async (videoId, withAudio) => {
      const found = (await mounted()).find(videoId);
      if (found === 'recording') throw new CommandError('sd-card-recording');
      if (!found) throw new CommandError('sd-card-video-gone');
      const name = `${found.path} ${withAudio}`;
      const rendition = opened.get(name) ?? (await openRendition(found.path, withAudio).catch(gone));
      opened.delete(name);
      opened.set(name, rendition);
      for (const [oldest] of opened) if (opened.size > mostOpen) opened.delete(oldest);
      return { size: rendition.size, read: (start, end) => rendition.read(start, end).catch(gone) };
    },
    format: async (signal, progress) => {
      await alone('sd-card-format-failed', async () => {
        if ((await readCardState(card)) === 'not-installed') throw new CommandError('sd-card-not-installed');
        store = null;
        await formatCard(card, signal, progress);
      });
    },
    erase: async (signal, progress) => {
      await alone('sd-card-erase-failed', async () => {
        const state = await look();
        if (!store) throw missing(state);
        await endRecording();
        await store.erase(signal, progress);
      });
    },
    setMoving: policy.setMoving,
    setSeen: policy.setSeen,
  };
}

function missing(state: CardState): CommandError {
  return new CommandError(state === 'not-installed' ? 'sd-card-not-installed' : 'sd-card-not-mounted');
}

/** Overwritten between the question and the answer. */
function gone(error: unknown): never {
  throw isMissing(error) ? new CommandError('sd-card-video-gone') : error;
}
