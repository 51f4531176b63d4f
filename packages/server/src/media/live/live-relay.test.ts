import { encodeLiveMedia, encodeTalk } from '@watchpost/contract/protocols/live';
import { beforeEach, expect, test } from 'vitest';
import { createLiveRelay, type LiveRelay } from './live-relay.ts';
import type { RemoteLiveListener } from './live-remote.ts';

const authorize = JSON.stringify({ type: 'authorize', token: 't' });
const subscribe = (channel: number, cameraId: string): string => JSON.stringify({ type: 'subscribe', channel, cameraId });
const unsubscribe = (channel: number): string => JSON.stringify({ type: 'unsubscribe', channel });
const state = (channel: number): string => JSON.stringify({ type: 'state', channel, state: 'online', since: 1, reason: null });
const media = (channel: number): Uint8Array =>
  encodeLiveMedia({ kind: 'fragment', keyFrame: true, discontinuity: false, channel, time: 1, payload: new Uint8Array([7]) });

let places: Record<string, string | null>;
let received: (string | Uint8Array)[];
let local: (string | Uint8Array)[];
let remotes: { address: string; sent: (string | Uint8Array)[]; calls: string[]; listener: RemoteLiveListener }[];
let relay: LiveRelay;
let bufferedBytes: number;
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const say = async (...texts: string[]): Promise<void> => {
  for (const text of texts) relay.onText(text);
  await settle();
};
const tick = async (): Promise<void> => {
  relay.onTick();
  await settle();
};

beforeEach(() => {
  places = { cam_here: null, cam_there: 'http://b', cam_other: 'http://c' };
  received = [];
  local = [];
  remotes = [];
  bufferedBytes = 0;
  relay = createLiveRelay({
    clock: { now: () => 5 },
    client: {
      send: (message) => void received.push(message),
      get bufferedBytes() {
        return bufferedBytes;
      },
    },
    session: { onText: (text) => void local.push(text), onBinary: (message) => void local.push(message) },
    addressOf: async (cameraId) => places[cameraId] ?? null,
    connect: (address, listener) => {
      const remote = { address, sent: [] as (string | Uint8Array)[], calls: [] as string[], listener };
      remotes.push(remote);
      return {
        send: (message) => void remote.sent.push(message),
        pause: () => void remote.calls.push('pause'),
        resume: () => void remote.calls.push('resume'),
        close: () => void remote.calls.push('close'),
      };
    },
  });
});

test('each channel is served where its camera is, by one connection to each node', async () => {
  await say(authorize, subscribe(1, 'cam_here'), subscribe(2, 'cam_there'), subscribe(3, 'cam_other'), subscribe(4, 'cam_there'));
  expect(local).toEqual([authorize, subscribe(1, 'cam_here')]);
  expect(remotes.map(({ address, sent }) => [address, sent])).toEqual([
    ['http://b', [authorize, subscribe(2, 'cam_there'), subscribe(4, 'cam_there')]],
    ['http://c', [authorize, subscribe(3, 'cam_other')]],
  ]);
  const [b] = remotes;
  b?.listener.onText(JSON.stringify({ type: 'authorized', serverTime: 1 }));
  b?.listener.onText(state(2));
  b?.listener.onBinary(media(2));
  b?.listener.onBinary(media(3));
  b?.listener.onText('not JSON');
  expect(received).toEqual([state(2), media(2)]);
});

test('later messages follow their channel, and a new token goes everywhere', async () => {
  await say(authorize, subscribe(1, 'cam_here'), subscribe(2, 'cam_there'));
  const speech = encodeTalk(2, new Uint8Array([1]));
  relay.onBinary(speech);
  await say(authorize, unsubscribe(2), unsubscribe(1), JSON.stringify({ type: 'ping', id: 1 }));
  expect(remotes[0]?.sent.slice(2)).toEqual([speech, authorize, unsubscribe(2)]);
  expect(local.slice(2)).toEqual([authorize, unsubscribe(1), JSON.stringify({ type: 'ping', id: 1 })]);
  await tick();
  expect(remotes[0]?.calls).toEqual(['close']);
});

test('without a token nothing reaches another node', async () => {
  await say(subscribe(2, 'cam_there'));
  expect([remotes, local]).toEqual([[], [subscribe(2, 'cam_there')]]);
});

test('a camera that moves is followed: from here to another node and back', async () => {
  await say(authorize, subscribe(1, 'cam_here'));
  places['cam_here'] = 'http://b';
  await tick();
  expect(local.at(-1)).toBe(unsubscribe(1));
  expect(remotes[0]?.sent).toEqual([authorize, subscribe(1, 'cam_here')]);
  places['cam_here'] = null;
  await tick();
  expect(remotes[0]?.sent.at(-1)).toBe(unsubscribe(1));
  expect(local.at(-1)).toBe(subscribe(1, 'cam_here'));
  // What the old node still sends is not shown.
  remotes[0]?.listener.onBinary(media(1));
  expect(received).toEqual([]);
});

test('when a node dies, its viewers are back as soon as another one has the camera', async () => {
  await say(authorize, subscribe(2, 'cam_there'));
  remotes[0]?.listener.onClose();
  expect(received).toEqual([JSON.stringify({ type: 'state', channel: 2, state: 'connecting', since: 5, reason: null })]);
  places['cam_there'] = 'http://c';
  await tick();
  expect(remotes[1]?.sent).toEqual([authorize, subscribe(2, 'cam_there')]);
});

test('a slow viewer slows its nodes down, until it has received what waits', async () => {
  await say(authorize, subscribe(2, 'cam_there'));
  bufferedBytes = 3_000_000;
  remotes[0]?.listener.onBinary(media(2));
  remotes[0]?.listener.onBinary(media(2));
  await tick();
  expect(remotes[0]?.calls).toEqual(['pause']);
  bufferedBytes = 0;
  await tick();
  expect(remotes[0]?.calls).toEqual(['pause', 'resume']);
});

test('the end of the viewer is the end of its connections', async () => {
  await say(authorize, subscribe(2, 'cam_there'));
  relay.end();
  expect(remotes[0]?.calls).toEqual(['close']);
  await say(subscribe(3, 'cam_other'));
  expect(remotes).toHaveLength(1);
});
