import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import { agentSubprotocol, decodeAgentSample } from '@watchpost/contract/protocols/agent';
import type { Clock } from '../kernel/clock.ts';
import type { FrameSource } from '../sources/frame-source.ts';
import { runAgentLink } from './agent-link.ts';

/** Waits not at all, so that hours pass in milliseconds; yields so that sockets get their turn. */
const hastyClock: Clock = { monotonic: () => 0, wait: () => new Promise((resolve) => setImmediate(resolve)) };

const source: FrameSource = {
  video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: 'AQ==' },
  audio: null,
  frames: async function* (signal) {
    for (let count = 0; !signal.aborted; count++) {
      yield { kind: 'video', keyFrame: count % 10 === 0, decodeTime: count / 10, compositionOffset: 0, duration: 0.1, data: Uint8Array.of(count & 0xff) };
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

let server: WebSocketServer | null = null;
afterEach(async () => {
  server?.clients.forEach((client) => client.terminate());
  server?.close();
  server = null;
});

async function startServer(options: { verify?: () => boolean } = {}): Promise<{ url: string; connections: AsyncIterator<[Peer]> }> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization === 'Bearer t0ken' && (options.verify?.() ?? true), handleProtocols: () => agentSubprotocol });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const connections = new EventIterator<[Peer]>(server);
  return { url: `http://127.0.0.1:${address.port}`, connections };
}

class EventIterator<T> implements AsyncIterator<T> {
  readonly #waiting: T[] = [];
  readonly #takers: ((value: T) => void)[] = [];
  constructor(emitter: WebSocketServer) {
    emitter.on('connection', (...values) => {
      const taker = this.#takers.shift();
      if (taker) taker(values as T);
      else this.#waiting.push(values as T);
    });
  }
  async next(): Promise<IteratorResult<T>> {
    const value = this.#waiting.shift() ?? (await new Promise<T>((resolve) => this.#takers.push(resolve)));
    return { done: false, value };
  }
}

function firstMessages(peer: Peer, count: number): Promise<unknown[]> {
  const messages: unknown[] = [];
  return new Promise((resolve) => {
    peer.on('message', (data: Buffer, isBinary: boolean) => {
      messages.push(isBinary ? decodeAgentSample(data) : JSON.parse(data.toString()));
      if (messages.length === count) resolve(messages);
    });
  });
}

test('sends its tracks, then frames from a key frame on, at once', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, clock: hastyClock }, stop.signal);
  const { value: [peer] } = await connections.next();
  const [capabilities, tracks, first, second] = await firstMessages(peer, 4);
  expect(capabilities).toEqual({ type: 'capabilities', speaker: false, low: false });
  expect(tracks).toEqual({ type: 'tracks', stream: 'main', video: source.video, audio: null });
  expect(first).toMatchObject({ stream: 'main', kind: 'video', keyFrame: true, decodeTime: 0 });
  expect(second).toMatchObject({ keyFrame: false, decodeTime: 0.1 });
  stop.abort();
  expect(await link).toBe('stopped');
});

test('comes back after a cut, with tracks and a key frame again', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, clock: hastyClock, random: () => 0 }, stop.signal);
  const { value: [before] } = await connections.next();
  before.terminate();
  const { value: [after] } = await connections.next();
  const [, tracks, first] = await firstMessages(after, 3);
  expect(tracks).toMatchObject({ type: 'tracks' });
  expect(first).toMatchObject({ keyFrame: true, decodeTime: 0 });
  stop.abort();
  await link;
});

test('sends the low stream only while it is wanted', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, low: source, clock: hastyClock }, stop.signal);
  const { value: [peer] } = await connections.next();
  const seen: string[] = [];
  const streams = new Promise<void>((resolve) => {
    peer.on('message', (data: Buffer, isBinary: boolean) => {
      const message: unknown = isBinary ? decodeAgentSample(data).stream : JSON.parse(data.toString());
      const name = typeof message === 'string' ? message : JSON.stringify(message);
      if (seen.at(-1) !== name) seen.push(name);
      if (name.includes('"ended"')) resolve();
    });
  });
  peer.send(JSON.stringify({ type: 'wanted', streams: ['low'] }));
  await streams;
  expect(seen.filter((name) => name.includes('ended'))).toEqual(['{"type":"ended","stream":"main"}']);
  stop.abort();
  await link;
});

test('an agent that the server does not know gives up', async () => {
  const { url } = await startServer({ verify: () => false });
  const end = await runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, clock: hastyClock }, new AbortController().signal);
  expect(end).toBe('refused');
});
