import { encodeTalk } from '@watchpost/contract/protocols/live';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { authorize, frame, setUp, sound, subscribe, tracks } from '../../testing/live/live-session-scene.ts';

test('R24: revoked access is cut within 10 s, and so is audio; an unavailable database cuts nothing', async () => {
  const { streams, receive, said, media, rights, tick, session } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  await receive(authorize, subscribe);
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

test('R24: a change that is announced takes effect at once, for the viewers whom it concerns, and says why', async () => {
  const { streams, receive, settle, said, media, rights, session } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  await receive(authorize, subscribe, { ...subscribe, channel: 4, cameraId: 'c2' });
  const { checks } = rights;
  session.onAccessChanged('c1', 'someone else');
  session.onAccessChanged('c3', null);
  await settle();
  expect(rights.checks).toBe(checks);
  rights.withAudio = false;
  session.onAccessChanged('c1', 'u1');
  await settle();
  expect([rights.checks, said.at(-1)]).toMatchObject([checks + 1, { type: 'tracks', hasAudio: false }]);
  rights.camera = new AppError('not-found');
  session.onAccessChanged('c1', null);
  await settle();
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'access-ended' } });
  const before = media.length;
  input.onSample(frame(101, true));
  // The socket stays, with the other camera.
  expect([media.length, session.channels]).toEqual([before, 1]);
});

test('a viewer whose access was changed is sent word of it, once, and only then', async () => {
  const { streams, receive, settle, said, rights, tick, session } = setUp();
  streams.open('c1').input.onTracks(tracks);
  await receive(authorize, subscribe);
  const words = () => said.filter(({ type }) => type === 'access');
  session.onAccessChanged('c1', null);
  await tick(20);
  expect(words()).toEqual([]);
  rights.grant = { hasWatermark: true };
  session.onAccessChanged('c1', 'u1');
  await settle();
  expect(words()).toEqual([{ type: 'access', channel: 3 }]);
  await tick(20);
  expect(words()).toHaveLength(1);
});

test('R24: an access that ends by itself ends its channel within a second', async () => {
  const { streams, clock, receive, said, rights, tick, settle, session } = setUp();
  streams.open('c1').input.onTracks(tracks);
  rights.grant = { expiresAt: clock.now() + 3000 };
  await receive(authorize, subscribe);
  await tick(2);
  await settle();
  expect(session.channels).toBe(1);
  await tick(2);
  await settle();
  expect([session.channels, said.at(-1)]).toMatchObject([0, { channel: 3, error: { code: 'access-ended' } }]);
});

test('outside of its hours a camera is not shown, and one that is shown ends with them', async () => {
  const { streams, clock, receive, said, rights, tick, settle, session } = setUp();
  streams.open('c1').input.onTracks(tracks);
  rights.grant = { dailyWindow: { fromMinutes: 11 * 60, untilMinutes: 12 * 60 + 1 } };
  await receive(authorize, subscribe);
  expect(session.channels).toBe(1);
  clock.advance(57_000);
  await tick(2);
  await settle();
  expect(session.channels).toBe(1);
  await tick(2);
  await settle();
  expect([session.channels, said.at(-1)]).toMatchObject([0, { channel: 3, error: { code: 'access-outside-hours' } }]);
  await receive({ ...subscribe, channel: 5 });
  expect(said.at(-1)).toMatchObject({ channel: 5, error: { code: 'access-outside-hours' } });
});

test('a viewing begins with the first media, not with the subscription, and ends once with its channel', async () => {
  const { streams, receive, viewing, session } = setUp();
  await receive(authorize, subscribe);
  expect(viewing).toMatchObject({ begun: false, ended: 0 });
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  expect(viewing).toMatchObject({ begun: true, ended: 0 });
  await receive({ ...subscribe, quality: 'low' }, { ...subscribe, channel: 4 });
  expect(viewing.ended).toBe(0);
  await receive({ type: 'unsubscribe', channel: 3 });
  expect(viewing.ended).toBe(1);
  session.end();
  session.end();
  expect(viewing.ended).toBe(2);
});

test('without a place among a link’s viewers nothing is sent; a lowered limit ends the channel within 10 s and says why', async () => {
  const { streams, receive, said, media, rights, viewing, tick, settle, session } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  input.onSample(frame(100, true));
  rights.place = new AppError('viewer-limit-reached');
  await receive(authorize, subscribe);
  expect([session.channels, media.length, said.at(-1)]).toMatchObject([0, 0, { channel: 3, error: { code: 'viewer-limit-reached' } }]);
  rights.place = null;
  await receive(subscribe);
  expect(session.channels).toBe(1);
  rights.place = new AppError('viewer-limit-reached');
  await tick(10);
  await settle();
  expect([session.channels, viewing.ended, said.at(-1)]).toMatchObject([0, 1, { channel: 3, error: { code: 'viewer-limit-reached' } }]);
});

test('an attempt outside of the hours is noted; the end of the hours is not an attempt', async () => {
  const { streams, clock, receive, rights, viewing, tick, settle } = setUp();
  streams.open('c1').input.onTracks(tracks);
  rights.grant = { dailyWindow: { fromMinutes: 11 * 60, untilMinutes: 12 * 60 + 1 } };
  await receive(authorize, subscribe);
  clock.advance(60_000);
  await tick(2);
  await settle();
  expect(viewing.refused).toEqual([]);
  await receive(subscribe);
  expect(viewing.refused).toEqual(['c1']);
});

test('R24: full access without sound can’t talk; who loses sound while talking stops within 10 s, or at once when it is announced', async () => {
  const { agent, receive, said, rights, session, tick, settle } = setUp();
  const begin = { type: 'talk', channel: 3, mimeType: 'audio/mp4' };
  rights.withAudio = false;
  await receive(authorize, subscribe, begin);
  expect(said.at(-1)).toMatchObject({ type: 'error', channel: 3, error: { code: 'forbidden' } });
  session.onBinary(encodeTalk(3, Buffer.from('refused')));
  expect(agent.heard).toEqual([]);
  const loseSound = [() => tick(10), () => (session.onAccessChanged('c1', 'u1'), settle())];
  for (const notice of loseSound) {
    rights.withAudio = true;
    await receive(begin);
    expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'started' });
    rights.withAudio = false;
    await notice();
    expect(said.at(-1)).toEqual({ type: 'talk', channel: 3, state: 'ended' });
    session.onBinary(encodeTalk(3, Buffer.from('too late')));
  }
  expect(agent.heard).toEqual(['audio/mp4', 'end', 'audio/mp4', 'end']);
  // The picture stays.
  expect(session.channels).toBe(1);
});
