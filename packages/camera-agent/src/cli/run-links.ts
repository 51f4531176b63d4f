import { wait, type Clock } from '@watchpost/contract/timing/clock';
import type { CommandHandler } from '../control/command-handler.ts';
import { runControlLink, type CameraStatus } from '../control/control-link.ts';
import { createDetectionHandlers } from '../detection/detection-handlers.ts';
import { createLookWorker } from '../detection/detection-worker.ts';
import { runAgentLink, type LinkEnd, type LinkState } from '../link/agent-link.ts';
import type { Credentials } from '../link/credentials.ts';
import type { FeedSources, MainFeed } from '../link/main-feed.ts';
import { createSettingsHandlers } from '../settings/settings-handlers.ts';
import { readNetwork } from '../settings/settings-network.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import { createSnapshotHandlers } from '../snapshot/snapshot-handlers.ts';
import { unadjusted, type Adjustment } from '../sources/adjustment.ts';
import type { Speaker } from '../speaker/speech.ts';
import type { FirmwareSlot } from './firmware-slot.ts';
import type { Sources } from './open-sources.ts';
import { createSdCardSlot, type SdCardPlace, type SdCardSlot } from './sd-card-slot.ts';

export interface RunLinks {
  readonly serverUrl: string;
  readonly credentials: Credentials;
  readonly sources: Sources;
  /** `sources`, already opened with the current settings; opened here when undefined. */
  readonly opened?: FeedSources | undefined;
  readonly settings: SettingsStore;
  readonly speaker: Speaker | undefined;
  /** Null: the camera has no card slot. */
  readonly sdCard: SdCardPlace | null;
  readonly firmwareVersion: string | null;
  /** Version of this program. */
  readonly appVersion: string | null;
  /** Null: this program accepts no updates. */
  readonly firmware: FirmwareSlot | null;
  /** The server's recognition, and the folder of its model; null: the server looks. */
  readonly detection: { readonly script: string; readonly models: string } | null;
  /** The program's path. */
  readonly ffmpeg: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

type RunningFeed = Pick<MainFeed, 'exchange' | 'tap' | 'newestKey'>;

/** Delay that lets an answer leave before its consequences, ms. */
const answerDelayMs = 500;

/** Pushes a camera's video and executes the server's commands until the signal aborts; starts over when a restart is requested. */
export async function runLinks({ opened, ...context }: RunLinks, signal: AbortSignal): Promise<LinkEnd> {
  let sources = opened;
  const over = new AbortController();
  const { sdCard, serverUrl, credentials, settings, clock, log } = context;
  const timeZone = (): string => settings.current.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const slot = sdCard && (await createSdCardSlot({ ...sdCard, serverUrl, agentToken: credentials.agentToken, timeZone, clock, log }));
  const recording = slot?.run(AbortSignal.any([signal, over.signal]));
  try {
    for (;;) {
      const end = await runOnce({ ...context, slot }, sources ?? (await openAll(context.sources, context.settings.current)), signal);
      if (end !== 'restart') return end;
      context.log('restarting');
      sources = undefined;
    }
  } finally {
    over.abort();
    await recording;
  }
}

export async function openAll({ main, openLow }: Sources, adjustment: Adjustment): Promise<FeedSources> {
  return { main: await main.open(adjustment), low: await openLow(adjustment) };
}

async function runOnce(
  {
    serverUrl,
    credentials: { cameraId, agentToken, removalHash },
    sources,
    settings,
    speaker,
    firmwareVersion,
    appVersion,
    firmware,
    detection,
    ffmpeg,
    clock,
    log,
    slot,
  }: Omit<RunLinks, 'opened' | 'sdCard'> & { readonly slot: SdCardSlot | null },
  { main, low }: FeedSources,
  signal: AbortSignal,
): Promise<LinkEnd | 'restart'> {
  const again = new AbortController();
  const over = new AbortController();
  const ended = AbortSignal.any([signal, again.signal, over.signal]);
  let onRunning: (feed: RunningFeed) => void = () => undefined;
  const running = new Promise<RunningFeed>((resolve) => (onRunning = resolve));
  const onFeed = (feed: RunningFeed): void => {
    onRunning(feed);
    slot?.onFeed(feed);
  };
  // A source opened with its sound off reports no audio track.
  const hasSound = main.audio !== null || settings.current.isMicrophoneOn !== unadjusted.isMicrophoneOn;
  const apply = async (next: Adjustment): Promise<void> => (await running).exchange(() => openAll(sources, next), sources.main.isExclusive);
  const worker = detection && createLookWorker({ ...detection, clock, onProblem: log });
  // The commands that the camera supports, by feature.
  const handlers: CommandHandler[] = [
    ...(sources.onvif?.handlers({ store: settings, hasSound, apply, onProblem: log }) ??
      createSettingsHandlers({
        store: settings,
        offers: sources.main.offers.filter((name) => hasSound || (name !== 'isMicrophoneOn' && name !== 'microphoneSensitivity')),
        apply,
        network: readNetwork,
        restart: () => void wait(clock, answerDelayMs, ended).then(() => again.abort()),
      })),
    ...createSnapshotHandlers({ feed: running, ffmpeg, clock, serverUrl, agentToken }),
    ...(slot?.handlers ?? []),
    ...(worker ? createDetectionHandlers({ cameraId, feed: running, worker, clock }) : []),
    ...(firmware?.handlersOf({
      serverUrl,
      agentToken,
      restart: () => void wait(clock, answerDelayMs, ended).then(() => firmware.restart()),
    }) ?? []),
  ];
  const status = async (): Promise<CameraStatus> => ({
    firmwareVersion,
    appVersion,
    battery: null,
    signal: (await readNetwork()).find((one) => one.signal !== null)?.signal ?? null,
  });
  const controlling = runControlLink({ serverUrl, cameraId, agentToken, handlers, status, clock, onProblem: log }, ended);
  const onState = (state: LinkState, detail: string): void => {
    log(`${state} (${detail})`);
    slot?.setSeen(state === 'connected');
    if (state === 'connected') firmware?.onReached();
  };
  const end = await runAgentLink(
    { serverUrl, agentToken, removalHash, main, clock, onFeed, ...(low && { low }), ...(speaker && { speaker }), onState },
    AbortSignal.any([signal, again.signal]),
  );
  over.abort();
  worker?.close();
  await controlling;
  return again.signal.aborted && !signal.aborted && end === 'stopped' ? 'restart' : end;
}
