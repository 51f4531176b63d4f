import { createClient } from '../client.ts';
import type { ClientOptions } from '../client-core.ts';
import type { Client } from '../client.ts';
import { createFakeClock } from './fake-clock.ts';
import type { FakeClock } from './fake-clock.ts';
import { createFakeServer } from './fake-server.ts';
import type { FakeServer } from './fake-server.ts';

/** Options of a client, and what it shares with other tabs of a test. */
export interface TestClientOptions extends Omit<ClientOptions, 'clock'> {
  /** Shared by all tabs of one test. */
  readonly server?: FakeServer | undefined;
  readonly clock?: FakeClock | undefined;
}

/** A client, the server that answers it, and the clock of both. */
export interface TestClient {
  readonly client: Client;
  readonly server: FakeServer;
  readonly clock: FakeClock;
}

/**
 * Creates a client with a server in memory, initially signed out.
 * @example
 * const { client, server } = createTestClient();
 * server.cameras = [buildCamera()];
 * await signIn(client, server);
 * expect(await client.cameras.list()).toHaveLength(1);
 */
export function createTestClient(options: TestClientOptions = {}): TestClient {
  const clock = options.clock ?? createFakeClock();
  const server = options.server ?? createFakeServer({ clock });
  const client = createClient({
    baseUrl: 'https://watchpost.test',
    fetch: server.fetch,
    webSocket: server.webSocket,
    random: () => 1,
    ...options,
    clock,
  });
  return { client, server, clock };
}

/** Signs in with the code that the server accepts. */
export async function signIn(client: Client, server: FakeServer, email: string = 'anna@example.com'): Promise<void> {
  await client.session.confirmCode({ email, code: server.code });
}
