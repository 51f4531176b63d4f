import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { createStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { streamLinkSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { followOnvifEvents } from '@watchpost/onvif';
import type { EventEmitter } from 'node:events';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The client of the npm package onvif, as far as a recorder follows events with it. */
interface Recorder extends EventEmitter {}
const require = createRequire(import.meta.url);
const { Cam }: { readonly Cam: new (options: object, done: (error: Error | null) => void) => Recorder } = require('onvif');

const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
let server: TestServer;
let links: StreamLink[];

beforeAll(async () => {
  server = await startTestServer({ demo: true, rtspPort: 0, onvifPort: 0 });
  const { headers } = await server.signIn('anna@example.com');
  const cameras = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers })).json());
  await vi.waitUntil(async () => (await cameras()).length === 3, { timeout: atMost(30_000), interval: 200 });
  const create = async (cameraId: string): Promise<StreamLink> => {
    const body = { name: 'Recorder', cameraId, withOnvif: true, withEvents: true };
    return streamLinkSchema.parse(await (await server.call(createStreamLink, { headers, body })).json());
  };
  links = await Promise.all((await cameras()).map(({ id }) => create(id)));
});
afterAll(() => server.close());

const accessTo = ({ urls }: StreamLink) => {
  const { username, password } = new URL(urls.rtsp ?? '');
  return { address: urls.onvif?.replace('localhost', '127.0.0.1') ?? '', username, password };
};

test(
  'recorders learn by ONVIF that something moves in front of a camera: our own client, and one that is not ours (npm package onvif)',
  async () => {
    const ours = new Set<string>();
    const theirs = new Set<string>();
    for (const link of links) {
      const { address, username, password } = accessTo(link);
      const followed = followOnvifEvents({
        access: { address, username, password },
        clock,
        network,
        log: { debug: () => undefined },
        random: () => 0.5,
        onChange: ({ kind, isActive }) => isActive && ours.add(kind),
      });
      const { hostname, port, pathname } = new URL(address);
      const note = (message: unknown): void => {
        const text = JSON.stringify(message);
        theirs.add(`${/(Initialized|Changed)/.exec(text)?.[1]} ${/(MotionAlarm|CellMotionDetector)/.exec(text)?.[1]}`);
      };
      const options = { hostname, port: Number(port), path: pathname, username, password, timeout: 5000 };
      // It subscribes with its first listener, and only then knows where.
      const recorder = new Cam(options, (error) => {
        if (!error) recorder.on('event', note);
      });
      onTestFinished(async () => {
        recorder.removeAllListeners('event');
        await followed.close();
      });
    }
    const changed = ['Changed CellMotionDetector', 'Changed MotionAlarm'];
    await expect
      .poll(() => [[...ours], [...theirs].toSorted()], { timeout: atMost(100_000), interval: 200 })
      .toEqual([['motion'], [...changed, 'Initialized CellMotionDetector', 'Initialized MotionAlarm']]);
  },
  atMost(120_000),
);
