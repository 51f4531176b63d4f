import { join, resolve } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import { findLookScript } from '../detection/detection-worker.ts';
import type { LinkEnd } from '../link/agent-link.ts';
import { openSettingsStore } from '../settings/settings-store.ts';
import { createCommandSpeaker, defaultPlayer } from '../speaker/command-speaker.ts';
import { becomeRegistered } from './become-registered.ts';
import { credentialsKey } from './identity.ts';
import type { FirmwareSlot } from './firmware-slot.ts';
import { chooseSources } from './open-sources.ts';
import type { CliOptions } from './options.ts';
import { resetCamera } from './reset-camera.ts';
import { openAll, runLinks } from './run-links.ts';
import type { SdCardPlace } from './sd-card-slot.ts';

export interface RunDeps {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** Null: this program accepts no updates. */
  readonly firmware: FirmwareSlot | null;
  /** Ends the program. */
  readonly signal: AbortSignal;
}

/** The camera was removed, and this process can't add it again: a restart would not help. */
export class CameraRemovedError extends Error {
  override readonly name = 'CameraRemovedError';
}

/**
 * Runs one camera: registers it if necessary, then pushes its video until the signal aborts. A removed camera is reset
 * and waits to be added again.
 * @throws {CameraRemovedError} when the camera was removed and can't be added again
 */
export async function runCamera(deps: RunDeps): Promise<void> {
  const { options, log } = deps;
  let { tokenFile } = options;
  while ((await runUntilItEnds({ ...deps, options: { ...options, tokenFile } })) === 'removed') {
    await resetCamera({ folder: options.dir, name: credentialsKey(options.name), sdCard: placeOfCard(options), log });
    log('The camera was removed from its account. Its settings, its card and its registration are reset.');
    if (options.localPort === 0 && !options.scan)
      throw new CameraRemovedError('Start it with a new registration token to add it again: --token-file FILE');
    // The token can only be used once.
    tokenFile = undefined;
  }
}

async function runUntilItEnds({ options, clock, appVersion, log, firmware, signal }: RunDeps): Promise<LinkEnd> {
  const { name, dir, speaker } = options;
  const [sources, settings] = await Promise.all([chooseSources(options), openSettingsStore(dir, credentialsKey(name), log)]);
  const opened = await openAll(sources, settings.current);
  const registered = await becomeRegistered({ options, clock, appVersion, log, openPicture: async () => opened.main }, signal);
  if (!registered) return 'stopped';
  const { credentials, serverUrl } = registered;
  try {
    return await runLinks(
      {
        serverUrl,
        credentials,
        sources,
        opened,
        settings,
        speaker: speaker === undefined ? undefined : createCommandSpeaker(speaker === 'default' ? defaultPlayer : speaker),
        sdCard: placeOfCard(options),
        firmwareVersion: appVersion,
        appVersion,
        firmware,
        detection: detectionOf(options),
        ffmpeg: options.ffmpeg,
        clock,
        log,
      },
      signal,
    );
  } finally {
    await registered.close();
  }
}

/** @throws {TypeError} when the recognition is not installed */
function detectionOf({ detect }: Pick<CliOptions, 'detect'>): { readonly script: string; readonly models: string } | null {
  if (detect === undefined) return null;
  const script = findLookScript();
  if (script === null)
    throw new TypeError(
      '--detect needs the package @watchpost/server beside this one: npx -p @watchpost/camera-agent -p @watchpost/server …',
    );
  return { script, models: resolve(detect) };
}

function placeOfCard({ sdCard, sdCardSize, dir, name }: CliOptions): SdCardPlace | null {
  return sdCard === undefined
    ? null
    : { folder: sdCard, quota: sdCardSize, settingsFile: join(dir, 'sd-card', `${credentialsKey(name)}.json`) };
}
