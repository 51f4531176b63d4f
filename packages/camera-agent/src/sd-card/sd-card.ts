import type { CameraSdCard, SdCardVideoPage } from '@watchpost/contract/schemas/sd-card';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { CommandError } from '../control/command-handler.ts';
import type { WallClock } from '../kernel/wall-clock.ts';
import type { MainTap } from '../link/main-feed.ts';
import { openRendition, type Rendition } from './mp4/rendition.ts';
import { createPolicy, type Policy, type SdCardSettings } from './sd-card-policy.ts';
import { createRecorder } from './sd-card-recorder.ts';
import { loadSettings, saveSettings } from './sd-card-settings.ts';
import { formatCard, isMissing, readCardState, type CardState } from './store/store-files.ts';
import { openStore, type Store } from './store/store.ts';

/** A folder with a quota that serves a camera as its SD card. */
export interface SdCard extends Pick<Policy, 'setMoving' | 'setSeen'> {
  /** Monitors the card and records on it until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  read(): Promise<CameraSdCard>;
  write(change: Partial<SdCardSettings>): Promise<CameraSdCard>;
  /** Lists recordings, newest first. @param before only those that start earlier, Unix ms */
  list(before: number | null, limit: number): Promise<SdCardVideoPage>;
  /** @throws {CommandError} `sd-card-recording` while it is not finished, `sd-card-video-gone` */
  open(videoId: string, withAudio: boolean): Promise<Rendition>;
  /** @throws {CommandError} `sd-card-not-installed`, `sd-card-busy`, `sd-card-format-failed` */
  format(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
  /** @throws {CommandError} `sd-card-not-installed`, `sd-card-not-mounted`, `sd-card-busy`, `sd-card-erase-failed` */
  erase(signal: AbortSignal, progress: (fraction: number) => void): Promise<void>;
}

export interface SdCardOptions {
  /** Path of the card's folder; it may be missing, like a card. */
  readonly card: string;
  /** Bytes. */
  readonly quota: number;
  /** File of the settings: they belong to the camera, not the card. */
  readonly settingsFile: string;
  /** Sets the listener for the camera's main stream; null removes it. */
  readonly tap: (onFrame: MainTap | null) => void;
  readonly timeZone: () => string;
  readonly clock: Clock;
  readonly wallClock: WallClock;
  readonly onProblem: (problem: string) => void;
}

/** Limits how many recordings keep their index in memory for viewers. */
const maxOpenVideos = 4;
/** Interval of checks for an inserted or removed card, ms. */
const checkIntervalMs = 5000;

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
  /** Runs one task at a time: checking, formatting, erasing. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const startRecording = (into: Store): (() => Promise<void>) => {
    const recorder = createRecorder({
      isWanted: policy.isWanted,
      leadIn: policy.leadIn,
      begin: into.begin,
      maxVideoBytes: into.maxVideoBytes,
    });
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
  let lastProblem = '';
  /** Report a problem once, not at every check. */
  const reportProblem = (error: unknown): void => {
    const problem = `The SD card can't be used: ${error instanceof Error ? error.message : String(error)}`;
    if (problem !== lastProblem) onProblem(problem);
    lastProblem = problem;
  };
  const onFailure = (error: unknown): void => {
    reportProblem(error);
    void inTurn(async () => {
      await endRecording();
      store = null;
    });
  };
  /** Starts or stops recording according to the present card and the settings. */
  const checkCard = async (): Promise<CardState> => {
    const state = await readCardState(card);
    if (state !== 'installed') {
      await endRecording();
      store = null;
      return state;
    }
    try {
      store ??= await openStore({ card, quota, onFailure, onProblem });
    } catch (error) {
      reportProblem(error);
      return 'not-mounted';
    }
    if (settings.recording === 'off' || !isRunning) await endRecording();
    else stopRecording ??= startRecording(store);
    return state;
  };
  const describe = async (): Promise<CameraSdCard> => {
    const state = await checkCard();
    const shared = { recording: settings.recording, schedule: [...settings.schedule], timeZone: timeZone() };
    return {
      ...shared,
      card:
        state === 'installed' && store ? { state, memory: await store.memory() } : { state: state === 'installed' ? 'not-mounted' : state },
    };
  };
  const idle = (): void => {
    if (isBusy) throw new CommandError('sd-card-busy');
  };
  const mounted = async (): Promise<Store> => {
    idle();
    const state = await inTurn(checkCard);
    if (store) return store;
    throw missing(state);
  };
  /** Pauses recording and every other task meanwhile. */
  const alone = (failure: 'sd-card-format-failed' | 'sd-card-erase-failed', work: () => Promise<void>): Promise<void> => {
    idle();
    isBusy = true;
    return inTurn(async () => {
      try {
        await endRecording();
        await work();
      } catch (error) {
        throw error instanceof CommandError
          ? error
          : new CommandError(failure, `${failure}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        isBusy = false;
        await checkCard().catch(reportProblem);
      }
    });
  };

  return {
    run: async (signal) => {
      isRunning = true;
      while (!signal.aborted) {
        await inTurn(checkCard).catch(reportProblem);
        await wait(clock, checkIntervalMs, signal);
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
      const rendition = opened.get(name) ?? (await openRendition(found.path, withAudio).catch(throwAsGone));
      opened.delete(name);
      opened.set(name, rendition);
      for (const [oldest] of opened) if (opened.size > maxOpenVideos) opened.delete(oldest);
      return { size: rendition.size, read: (start, end) => rendition.read(start, end).catch(throwAsGone) };
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
        const state = await checkCard();
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

/** The recording was overwritten between listing and reading. */
function throwAsGone(error: unknown): never {
  throw isMissing(error) ? new CommandError('sd-card-video-gone') : error;
}
