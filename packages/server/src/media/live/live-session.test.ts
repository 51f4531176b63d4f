import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeTalk } from '@watchpost/contract/protocols/live';
import { AppError } from '../../kernel/app-error.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createBacklog } from './backlog.ts';
import { createMessageMemo, parseClientMessage } from './live-messages.ts';
import { authorize, frame, setUp, sound, subscribe, tracks } from '../../testing/live/live-session-scene.ts';

test('authorize, subscribe: state, tracks, init and the current group of pictures, each at its wall clock', async () => {
  const { streams, receive, said, media } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  input.onSample(sound(100));
  await receive(authorize, subscribe);
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

test('a page that is muted learns of sound without getting it, and its picture goes on when the sound comes and goes', async () => {
  const { streams, receive, said, media, rights } = setUp();
  const { input } = streams.open('c1');
  input.onTracks({ ...tracks, audio: null });
  input.onSample(frame(100, true));
  await receive(authorize, { ...subscribe, audio: false });
  expect(said.at(-1)).toMatchObject({ type: 'tracks', hasAudio: false });
  const before = media.length;
  input.onTracks(tracks);
  expect(said.at(-1)).toMatchObject({ type: 'tracks', mimeType: 'video/mp4; codecs="avc1.42c01e"', hasAudio: true });
  input.onSample(frame(100.1, false));
  input.onSample(sound(100.1));
  expect(media.slice(before).map(({ kind, discontinuity }) => [kind, discontinuity])).toEqual([['fragment', false]]);
  input.onTracks({ ...tracks, audio: null });
  expect(said.at(-1)).toMatchObject({ type: 'tracks', hasAudio: false });
  // A viewer without access to audio does not learn of it.
  rights.withAudio = false;
  rights.isFullAccess = false;
  input.onTracks(tracks);
  input.onSample(frame(101, true));
  await receive({ ...subscribe, channel: 4, audio: false });
  expect(said.at(-1)).toMatchObject({ channel: 4, hasAudio: false });
});

test('no first message within 5 s, a subscription before it, or nonsense: an error, then the end', async () => {
  const late = setUp();
  await late.tick(5);
  expect(late.closed).toEqual([4401]);
  const early = setUp();
  await early.receive(subscribe);
  expect(early.closed).toEqual([4401]);
  const wrong = setUp();
  await wrong.receive({ type: 'subscribe', channel: 70_000, cameraId: 'c1' });
  expect(wrong.closed).toEqual([4400]);
  expect(wrong.said.at(-1)).toMatchObject({ type: 'error', channel: null, error: { code: 'invalid-request' } });
});

test('a camera that is not visible ends the channel, not the socket; the 65th channel is refused', async () => {
  const { receive, said, closed, rights, session } = setUp();
  rights.camera = new AppError('not-found');
  await receive(authorize, subscribe);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'not-found' } });
  rights.camera = null;
  for (let channel = 0; channel < 66; channel++) await receive({ ...subscribe, channel });
  expect(session.channels).toBe(64);
  expect(said.at(-1)).toMatchObject({ channel: 65, error: { code: 'too-many-requests' } });
  expect(closed).toEqual([]);
});

test('the same channel again changes frames and quality without a break; key frames last until the next, without audio', async () => {
  const { streams, receive, said, media } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  await receive(authorize, { ...subscribe, quality: 'low' });
  expect(said.at(-1)).toMatchObject({ type: 'tracks', quality: 'high', isTranscoded: false, hasAudio: true });
  const before = media.length;
  await receive({ ...subscribe, frames: 'key' });
  input.onSample(frame(101, false));
  input.onSample(sound(101));
  input.onSample(frame(102, true));
  expect(said.at(-1)).toMatchObject({ type: 'tracks', hasAudio: false });
  expect(media.slice(before).map(({ kind, keyFrame, time }) => [kind, keyFrame, time])).toEqual([
    ['init', false, 0],
    ['fragment', true, 100_000],
    ['fragment', true, 102_000],
  ]);
  const [last] = walkSegment(media.at(-1)?.payload ?? new Uint8Array()).fragments;
  // The next key frame arrives in 2 s.
  expect(last?.duration).toBeGreaterThanOrEqual(2 * 90_000);
  const count = media.length;
  await receive(subscribe);
  expect(media.slice(count).map(({ time }) => time)).toEqual([0, 102_000]);
});

test('talk: only with full access, one at a time, in order; ended by the speaker, by the camera, and within 10 s of losing access', async () => {
  const { agent, receive, said, rights, session, tick } = setUp();
  const begin = { type: 'talk', channel: 3, mimeType: 'audio/webm;codecs=opus' };
  await receive(authorize, begin);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'not-found' } });
  rights.isFullAccess = false;
  await receive(subscribe, begin);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'forbidden' } });
  rights.isFullAccess = true;
  await receive(begin);
  expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'started' });
  session.onBinary(encodeTalk(3, Buffer.from('hello')));
  session.onBinary(encodeTalk(9, Buffer.from('nobody')));
  await receive({ ...subscribe, channel: 4 }, { ...begin, channel: 4 });
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 4, error: { code: 'camera-busy' } });
  await receive({ type: 'talk-end', channel: 3 }, begin);
  expect(said.slice(-2)).toEqual([
    { type: 'talk', channel: 3, state: 'ended' },
    { type: 'talk', channel: 3, state: 'started' },
  ]);
  rights.isFullAccess = false;
  await tick(10);
  expect(said.filter(({ type }) => type !== 'access').at(-1)).toEqual({ type: 'talk', channel: 3, state: 'ended' });
  expect(agent.heard).toEqual(['audio/webm;codecs=opus', 'hello', 'end', 'audio/webm;codecs=opus', 'end']);
  rights.isFullAccess = true;
  await receive(begin);
  agent.leave();
  expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'ended' });
  expect(session.channels).toBe(2);
});

test('the end of a viewer ends their speech; a binary message that is not speech ends the viewer', async () => {
  const { agent, receive, session, closed } = setUp();
  await receive(authorize, subscribe, { type: 'talk', channel: 3, mimeType: 'audio/mp4' });
  session.onBinary(Uint8Array.of(2, 0, 0, 3));
  expect([agent.heard, closed]).toEqual([['audio/mp4', 'end'], [4400]]);
});

test('an expired token ends the socket', async () => {
  const { receive, rights, tick, closed, said } = setUp();
  await receive(authorize, subscribe);
  rights.camera = new AppError('session-expired');
  await tick(10);
  expect(closed).toEqual([4401]);
  expect(said.at(-1)).toMatchObject({ channel: null, error: { code: 'session-expired' } });
});

test('R12: a slow viewer is dropped to a later key frame, marked as such, with bounded memory', async () => {
  const { streams, receive, media, slow, drain, clock } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  await receive(authorize, subscribe);
  input.onSample(frame(100, true));
  slow(true);
  for (let index = 1; index < 100; index++) {
    clock.advance(100);
    input.onSample(frame(100 + index / 10, index % 20 === 0, 50_000));
  }
  // About a second, and not one frame more.
  expect(media.length).toBeLessThanOrEqual(14);
  const before = media.length;
  drain();
  slow(false);
  input.onSample(frame(110.1, false));
  expect(media).toHaveLength(before);
  input.onSample(frame(110.2, true));
  input.onSample(frame(110.3, false));
  expect(media.slice(before).map(({ keyFrame, discontinuity }) => [keyFrame, discontinuity])).toEqual([
    [true, true],
    [false, false],
  ]);
});

test('viewers on the same channel number share one message without copies', () => {
  const memo = createMessageMemo();
  const fragment = new Uint8Array([1, 2, 3]);
  const header = { channel: 0, keyFrame: true, discontinuity: false, time: 5 };
  expect(memo(fragment, header)).toBe(memo(fragment, header));
  expect(memo(fragment, { ...header, channel: 1 })).not.toBe(memo(fragment, header));
  expect(memo(new Uint8Array([1, 2, 3]), header)).not.toBe(memo(fragment, header));
});

test('the age of pending bytes is never more than the time since they were queued', () => {
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

test('any text is a message or rejected, never an exception', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void parseClientMessage(text)));
});

test('viewers who wait for a key frame are notified of its distance, and the camera is asked for one', async () => {
  const { streams, receive, said, tick, requested, media, await: awaitKeyFrame } = setUp();
  const { input } = streams.open('c1');
  const waiting = () => said.filter(({ type }) => type === 'waiting');
  awaitKeyFrame(true);
  await receive(authorize, subscribe);
  await tick(3);
  // A key frame that arrives within a second is not announced.
  expect([waiting(), requested]).toEqual([
    [
      { type: 'waiting', channel: 3, interval: null },
      { type: 'waiting', channel: 3, interval: null },
    ],
    ['c1', 'c1'],
  ]);
  awaitKeyFrame(false);
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  input.onSample(frame(120, true));
  await tick(3);
  expect([waiting().length, media.at(-1)?.time]).toEqual([2, 120_000]);
  // The group is larger than the cache keeps: a viewer who joins now waits for the next one.
  for (let index = 1; index < 10; index += 1) input.onSample(frame(120 + index, false, 2_000_000));
  await receive({ ...subscribe, channel: 4 });
  await tick(2);
  expect(waiting().slice(2)).toEqual([{ type: 'waiting', channel: 4, interval: 20_000 }]);
  input.onSample(frame(140, true));
  await tick(2);
  expect(waiting().slice(3)).toEqual([]);
});
