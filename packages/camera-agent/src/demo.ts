import { mkdir } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { join } from 'node:path';
import type { SdCardPlace } from './cli/sd-card-slot.ts';
import { chooseSources } from './cli/open-sources.ts';
import { runLinks } from './cli/run-links.ts';
import { loadCredentials, removeCredentials, saveCredentials, type Credentials } from './link/credentials.ts';
import { register } from './link/registration.ts';
import type { Clock } from './kernel/clock.ts';
import { openSettingsStore } from './settings/settings-store.ts';
import { formatCard } from './sd-card/store/store-files.ts';
import { createFileSpeaker } from './speaker/file-speaker.ts';

/** The places that the virtual cameras show. */
export const scenes = ['street', 'porch', 'warehouse'] as const;
export type Scene = (typeof scenes)[number];

/** One line of standard input: a camera to bring up for the first time. */
interface DemoOrder {
  readonly serverUrl: string;
  readonly registrationToken: string;
  readonly scene: Scene;
  readonly title: string;
}

export interface DemoOptions {
  /** Orders as JSON lines; the demo ends when it closes, so that it never outlives the server. */
  readonly orders: Readable;
  /** Where the cameras' credentials are kept. */
  readonly folder: string;
  /** Where saved cameras connect to. */
  readonly serverUrl: string | undefined;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

/** Of a virtual camera's SD card, bytes. */
const cardSize = 1_000_000_000;
const noOtherSource = { rtsp: undefined, rtspFile: undefined, onvif: undefined, onvifFile: undefined, device: undefined, testPicture: false, ffmpeg: 'ffmpeg' };
const assets = join(import.meta.dirname, '../assets');

/** Runs the demo's virtual cameras until `orders` closes. */
export async function runDemo({ orders, folder, serverUrl, clock, log }: DemoOptions): Promise<void> {
  const stop = new AbortController();
  const running: Promise<void>[] = [];

  const run = async (scene: Scene, url: string, credentials: Credentials): Promise<void> => {
    const tell = (line: string): void => log(`${scene}: ${line}`);
    const sources = await chooseSources({ ...noOtherSource, file: join(assets, `${scene}.mp4`), low: join(assets, `${scene}-low.mp4`) });
    const settings = await openSettingsStore(folder, scene, tell);
    const end = await runLinks({ serverUrl: url, credentials, sources, settings, speaker: createFileSpeaker(join(folder, `${scene}-speech`)), sdCard: await insertCard(folder, scene), firmwareVersion: null, firmware: null, ffmpeg: noOtherSource.ffmpeg, clock, log: tell }, stop.signal);
    if (end === 'refused') {
      log(`${scene}: the server does not know this camera any more`);
      await removeCredentials(folder, scene);
    }
  };
  const guard = (scene: string, work: Promise<void>): void => void running.push(work.catch((error: unknown) => log(`${scene}: ${error instanceof Error ? error.message : String(error)}`)));

  if (serverUrl !== undefined) {
    const saved = await loadCredentials(folder, (file) => log(`${file} can't be read; remove the camera in the app and start anew`));
    for (const scene of scenes) {
      const credentials = saved.get(scene);
      if (credentials) guard(scene, run(scene, serverUrl, credentials));
    }
  }
  for await (const line of createInterface({ input: orders })) {
    const order = parseOrder(line);
    if (!order) {
      log('A line that is not an order was ignored');
      continue;
    }
    guard(order.scene, addCamera(order, folder).then((credentials) => run(order.scene, order.serverUrl, credentials)));
  }
  stop.abort();
  await Promise.all(running);
}

/** A new card comes formatted, as one from a shop does. */
async function insertCard(folder: string, scene: Scene): Promise<SdCardPlace> {
  const card = join(folder, 'sd-cards', scene);
  if (await mkdir(card, { recursive: true })) await formatCard(card, new AbortController().signal, () => undefined);
  return { folder: card, quota: cardSize, settingsFile: join(folder, 'sd-cards', `${scene}.json`) };
}

async function addCamera({ serverUrl, registrationToken, scene, title }: DemoOrder, folder: string): Promise<Credentials> {
  const credentials = await register({ serverUrl, registrationToken, title, serialNumber: `WP-VIRTUAL-${scene.toUpperCase()}`, model: 'Virtual camera' });
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
