import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { SdCardPlace } from './cli/sd-card-slot.ts';
import { resetCamera } from './cli/reset-camera.ts';
import { runLinks } from './cli/run-links.ts';
import { demoSources, scenes, type Scene } from './demo-scenes.ts';
import { loadCredentials, saveCredentials, type Credentials } from './link/credentials.ts';
import { loadDeviceKey } from './link/device-key.ts';
import { register } from './link/registration.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { formatCard } from './sd-card/store/store-files.ts';
import { createFileSpeaker } from './speaker/file-speaker.ts';

/** One line of standard input: a camera to start for the first time. */
interface DemoOrder {
  readonly serverUrl: string;
  readonly registrationToken: string;
  readonly scene: Scene;
  readonly title: string;
}

export interface DemoOptions {
  /** Orders as JSON lines; the demo ends when the stream closes, so that it never outlives the server. */
  readonly orders: Readable;
  /** Folder of the cameras' credentials. */
  readonly folder: string;
  /** Server of saved cameras. */
  readonly serverUrl: string | undefined;
  /** Someone comes by all the time instead of every five minutes. */
  readonly isBusy: boolean;
  /** Version of this program. */
  readonly appVersion: string;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Size of a virtual camera's SD card, bytes. */
const cardSizeBytes = 1_000_000_000;

/** Runs the demo's virtual cameras until `orders` closes. */
export async function runDemo({ orders, folder, serverUrl, isBusy, appVersion, clock, log }: DemoOptions): Promise<void> {
  const stop = new AbortController();
  const running: Promise<void>[] = [];

  const run = async (scene: Scene, url: string, credentials: Credentials): Promise<void> => {
    const logScene = (line: string): void => log(`${scene}: ${line}`);
    const settings = await openSettingsStore(folder, scene, logScene);
    const sdCard = await insertCard(folder, scene);
    const end = await runLinks(
      {
        serverUrl: url,
        credentials,
        sources: demoSources(scene, { isBusy }),
        settings,
        speaker: createFileSpeaker(join(folder, `${scene}-speech`)),
        sdCard,
        firmwareVersion: null,
        appVersion,
        firmware: null,
        detection: null,
        ffmpeg: 'ffmpeg',
        clock,
        log: logScene,
      },
      stop.signal,
    );
    if (end === 'removed') {
      logScene('the camera was removed');
      await resetCamera({ folder, name: scene, sdCard, log: logScene });
    }
  };
  const guard = (scene: string, work: Promise<void>): void =>
    void running.push(work.catch((error: unknown) => log(`${scene}: ${error instanceof Error ? error.message : String(error)}`)));

  if (serverUrl !== undefined) {
    const saved = await loadCredentials(folder, (file) => log(`${file} can't be read; remove the camera in the app and start again`));
    for (const scene of scenes) {
      const credentials = saved.get(scene);
      if (credentials) guard(scene, run(scene, serverUrl, credentials));
    }
  }
  let added: Promise<unknown> = Promise.resolve();
  for await (const line of createInterface({ input: orders })) {
    const order = parseOrder(line);
    if (!order) {
      log('An invalid line on standard input was ignored');
      continue;
    }
    // One after another: the app lists cameras in the order in which they were added.
    const credentials = added.then(() => addCamera(order, folder));
    added = credentials.catch(() => undefined);
    guard(
      order.scene,
      credentials.then((own) => run(order.scene, order.serverUrl, own)),
    );
  }
  stop.abort();
  await Promise.all(running);
}

/** Formats a new card, as shops sell them. */
async function insertCard(folder: string, scene: Scene): Promise<SdCardPlace> {
  const card = join(folder, 'sd-cards', scene);
  if (await mkdir(card, { recursive: true })) await formatCard(card, new AbortController().signal, () => undefined);
  return { folder: card, quota: cardSizeBytes, settingsFile: join(folder, 'sd-cards', `${scene}.json`) };
}

async function addCamera({ serverUrl, registrationToken, scene, title }: DemoOrder, folder: string): Promise<Credentials> {
  const credentials = await register({
    serverUrl,
    registrationToken,
    title,
    device: await loadDeviceKey(folder, scene),
    model: 'Virtual camera',
  });
  await saveCredentials(folder, scene, credentials);
  return credentials;
}

function parseOrder(line: string): DemoOrder | null {
  try {
    const { serverUrl, registrationToken, scene, title } = JSON.parse(line) as Partial<Record<keyof DemoOrder, unknown>>;
    const known = scenes.find((name) => name === scene);
    if (typeof serverUrl !== 'string' || typeof registrationToken !== 'string' || typeof title !== 'string' || !known) return null;
    return { serverUrl, registrationToken, scene: known, title };
  } catch {
    return null;
  }
}
