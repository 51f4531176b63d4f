import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { createUpgradeRouter, refuseUpgrade } from '../kernel/upgrade.ts';
import { createAgentRelay } from './agent-relay.ts';

const path = '/public/api/v3/agent';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A node that takes cameras in: it says its name and who connects, sends everything back, and says goodbye when it is asked to. */
async function startMedia(name: string): Promise<string> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'watchpost-agent' });
  createUpgradeRouter(server).on(path, (request, socket, head) => {
    if (request.headers.authorization === 'Bearer refused') return refuseUpgrade(socket, 409, 'Conflict');
    sockets.handleUpgrade(request, socket, head, (accepted) => {
      accepted.send(`${name} ${request.headers.authorization} ${request.headers.host}`);
      accepted.on('message', (data) => {
        const text = Buffer.isBuffer(data) ? data.toString() : '';
        if (text === 'bye') accepted.close(4401, 'removed');
        else accepted.send(text);
      });
    });
  });
  ends.push(() => {
    for (const one of sockets.clients) one.terminate();
  });
  return listen(server);
}

interface Agent {
  readonly socket: WebSocket;
  readonly received: readonly string[];
}
interface Api {
  connect(token: string, cameraId?: string | null): Promise<Agent>;
  stop(): void;
}

/** A node that takes none. */
async function startApi(deps: Pick<Parameters<typeof createAgentRelay>[0], 'addressOf' | 'mediaAddresses'>): Promise<Api> {
  const server = createServer();
  const relay = createAgentRelay({ ...deps, log: pino({ level: 'silent' }), random: () => 0.99 });
  let camera: string | null = null;
  createUpgradeRouter(server).on(path, (request, socket, head) => relay.passOn(camera, request, socket, head));
  const origin = await listen(server);
  ends.push(() => relay.stop?.());
  return {
    connect: async (token, cameraId = null) => {
      camera = cameraId;
      const socket = new WebSocket(`${origin.replace('http', 'ws')}${path}`, 'watchpost-agent', {
        headers: { authorization: `Bearer ${token}`, host: 'cams.example' },
      });
      const received: string[] = [];
      // What comes first may come with the answer.
      socket.on('message', (data) => void received.push(Buffer.isBuffer(data) ? data.toString() : ''));
      socket.on('error', () => undefined);
      ends.push(() => socket.terminate());
      await once(socket, 'open');
      return { socket, received };
    },
    stop: () => void relay.stop?.(),
  };
}

test('an agent is connected with the node of its camera, in both directions, until that node ends it for a reason', async () => {
  const [holder, other] = [await startMedia('holder'), await startMedia('other')];
  const api = await startApi({ addressOf: async () => holder, mediaAddresses: async () => [holder, other] });
  const { socket, received } = await api.connect('a-token', 'cam_a');
  expect(socket.protocol).toBe('watchpost-agent');
  const big = 'x'.repeat(500_000);
  socket.send('picture');
  socket.send(big);
  await expect.poll(() => received.length).toBe(3);
  expect(received).toEqual(['holder Bearer a-token cams.example', 'picture', big]);
  const closed = once(socket, 'close');
  socket.send('bye');
  expect((await closed)[0]).toBe(4401);
});

test('one whose camera nobody holds is connected with any node that takes cameras in', async () => {
  const [one, two] = [await startMedia('one'), await startMedia('two')];
  const api = await startApi({ addressOf: async () => null, mediaAddresses: async () => [one, two] });
  for (const cameraId of ['cam_a', null]) {
    const { received } = await api.connect('a-token', cameraId);
    await expect.poll(() => received[0]).toMatch(/^two /);
  }
});

test.each<[string, string, () => Promise<readonly string[]>, number]>([
  ['no node takes cameras in', 'a-token', async () => [], 503],
  ['the node is gone', 'a-token', async () => ['http://127.0.0.1:1'], 503],
  ['the database is away', 'a-token', () => Promise.reject(new Error('away')), 503],
  ['the node refuses it', 'refused', async () => [await startMedia('one')], 409],
])('%s: the agent is refused, and tries again', async (_, token, mediaAddresses, status) => {
  const api = await startApi({ addressOf: async () => null, mediaAddresses });
  await expect(api.connect(token)).rejects.toThrow(String(status));
});

test('a node that stops ends what it passes on', async () => {
  const media = await startMedia('one');
  const api = await startApi({ addressOf: async () => null, mediaAddresses: async () => [media] });
  const { socket } = await api.connect('a-token');
  const closed = once(socket, 'close');
  api.stop();
  await closed;
});
