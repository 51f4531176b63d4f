import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { liveSubprotocol } from '@watchpost/contract/protocols/live';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { cameraAccess } from '../../testing/camera-access.ts';
import { frame, tracks } from '../../testing/live/live-session-scene.ts';
import { unrecordedViewing } from '../../testing/viewings.ts';
import { createLiveHub } from '../live/live-hub.ts';
import { createRtspPlayback } from '../rtsp-server/rtsp-playback.ts';
import { startWhepSession } from '../webrtc/whep-session.ts';
import type { CameraStatus } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import { createRelayHub } from './relay-hub.ts';
import { relayPath, relaySubprotocol } from './relay-messages.ts';
import { connectRelay } from './relay-remote.ts';
import { createRelayedStreams } from './relayed-streams.ts';

const log = pino({ level: 'silent' });
const tokens = createTokens(new Uint8Array(32).fill(3));
const camera = 'cam_yard';
const disposals: (() => void)[] = [];
afterEach(() => {
  for (const dispose of disposals.splice(0).toReversed()) dispose();
});
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await settled();
};

/** A node that holds the camera, with what it was asked for. */
async function startHolder() {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log });
  streams.setSupply({ begin: () => undefined, end: () => undefined });
  streams.hold(camera);
  const listeners = new Set<(cameraId: string, status: CameraStatus) => void>();
  const asked: string[] = [];
  let status: CameraStatus = { state: 'online', since: 5, reason: null };
  let endTalk = (): void => undefined;
  const hub = createRelayHub({
    streams,
    links: {
      get: () => ({
        listen: () => undefined,
        ask: () => undefined,
        refuse: () => undefined,
        capabilities: { speaker: true, low: false },
        talk: (mimeType, onEnd) => {
          asked.push(mimeType);
          endTalk = onEnd;
          return { send: (sound) => void asked.push(Buffer.from(sound).toString()), end: () => void asked.push('end') };
        },
      }),
    },
    ingest: {
      status: () => status,
      awaitsKeyFrame: () => false,
      requestKeyFrame: () => void asked.push('key frame'),
      onStatus: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    },
    tokens,
    clock,
    log,
  });
  const server = createServer().on('upgrade', hub.handleUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    hub.close();
    server.closeAllConnections();
    server.close();
  };
  disposals.push(close);
  return {
    address: `http://127.0.0.1:${port}`,
    streams,
    hub,
    asked,
    input: streams.open(camera).input,
    endTalk: () => endTalk(),
    setStatus: (next: CameraStatus) => {
      status = next;
      for (const listener of listeners) listener(camera, next);
    },
    close,
  };
}

/** A node with viewers of a camera that is elsewhere. */
function startOther(place: { address: string | null }) {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log });
  const relays = createRelayedStreams({ clock, tokens, addressOf: async () => place.address, connect: connectRelay });
  streams.setSupply(relays);
  disposals.push(relays.close);
  return { clock, streams, relays };
}

/** Notes what a viewer receives. */
function createViewer() {
  const seen: string[] = [];
  const subscriber: StreamSubscriber = {
    onTracks: ({ audio }) => seen.push(audio ? 'tracks with sound' : 'tracks'),
    onSample: ({ decodeTime, keyFrame }) => seen.push(`${keyFrame ? 'key' : 'frame'} ${decodeTime / 90_000}`),
    onOffline: ({ code }) => seen.push(code),
  };
  return { seen, subscriber };
}

test('ten viewers of a camera at another node cost one connection, which ends with the last of them', async () => {
  const holder = await startHolder();
  const { streams } = startOther({ address: holder.address });
  holder.input.onTracks(tracks);
  holder.input.onSample(frame(100, true));
  holder.input.onSample(frame(101, false));
  const viewers = Array.from({ length: 10 }, createViewer);
  const leave = viewers.map(({ subscriber }) => streams.open(camera).subscribe(subscriber));
  await until(() => viewers.every(({ seen }) => seen.length === 3));
  expect(viewers.map(({ seen }) => seen)).toEqual(viewers.map(() => ['tracks with sound', 'key 100', 'frame 101']));
  expect([holder.hub.connections, holder.streams.open(camera).subscribers]).toEqual([1, 1]);

  // A later one begins with the group of pictures that is here already.
  const late = createViewer();
  leave.push(streams.open(camera).subscribe(late.subscriber));
  expect(late.seen).toEqual(['tracks with sound', 'key 100', 'frame 101']);
  for (const end of leave.slice(1)) end();
  holder.input.onSample(frame(102, false));
  await until(() => viewers[0]?.seen.length === 4);
  leave[0]?.();
  await until(() => holder.hub.connections === 0);
  expect([holder.streams.open(camera).subscribers, streams.get(camera)]).toEqual([0, null]);
});

test('both qualities are streams of their own; a viewer changes between them', async () => {
  const holder = await startHolder();
  const { streams } = startOther({ address: holder.address });
  holder.streams.setSubstreamManager({ hasOwn: () => true, begin: () => true, end: () => undefined });
  const [high, low] = [createViewer(), createViewer()];
  const leaveHigh = streams.open(camera).subscribe(high.subscriber);
  streams.open(camera, 'low').subscribe(low.subscriber);
  await until(() => holder.hub.connections === 2);
  holder.streams.open(camera, 'low').input.onTracks({ ...tracks, audio: null });
  holder.streams.open(camera, 'low').input.onSample(frame(7, true));
  holder.input.onTracks(tracks);
  holder.input.onSample(frame(8, true));
  await until(() => low.seen.length === 2 && high.seen.length === 2);
  expect([high.seen, low.seen]).toEqual([
    ['tracks with sound', 'key 8'],
    ['tracks', 'key 7'],
  ]);
  leaveHigh();
  await until(() => holder.hub.connections === 1);
});

test('a node that dies: its viewers go on as soon as another has the camera, and then here', async () => {
  const [dying, next] = [await startHolder(), await startHolder()];
  const place: { address: string | null } = { address: dying.address };
  const { streams, clock, relays } = startOther(place);
  dying.input.onTracks(tracks);
  dying.input.onSample(frame(100, true));
  const states: string[] = [];
  relays.onStatus((_, { state }) => states.push(state));
  const viewer = createViewer();
  streams.open(camera).subscribe(viewer.subscriber);
  await until(() => viewer.seen.length === 2);
  dying.close();
  await until(() => viewer.seen.length === 3);
  expect(viewer.seen[2]).toBe('camera-offline');

  next.input.onTracks(tracks);
  next.input.onSample(frame(105, true));
  place.address = next.address;
  clock.advance(500);
  await until(() => viewer.seen.length === 5);
  expect(viewer.seen.slice(3)).toEqual(['tracks with sound', 'key 105']);
  expect(states).toEqual(['online', 'connecting', 'online']);

  // It moves to the node of the viewers.
  streams.hold(camera);
  await until(() => next.hub.connections === 0);
  streams.open(camera).input.onTracks(tracks);
  streams.open(camera).input.onSample(frame(106, true));
  expect(viewer.seen.slice(5)).toEqual(['camera-offline', 'tracks with sound', 'key 106']);

  // And away again.
  streams.close(camera);
  await until(() => next.hub.connections === 1);
  await until(() => viewer.seen.at(-1) === 'key 105');
});

test('the holder sends nothing without a token of the cluster, nor of a camera that it does not hold', async () => {
  const holder = await startHolder();
  const knock = async (query: string, authorization: string): Promise<string> => {
    const socket = new WebSocket(`${holder.address.replace('http', 'ws')}${relayPath}?${query}`, relaySubprotocol, {
      headers: { authorization },
    });
    return new Promise((resolve) => {
      socket.on('error', ({ message }) => resolve(message));
      socket.on('open', () => resolve('open'));
    });
  };
  const now = createManualClock().now();
  const token = (of: string): string => `Bearer ${tokens.sign('relay', `${of} high ${now}`)}`;
  expect(await knock(`camera=${camera}&quality=high`, '')).toContain('401');
  expect(await knock(`camera=${camera}&quality=high`, token('cam_other'))).toContain('401');
  expect(await knock('camera=cam_other&quality=high', token('cam_other'))).toContain('404');
  expect(await knock(`camera=${camera}&quality=high`, token(camera))).toBe('open');
  holder.hub.stop(camera);
  await until(() => holder.hub.connections === 0);
});

test('speech, key frames and the state of the camera pass between the nodes', async () => {
  const holder = await startHolder();
  const { streams, relays } = startOther({ address: holder.address });
  expect([relays.speaker(camera), relays.status(camera)]).toEqual([null, null]);
  const leave = streams.open(camera).subscribe(createViewer().subscriber);
  await until(() => relays.speaker(camera) !== null);
  expect(relays.status(camera)).toEqual({ state: 'online', since: 5, reason: null });
  holder.setStatus({ state: 'offline', since: 6, reason: 'camera-unreachable' });
  await until(() => relays.status(camera)?.reason === 'camera-unreachable');

  relays.requestKeyFrame(camera);
  let ended = 0;
  const talk = relays.speaker(camera)?.talk('audio/mp4', () => (ended += 1));
  talk?.send(Buffer.from('hello'));
  talk?.end();
  relays.speaker(camera)?.talk('audio/webm', () => (ended += 1));
  await until(() => holder.asked.length === 5);
  expect(holder.asked).toEqual(['key frame', 'audio/mp4', 'hello', 'end', 'audio/webm']);
  holder.endTalk();
  await until(() => ended === 1);
  leave();
  await until(() => holder.hub.connections === 0);
});

test('other software plays by RTSP, and a browser by WebRTC, at a node that does not hold the camera, both from one copy', async () => {
  const holder = await startHolder();
  const { streams, clock } = startOther({ address: holder.address });
  const silent = { ...tracks, audio: null };
  holder.input.onTracks(silent);
  holder.input.onSample(frame(100, true));
  for (const index of [1, 2, 3]) holder.input.onSample(frame(100 + index / 10, false));
  const listener = { onPackets: () => undefined, onReport: () => undefined, isCongested: () => false, onEnd: () => undefined };
  const playback = createRtspPlayback({ cameraId: camera, quality: 'high', withAudio: true, streams, clock, listener });
  expect(await playback.tracks).toEqual(silent);

  const ended: string[] = [];
  const session = await startWhepSession({
    cameraId: camera,
    quality: 'high',
    offer: 'v=0',
    audio: true,
    addresses: [],
    reach: { publicAddresses: async () => [], ports: null },
    streams,
    clock,
    onEnd: () => void ended.push('end'),
    createPeer: async () => ({ answer: 'answer', send: () => undefined, sendSound: () => undefined, close: () => undefined }),
  });
  expect([session.answer, holder.hub.connections]).toEqual(['answer', 1]);
  session.end();
  playback.end();
  await until(() => holder.hub.connections === 0);
  expect(ended).toEqual(['end']);
});

test('each viewer is authorized here: one whose access ends leaves, the others go on; a slow one holds back nobody', async () => {
  const holder = await startHolder();
  const { streams, relays, clock } = startOther({ address: holder.address });
  holder.input.onTracks(tracks);
  holder.input.onSample(frame(100, true));
  const refused = new Set<string>();
  const hub = createLiveHub({
    streams,
    links: { get: relays.speaker },
    ingest: {
      status: (cameraId) => relays.status(cameraId) ?? { state: 'connecting', since: 0, reason: null },
      awaitsKeyFrame: relays.awaitsKeyFrame,
      requestKeyFrame: relays.requestKeyFrame,
      onStatus: relays.onStatus,
    },
    clock,
    log,
  });
  const access = {
    checkToken: async () => undefined,
    camera: async (token: string, cameraId: string) => {
      if (refused.has(token)) throw new AppError('not-found');
      return cameraAccess({ cameraId, customerId: token });
    },
    watch: () => unrecordedViewing,
    refused: () => undefined,
  };
  const server = createServer().on('upgrade', (request, socket, head) => hub.handleUpgrade(request, socket, head, access));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  disposals.push(() => {
    hub.close();
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const watch = async (token: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, [liveSubprotocol]);
    const media: number[] = [];
    const said: string[] = [];
    socket.on('message', (data, isBinary) => {
      if (isBinary && Buffer.isBuffer(data)) media.push(data.byteLength);
      else if (Buffer.isBuffer(data)) said.push(data.toString());
    });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(JSON.stringify({ type: 'authorize', token }));
    socket.send(JSON.stringify({ type: 'subscribe', channel: 1, cameraId: camera }));
    return { socket, media, said };
  };
  const viewers = await Promise.all(['anna', 'boris', 'clara'].map(watch));
  // The init section and the key frame.
  await until(() => viewers.every(({ media }) => media.length === 2));
  expect(holder.hub.connections).toBe(1);

  refused.add('boris');
  clock.advance(10_000);
  await until(() => viewers[1]?.said.at(-1)?.includes('"type":"error"') ?? false);
  // It reads no more, while much is sent.
  viewers[2]?.socket.pause();
  for (let index = 0; index < 60; index += 1) {
    holder.input.onSample(frame(101 + index, true, 500_000));
    await until(() => viewers[0]?.media.length === 3 + index);
  }
  expect([viewers[0]?.media.length, viewers[1]?.media.length, holder.hub.connections]).toEqual([62, 2, 1]);
  expect(viewers[2]?.media.length).toBeLessThan(62);
});
