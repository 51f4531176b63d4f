import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { decodeLiveMedia, encodeTalk, type LiveMedia, type LiveServerMessage } from '@watchpost/contract/protocols/live';
import { AppError } from '../../kernel/app-error.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { walkSegment } from '../packaging/walk.ts';
import { createBacklog } from './backlog.ts';
import { createMessageMemo, parseClientMessage } from './live-messages.ts';
import { createLiveSession } from './live-session.ts';

const log = pino({ level: 'silent' });
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: new Uint8Array([2]) },
};
const frame = (seconds: number, keyFrame: boolean, size = 100): Sample => ({ kind: 'video', decodeTime: seconds * 90_000, keyFrame, compositionOffset: 0, duration: 9000, data: new Uint8Array(size) });
const sound = (seconds: number): Sample => ({ kind: 'audio', decodeTime: seconds * 8000, keyFrame: true, compositionOffset: 0, duration: 800, data: new Uint8Array(9) });

function setUp() {
  const clock = createManualClock();
  const streams = createStreamRegistry({ clock, log });
  const agent = createSpeaker();
  const links = { get: () => agent.link };
  const said: LiveServerMessage[] = [];
  const media: LiveMedia[] = [];
  const sent: Uint8Array[] = [];
  const closed: number[] = [];
  const rights = { camera: new AppError('internal-error') as AppError | null, withAudio: true, isFullAccess: true, token: null as AppError | null };
  rights.camera = null;
  let buffered = 0;
  let isSlow = false;
  const session = createLiveSession({
    socket: {
      send: (message) => {
        if (typeof message === 'string') return void said.push(JSON.parse(message));
        if (isSlow) buffered += message.byteLength;
        sent.push(message);
        media.push(decodeLiveMedia(message.slice().buffer));
      },
      get bufferedBytes() {
        return buffered;
      },
      close: (code) => closed.push(code),
    },
    origin: null,
    access: {
      checkToken: async () => {
        if (rights.token) throw rights.token;
      },
      camera: async (_token, cameraId) => {
        if (rights.camera) throw rights.camera;
        return { cameraId, customerId: 'u1', isOwner: true, isFullAccess: rights.isFullAccess, withAudio: rights.withAudio, withArchive: true, origin: null };
      },
    },
    streams,
    links,
    status: () => ({ state: 'online', since: 5, reason: null }),
    memo: createMessageMemo(),
    clock,
    log,
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const tell = async (...messages: object[]): Promise<void> => {
    for (const message of messages) session.onText(JSON.stringify(message));
    await settle();
  };
  return {
    agent, clock, streams, said, media, sent, closed, rights, session, tell, settle,
    slow: (to: boolean) => void (isSlow = to),
    drain: () => void (buffered = 0),
    tick: async (seconds: number) => {
      for (let index = 0; index < seconds; index++) {
        clock.advance(1000);
        session.onTick();
      }
      await settle();
    },
  };
}
/** An agent with a loudspeaker: what it hears, and its end. */
function createSpeaker() {
  const heard: string[] = [];
  let speaking: { onEnd: () => void } | null = null;
  const talk = (mimeType: string, onEnd: () => void) => {
    if (speaking) return null;
    heard.push(mimeType);
    speaking = { onEnd };
    return { send: (sound: Uint8Array) => void heard.push(Buffer.from(sound).toString()), end: () => (heard.push('end'), void (speaking = null)) };
  };
  return { heard, leave: () => speaking?.onEnd(), link: { listen: () => undefined, ask: () => undefined, capabilities: { speaker: true, low: false }, talk } };
}
const authorize = { type: 'authorize', token: 't' };
const subscribe = { type: 'subscribe', channel: 3, cameraId: 'c1', audio: true };

test('authorize, subscribe: state, tracks, init and the running group of pictures, each at its wall clock', async () => {
  const { streams, tell, said, media } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  input.onSample(sound(100));
  await tell(authorize, subscribe);
  input.onSample(frame(100.1, false));
  expect(said.map(({ type }) => type)).toEqual(['authorized', 'state', 'tracks']);
  expect(said[2]).toMatchObject({ channel: 3, mimeType: 'video/mp4; codecs="avc1.42c01e, mp4a.40.2"', hasAudio: true });
  expect(media.map(({ kind, keyFrame, discontinuity, time, channel }) => [kind, keyFrame, discontinuity, time, channel])).toEqual([
    ['init', false, false, 0, 3],
    ['fragment', true, false, 100_000, 3],
    ['fragment', false, false, 100_000, 3],
    ['fragment', false, false, 100_100, 3],
  ]);
});

test('no first message in 5 s, a subscription before it, or nonsense: an error and the end', async () => {
  const late = setUp();
  await late.tick(5);
  expect(late.closed).toEqual([4401]);
  const early = setUp();
  await early.tell(subscribe);
  expect(early.closed).toEqual([4401]);
  const wrong = setUp();
  await wrong.tell({ type: 'subscribe', channel: 70_000, cameraId: 'c1' });
  expect(wrong.closed).toEqual([4400]);
  expect(wrong.said.at(-1)).toMatchObject({ type: 'error', channel: null, error: { code: 'invalid-request' } });
});

test('a camera that is not visible ends the channel, not the socket; the 65th channel is refused', async () => {
  const { tell, said, closed, rights, session } = setUp();
  rights.camera = new AppError('not-found');
  await tell(authorize, subscribe);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'not-found' } });
  rights.camera = null;
  for (let channel = 0; channel < 66; channel++) await tell({ ...subscribe, channel });
  expect(session.channels).toBe(64);
  expect(said.at(-1)).toMatchObject({ channel: 65, error: { code: 'too-many-requests' } });
  expect(closed).toEqual([]);
});

test('R24: what is revoked is cut within 10 s; the right to hear likewise; a database that is away cuts nothing', async () => {
  const { streams, tell, said, media, rights, tick, session } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  await tell(authorize, subscribe);
  rights.withAudio = false;
  await tick(10);
  expect(said.at(-1)).toMatchObject({ type: 'tracks', hasAudio: false });
  const before = media.length;
  input.onSample(sound(101));
  expect(media).toHaveLength(before);

  rights.camera = new AppError('unavailable');
  await tick(10);
  expect(session.channels).toBe(1);
  rights.camera = new AppError('not-found');
  await tick(10);
  expect(session.channels).toBe(0);
  expect(streams.open('c1').subscribers).toBe(0);
});

test('the same channel again: other frames and another quality without a break; key frames last until the next, without sound', async () => {
  const { streams, tell, said, media } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  await tell(authorize, { ...subscribe, quality: 'low' });
  expect(said.at(-1)).toMatchObject({ type: 'tracks', quality: 'high', isTranscoded: false, hasAudio: true });
  const before = media.length;
  await tell({ ...subscribe, frames: 'key' });
  input.onSample(frame(101, false));
  input.onSample(sound(101));
  input.onSample(frame(102, true));
  expect(said.at(-1)).toMatchObject({ type: 'tracks', hasAudio: false });
  expect(media.slice(before).map(({ kind, keyFrame, time }) => [kind, keyFrame, time])).toEqual([['init', false, 0], ['fragment', true, 100_000], ['fragment', true, 102_000]]);
  const [last] = walkSegment(media.at(-1)?.payload ?? new Uint8Array()).fragments;
  // The next one comes in 2 s.
  expect(last?.duration).toBeGreaterThanOrEqual(2 * 90_000);
  const count = media.length;
  await tell(subscribe);
  expect(media.slice(count).map(({ time }) => time)).toEqual([0, 102_000]);
});

test('talk: only with full access, one at a time, in order; ended by the speaker, by the camera, and within 10 s of the right’s end', async () => {
  const { agent, tell, said, rights, session, tick } = setUp();
  const begin = { type: 'talk', channel: 3, mimeType: 'audio/webm;codecs=opus' };
  await tell(authorize, begin);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'not-found' } });
  rights.isFullAccess = false;
  await tell(subscribe, begin);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'forbidden' } });
  rights.isFullAccess = true;
  await tell(begin);
  expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'started' });
  session.onBinary(encodeTalk(3, Buffer.from('hello')));
  session.onBinary(encodeTalk(9, Buffer.from('nobody')));
  await tell({ ...subscribe, channel: 4 }, { ...begin, channel: 4 });
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 4, error: { code: 'camera-busy' } });
  await tell({ type: 'talk-end', channel: 3 }, begin);
  expect(said.slice(-2)).toEqual([{ type: 'talk', channel: 3, state: 'ended' }, { type: 'talk', channel: 3, state: 'started' }]);
  rights.isFullAccess = false;
  await tick(10);
  expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'ended' });
  expect(agent.heard).toEqual(['audio/webm;codecs=opus', 'hello', 'end', 'audio/webm;codecs=opus', 'end']);
  rights.isFullAccess = true;
  await tell(begin);
  agent.leave();
  expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'ended' });
  expect(session.channels).toBe(2);
});

test('the end of a viewer ends what they say; a binary message that is no speech ends the viewer', async () => {
  const { agent, tell, session, closed } = setUp();
  await tell(authorize, subscribe, { type: 'talk', channel: 3, mimeType: 'audio/mp4' });
  session.onBinary(Uint8Array.of(2, 0, 0, 3));
  expect([agent.heard, closed]).toEqual([['audio/mp4', 'end'], [4400]]);
});

test('an expired token ends the socket', async () => {
  const { tell, rights, tick, closed, said } = setUp();
  await tell(authorize, subscribe);
  rights.camera = new AppError('session-expired');
  await tick(10);
  expect(closed).toEqual([4401]);
  expect(said.at(-1)).toMatchObject({ channel: null, error: { code: 'session-expired' } });
});

test('R12: a slow viewer is dropped to a later key frame, marked as such, with bounded memory', async () => {
  const { streams, tell, media, slow, drain, clock } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  await tell(authorize, subscribe);
  input.onSample(frame(100, true));
  slow(true);
  for (let index = 1; index < 100; index++) {
    clock.advance(100);
    input.onSample(frame(100 + index / 10, index % 20 === 0, 50_000));
  }
  // About a second of it, and not one frame more.
  expect(media.length).toBeLessThanOrEqual(14);
  const before = media.length;
  drain();
  slow(false);
  input.onSample(frame(110.1, false));
  expect(media).toHaveLength(before);
  input.onSample(frame(110.2, true));
  input.onSample(frame(110.3, false));
  expect(media.slice(before).map(({ keyFrame, discontinuity }) => [keyFrame, discontinuity])).toEqual([[true, true], [false, false]]);
});

test('viewers on the same channel number share one message: no copy a viewer', () => {
  const memo = createMessageMemo();
  const fragment = new Uint8Array([1, 2, 3]);
  const header = { channel: 0, keyFrame: true, discontinuity: false, time: 5 };
  expect(memo(fragment, header)).toBe(memo(fragment, header));
  expect(memo(fragment, { ...header, channel: 1 })).not.toBe(memo(fragment, header));
  expect(memo(new Uint8Array([1, 2, 3]), header)).not.toBe(memo(fragment, header));
});

test('the age of what waits is never more than the time since it was queued', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(200), fc.integer({ min: 1, max: 1000 }), fc.nat(2000)), { maxLength: 50 }), (steps) => {
      const backlog = createBacklog();
      let now = 0;
      let buffered = 0;
      for (const [wait, bytes, flushed] of steps) {
        now += wait;
        buffered = Math.max(0, buffered - flushed);
        if (buffered === 0) expect(backlog.age(now, 0)).toBe(0);
        expect(backlog.age(now, buffered)).toBeLessThanOrEqual(now);
        backlog.sent(now, bytes);
        buffered += bytes;
      }
    }),
  );
});

test('any text is a message or refused, never an exception', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseClientMessage(text)));
});
