import { spawn } from 'node:child_process';
import { createRequire, getCompileCacheDir } from 'node:module';
import { dirname, join } from 'node:path';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { CamerasService } from '../features/cameras/index.ts';
import type { SessionService } from '../features/session/index.ts';
import type { SmartEventsService } from '../features/smart-events/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';

const scenes = [
  { scene: 'street', titles: { en: 'Street', ru: 'Улица' } },
  { scene: 'porch', titles: { en: 'Front door', ru: 'Входная дверь' } },
  { scene: 'warehouse', titles: { en: 'Warehouse', ru: 'Склад' } },
] as const;

/** The first sign-in waits at most this long for its cameras. */
const camerasTimeoutMs = 2000;

interface DemoDeps {
  readonly config: ServerConfig;
  readonly clock: Clock;
  readonly log: Logger;
  readonly url: string;
  readonly sessions: Pick<SessionService, 'onCustomerCreated'>;
  readonly cameras: Pick<CamerasService, 'onCameraAdded'>;
  readonly smartEvents: Pick<SmartEventsService, 'list' | 'update'>;
  readonly createRegistrationToken: (customerId: string) => Promise<{ readonly registrationToken: string }>;
}

/** The virtual cameras of a demo server; they run as long as it does. */
export function createDemoModule(deps: Omit<DemoDeps, 'url'>): ServerModule {
  const running: (() => Promise<void>)[] = [];
  return {
    name: 'demo',
    listening: async (url) => {
      // localhost may resolve to an IPv6 address, on which the server need not listen.
      if (deps.config.demo) running.push(startDemo({ ...deps, url: url.replace('//localhost:', '//127.0.0.1:') }));
    },
    stop: async () => {
      for (const stop of running) await stop();
    },
  };
}

/**
 * Starts a child process that registers three cameras for the first customer who signs in, and runs those again at later starts. It ends
 * when its standard input closes, even if the server is killed. @returns a function that stops it
 */
function startDemo({ config, clock, log, url, sessions, cameras, smartEvents, createRegistrationToken }: DemoDeps): () => Promise<void> {
  const main = findAgent();
  if (main === null) {
    log.warn('The demo cameras are not installed (@watchpost/camera-agent)');
    return async () => undefined;
  }
  const compileCache = getCompileCacheDir();
  const child = spawn(process.execPath, [main, 'demo'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    // The server's own environment may contain secrets.
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      // The cameras start in half the time from the second start on.
      ...(compileCache !== undefined && { NODE_COMPILE_CACHE: compileCache }),
      ...(config.ffmpegPath !== null && { FFMPEG_PATH: config.ffmpegPath }),
      WATCHPOST_AGENT_DIR: join(config.dataDir, 'agents'),
      WATCHPOST_SERVER_URL: url,
      ...(config.isDemoBusy && { WATCHPOST_DEMO_BUSY: '1' }),
    },
  });
  child.on('error', (error) => log.warn({ err: error }, 'The demo cameras did not start'));
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (text: Buffer) => log.debug({ from: 'demo' }, text.toString().trimEnd()));
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });

  /** A newcomer sees who comes by, where the recognition is installed; pictures that move all the time would cost too much of it. */
  const recognise = async (cameraId: string): Promise<void> => {
    const { engine } = await smartEvents.list(cameraId);
    if (engine.state !== 'ready' || config.isDemoBusy) return;
    for (const type of ['human', 'vehicle'] as const) await smartEvents.update(cameraId, type, { isEnabled: true });
  };

  sessions.onCustomerCreated(async ({ customerId, isFirst, locale }) => {
    if (!isFirst) return;
    // The first page of a new customer should show the cameras: the sign-in waits briefly for them.
    const { promise: allAdded, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(camerasTimeoutMs, resolve);
    let missing: number = scenes.length;
    cameras.onCameraAdded(({ id, ownerId }) => {
      if (missing === 0 || ownerId !== customerId) return;
      missing -= 1;
      if (missing === 0) resolve();
      recognise(id).catch((error: unknown) => log.warn({ err: error, cameraId: id }, 'A demo camera recognises nothing'));
    });
    try {
      for (const { scene, titles } of scenes) {
        const { registrationToken } = await createRegistrationToken(customerId);
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

/** Returns the entry point of the camera agent; null when it is not installed. */
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
