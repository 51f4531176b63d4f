import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { CamerasService } from '../features/cameras/index.ts';
import type { SessionService } from '../features/session/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';

const scenes = [
  { scene: 'street', titles: { en: 'Street', ru: 'Улица' } },
  { scene: 'porch', titles: { en: 'Front door', ru: 'Входная дверь' } },
  { scene: 'warehouse', titles: { en: 'Warehouse', ru: 'Склад' } },
] as const;

/** The first sign-in does not wait longer for its cameras, ms. */
const patience = 2000;

export interface DemoDeps {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly url: string;
  readonly sessions: SessionService;
  readonly cameras: Pick<CamerasService, 'onCameraAdded'>;
  /** Makes a registration token for a customer. */
  readonly createRegistrationToken: (customerId: string) => Promise<string>;
}

/**
 * Brings up the virtual cameras: a child process that registers three of them for the first customer who signs in,
 * and at later starts runs those again. Standard input is its leash: it ends when that closes, even after kill -9.
 */
export async function startDemo({ config, clock, log, url, sessions, cameras, createRegistrationToken }: DemoDeps): Promise<() => Promise<void>> {
  const main = findAgent();
  if (main === null) {
    log.warn('The demo cameras are not installed (@watchpost/camera-agent)');
    return async () => undefined;
  }
  const child = spawn(process.execPath, [main, 'demo'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // Nothing of the server's own environment, which may hold secrets.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...(config.ffmpegPath !== null && { FFMPEG_PATH: config.ffmpegPath }),
      WATCHPOST_AGENT_DIR: join(config.dataDir, 'agents'),
      WATCHPOST_SERVER_URL: url,
    },
  });
  child.on('error', (error) => log.warn({ err: error }, 'The demo cameras did not start'));
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (text: Buffer) => log.debug({ from: 'demo' }, text.toString().trimEnd()));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

  sessions.onCustomerCreated(async ({ customerId, isFirst, locale }) => {
    if (!isFirst) return;
    // The first page that a newcomer sees has the cameras: their sign-in waits a moment for them.
    const { promise: allAdded, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(patience, resolve);
    let missing: number = scenes.length;
    cameras.onCameraAdded(() => {
      missing -= 1;
      if (missing === 0) resolve();
    });
    try {
      for (const { scene, titles } of scenes) {
        const registrationToken = await createRegistrationToken(customerId);
        child.stdin.write(`${JSON.stringify({ serverUrl: url, registrationToken, scene, title: titles[locale] })}\n`);
      }
      await allAdded;
    } catch (error) {
      log.warn({ err: error }, 'The demo cameras could not be registered');
    } finally {
      cancel();
    }
  });

  return async () => {
    child.stdin.end();
    const cancel = clock.after(2000, () => child.kill('SIGKILL'));
    await exited;
    cancel();
  };
}

/** The program of the camera agent, when it is installed beside the server. */
function findAgent(): string | null {
  try {
    const require = createRequire(import.meta.url);
    const description = require.resolve('@watchpost/camera-agent/package.json');
    const { bin } = z.object({ bin: z.object({ 'camera-agent': z.string() }) }).parse(require(description));
    return join(dirname(description), bin['camera-agent']);
  } catch {
    return null;
  }
}
