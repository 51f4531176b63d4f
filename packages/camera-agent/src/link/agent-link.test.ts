import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '@watchpost/contract/timing/clock';
import { afterEach, expect, test } from 'vitest';
import { WebSocketServer, type WebSocket as Peer } from 'ws';
import {
  agentSubprotocol,
  decodeAgentSample,
  removalHeader,
  type AgentMessage,
  type AgentSample,
  type AgentServerMessage,
  type AgentStream,
  type AgentTracks,
} from '@watchpost/contract/protocols/agent';
import type { FrameSource } from '../sources/frame-source.ts';
import { hastyClock } from '../testing/hasty-clock.ts';
import { runAgentLink } from './agent-link.ts';

/** Advances by a millisecond at each reading: timestamps of a live source need a moving clock. */
function tickingClock(): Clock {
  let now = 0;
  return { ...hastyClock, monotonic: () => (now += 1) };
}

const source: FrameSource = {
  video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: 'AQ==' },
  audio: null,
  frames: async function* (signal) {
    for (let count = 0; !signal.aborted; count++) {
      yield {
        kind: 'video',
        keyFrame: count % 10 === 0,
        decodeTime: count / 10,
        compositionOffset: 0,
        duration: 0.1,
        data: Uint8Array.of(count & 0xff),
      };
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
};

/** Produces frames on demand, 10 a second, with a key frame every second. */
function createHandSource(): FrameSource & { make(count: number): Promise<void> } {
  let made = 0;
  let wake = (): void => undefined;
  let resolveTaken = (): void => undefined;
  return {
    ...source,
    isLive: true,
    make: (count) => {
      made += count;
      wake();
      return new Promise((resolve) => (resolveTaken = resolve));
    },
    frames: async function* (signal) {
      for (let count = 0; !signal.aborted; count++) {
        if (count >= made) {
          resolveTaken();
          await new Promise<void>((resolve) => (wake = resolve));
        }
        yield {
          kind: 'video',
          keyFrame: count % 10 === 0,
          decodeTime: count / 10,
          compositionOffset: 0,
          duration: 0.1,
          data: Uint8Array.of(count & 0xff),
        };
      }
    },
  };
}

let server: WebSocketServer | null = null;
afterEach(async () => {
  server?.clients.forEach((client) => client.terminate());
  server?.close();
  server = null;
});

/** A server that rejects every client. */
async function startRefusing(headers: () => Readonly<Record<string, string>>): Promise<string> {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: (_: unknown, done: (isFine: boolean, status: number, text: string, headers: Record<string, string>) => void) =>
      done(false, 401, 'Unauthorized', { ...headers() }),
  });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function startServer(options: { verify?: () => boolean } = {}): Promise<{ url: string; connections: AsyncIterator<[Peer]> }> {
  server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    verifyClient: ({ req }: { req: IncomingMessage }) => req.headers.authorization === 'Bearer t0ken' && (options.verify?.() ?? true),
    handleProtocols: () => agentSubprotocol,
  });
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

test('sends its tracks, then frames, starting immediately from a key frame', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, clock: hastyClock }, stop.signal);
  const {
    value: [peer],
  } = await connections.next();
  const [capabilities, tracks, first, second] = await firstMessages(peer, 4);
  expect(capabilities).toEqual({ type: 'capabilities', speaker: false, low: false });
  expect(tracks).toEqual({
    type: 'tracks',
    stream: 'main',
    video: source.video,
    audio: null,
    timeline: expect.stringMatching(/^[\w-]{36}$/),
  });
  expect(first).toMatchObject({ stream: 'main', kind: 'video', keyFrame: true, late: false });
  expect(second).toMatchObject({ keyFrame: false, decodeTime: (first as AgentSample).decodeTime + 0.1 });
  stop.abort();
  expect(await link).toBe('stopped');
});

test('resumes after a cut on the same timeline from the newest key frame, and sends missed frames on request', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const camera = createHandSource();
  let comeBack = (): void => undefined;
  const isTime = new Promise<void>((resolve) => (comeBack = resolve));
  const clock: Clock = {
    ...hastyClock,
    after: (delayMs, call) => (delayMs === 500 ? (void isTime.then(() => call()), () => undefined) : hastyClock.after(delayMs, call)),
  };
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: camera, clock, random: () => 0 }, stop.signal);
  const {
    value: [before],
  } = await connections.next();
  const beforeCut = firstMessages(before, 3);
  await camera.make(5);
  const [, earlyTracks, first] = (await beforeCut) as [unknown, AgentTracks, AgentSample];
  before.terminate();
  await camera.make(200);
  comeBack();
  const {
    value: [after],
  } = await connections.next();
  const [, tracks, newest] = (await firstMessages(after, 3)) as [unknown, AgentTracks, AgentSample];
  expect(tracks.timeline).toBe(earlyTracks.timeline);
  expect(newest).toMatchObject({ keyFrame: true, late: false });

  const late: AgentSample[] = [];
  const lateTracks: AgentTracks[] = [];
  const caughtUp = new Promise<void>((resolve) => {
    after.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) return decodeAgentSample(data).late && late.push(decodeAgentSample(data));
      const message = JSON.parse(data.toString()) as AgentMessage;
      if (message.type === 'tracks') lateTracks.push(message);
      if (message.type === 'caught-up') resolve();
    });
  });
  const missed: AgentServerMessage = { type: 'missed', spans: [{ after: first.decodeTime, before: newest.decodeTime }] };
  after.send(JSON.stringify(missed));
  await caughtUp;
  expect([first.decodeTime, newest.decodeTime]).toEqual([0, 20]);
  expect(late.map(({ decodeTime }) => decodeTime)).toEqual(Array.from({ length: 199 }, (_, index) => expect.closeTo((index + 1) / 10, 6)));
  expect(lateTracks).toEqual([{ ...earlyTracks, late: true }]);
  stop.abort();
  await link;
});

test('sends the substream only while the server requests it', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  const link = runAgentLink({ serverUrl: url, agentToken: 't0ken', main: source, low: source, clock: hastyClock }, stop.signal);
  const {
    value: [peer],
  } = await connections.next();
  const seen: string[] = [];
  const ask = (streams: AgentStream[]): void => peer.send(JSON.stringify({ type: 'wanted', streams } satisfies AgentServerMessage));
  let mains = 0;
  const over = new Promise<void>((resolve) => {
    peer.on('message', (data: Buffer, isBinary: boolean) => {
      const name = isBinary ? decodeAgentSample(data).stream : (JSON.parse(data.toString()) as AgentMessage).type;
      if (!seen.includes(name)) seen.push(name);
      if (name === 'main' && (mains += 1) === 20) ask(['main', 'low']);
      if (name === 'low') ask(['main']);
      if (name === 'ended') resolve();
    });
  });
  await over;
  expect(seen).toEqual(['capabilities', 'tracks', 'main', 'low', 'ended']);
  stop.abort();
  await link;
});

test('a camera that goes away ends the stream, not the connection, and resumes by itself', async () => {
  const { url, connections } = await startServer();
  const stop = new AbortController();
  let isAway = false;
  const shaky: FrameSource = {
    ...source,
    isLive: true,
    frames: async function* (signal) {
      for await (const frame of source.frames(signal)) {
        if (isAway) throw new Error('The camera hung up.');
        yield frame;
      }
    },
  };
  const problems: string[] = [];
  const link = runAgentLink(
    { serverUrl: url, agentToken: 't0ken', main: shaky, clock: tickingClock(), onState: (_, detail) => problems.push(detail) },
    stop.signal,
  );
  const {
    value: [peer],
  } = await connections.next();
  const seen: string[] = [];
  const untilReceived = async (name: string): Promise<void> => {
    await expect.poll(() => seen.at(-1), { timeout: 2000 }).toBe(name);
  };
  peer.on('message', (data: Buffer, isBinary: boolean) => {
    const name = isBinary ? 'sample' : (JSON.parse(data.toString()) as AgentMessage).type;
    if (seen.at(-1) !== name) seen.push(name);
  });
  await untilReceived('sample');
  isAway = true;
  await untilReceived('ended');
  isAway = false;
  await untilReceived('sample');
  expect(seen).toEqual(['capabilities', 'tracks', 'sample', 'ended', 'tracks', 'sample']);
  expect(problems).toContain('The camera hung up.');
  stop.abort();
  await link;
});

const removalProof = 'said by this server alone';
const removalHash = createHash('sha256').update(removalProof).digest('hex');

test('an agent whose camera was removed ends as soon as the server proves it', async () => {
  let requests = 0;
  const url = await startRefusing(() => ((requests += 1) < 5 ? {} : { [removalHeader]: removalProof }));
  const end = await runAgentLink(
    { serverUrl: url, agentToken: 't0ken', removalHash, main: source, clock: hastyClock },
    new AbortController().signal,
  );
  expect([end, requests]).toEqual(['removed', 5]);
});

test.each([
  ['a bare 401, as of another server or a restored one', removalHash, {}],
  ['a forged proof', removalHash, { [removalHeader]: removalHash }],
  ['a proof that nothing was agreed on for', undefined, { [removalHeader]: removalProof }],
] as const)('%s removes nothing: the agent keeps retrying', async (_, known, headers) => {
  let requests = 0;
  const stop = new AbortController();
  const url = await startRefusing(() => {
    if ((requests += 1) === 20) stop.abort();
    return headers;
  });
  expect(
    await runAgentLink({ serverUrl: url, agentToken: 't0ken', removalHash: known, main: source, clock: hastyClock }, stop.signal),
  ).toBe('stopped');
  expect(requests).toBeGreaterThanOrEqual(20);
});
