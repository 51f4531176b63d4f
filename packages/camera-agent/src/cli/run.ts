import { join } from 'node:path';
import type { Clock } from '../kernel/clock.ts';
import { openSettingsStore } from '../settings/settings-store.ts';
import { createCommandSpeaker, defaultPlayer } from '../speaker/command-speaker.ts';
import { becomeRegistered } from './become-registered.ts';
import { credentialsKey } from './identity.ts';
import type { FirmwareSlot } from './firmware-slot.ts';
import { chooseSources } from './open-sources.ts';
import type { CliOptions } from './options.ts';
import { openAll, runLinks } from './run-links.ts';
import type { SdCardPlace } from './sd-card-slot.ts';

export interface RunDeps {
  readonly options: CliOptions;
  readonly clock: Clock;
  readonly appVersion: string;
  readonly log: (line: string) => void;
  /** Null: nobody may update this program. */
  readonly firmware: FirmwareSlot | null;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The server does not know the camera any more: to start again would not help. */
export class CameraRemovedError extends Error {
  override readonly name = 'CameraRemovedError';
}

/**
 * Runs one camera: registers it if it is not yet, then pushes its video until the signal aborts.
 * @throws {CameraRemovedError} when the server does not know it any more
 */
export async function runCamera({ options, clock, appVersion, log, firmware, signal }: RunDeps): Promise<void> {
  const { name, dir, speaker } = options;
  const [sources, settings] = await Promise.all([chooseSources(options), openSettingsStore(dir, credentialsKey(name), log)]);
  const opened = await openAll(sources, settings.current);
  const registered = await becomeRegistered({ options, clock, appVersion, log, openPicture: async () => opened.main }, signal);
  if (!registered) return;
  const { credentials, serverUrl } = registered;
  try {
    const end = await runLinks(
      { serverUrl, credentials, sources, opened, settings, speaker: speaker === undefined ? undefined : createCommandSpeaker(speaker === 'default' ? defaultPlayer : speaker), sdCard: placeOfCard(options), firmwareVersion: appVersion, firmware, ffmpeg: options.ffmpeg, clock, log },
      signal,
    );
    if (end === 'refused') throw new CameraRemovedError(`The server does not know this camera. It was removed there: delete ${dir}/${credentialsKey(name)}.json and register it again.`);
  } finally {
    await registered.close();
  }
}

function placeOfCard({ sdCard, sdCardSize, dir, name }: CliOptions): SdCardPlace | null {
  return sdCard === undefined ? null : { folder: sdCard, quota: sdCardSize, settingsFile: join(dir, 'sd-card', `${credentialsKey(name)}.json`) };
}
