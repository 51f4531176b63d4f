import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { CameraEvent } from '@watchpost/contract/schemas/events';
import { createClient } from '../client.ts';
import type { Client, ClientOptions } from '../client.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { createFakeServer } from './fake-server.ts';
import type { FakeServer } from './fake-server.ts';

/** A camera that is online and ours; what matters to a test is given. */
export function buildCamera(camera: Partial<Camera> = {}): Camera {
  return {
    id: 'camera-1', title: 'Front door', previewUrl: null, previewAt: null, platform: 'ThirdParty',
    isFullAccess: true, isOwner: true, withAudio: true, withArchive: true, canTalk: false,
    state: 'online', stateSince: 0, stateReason: null, timeZone: 'Europe/Moscow', archiveDays: 7, createdAt: 0,
    ...camera,
  };
}

/** Motion at the door, not seen yet; what matters to a test is given. */
export function buildEvent(event: Partial<CameraEvent> = {}): CameraEvent {
  return { id: 'event-1', cameraId: 'camera-1', type: 'motion', startAt: 0, endAt: 5000, area: { x: 0.25, y: 0.25, width: 0.25, height: 0.5 }, pictureUrl: null, isSeen: false, ...event };
}

export interface TestClientOptions extends Omit<ClientOptions, 'clock'> {
  /** Shared by the tabs of one test. */
  readonly server?: FakeServer | undefined;
  readonly clock?: FakeClock | undefined;
}

export interface TestClient {
  readonly client: Client;
  readonly server: FakeServer;
  readonly clock: FakeClock;
}

/**
 * A client on a server in memory, nobody signed in yet.
 * @example
 * const { client, server } = createTestClient();
 * server.cameras = [buildCamera()];
 * await signIn(client, server);
 * expect(await client.cameras.list()).toHaveLength(1);
 */
export function createTestClient(options: TestClientOptions = {}): TestClient {
  const clock = options.clock ?? createFakeClock();
  const server = options.server ?? createFakeServer({ clock });
  const client = createClient({ baseUrl: 'https://watchpost.test', fetch: server.fetch, webSocket: server.webSocket, random: () => 1, ...options, clock });
  return { client, server, clock };
}

/** Signs in with the code that the server accepts. */
export async function signIn(client: Client, server: FakeServer, email: string = 'anna@example.com'): Promise<void> {
  await client.session.confirmCode({ email, code: server.code });
}
