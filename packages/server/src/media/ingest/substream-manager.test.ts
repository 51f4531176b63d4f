import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Source, SourceListener, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createPasswordTrials } from './password/password-trials.ts';
import { createSubstreamManager } from './substream-manager.ts';

const tracks = (codec: string): Tracks => ({
  video: { kind: 'video', codec, width: 640, height: 360, configuration: Uint8Array.of(1) },
  audio: null,
});

function setUp({ hasOwn = true, canTranscode = true } = {}) {
  const clock = createManualClock();
  const log = pino({ level: 'silent' });
  const streams = createStreamRegistry({ log });
  const opened: { readonly name: string; listener: SourceListener | null; isStopped: boolean }[] = [];
  const open = (name: string, isThere: boolean) => (): Source | null => {
    if (!isThere) return null;
    const entry: (typeof opened)[number] = { name, listener: null, isStopped: false };
    return { start: (listener) => (opened.push(entry), void (entry.listener = listener)), stop: async () => void (entry.isStopped = true) };
  };
  // Two channels of a recorder.
  const passwords = createPasswordTrials(clock);
  const main = ['c1', 'c2'].map((id) => passwords.begin(id, 'recorder'))[0];
  const manager = createSubstreamManager({
    clock,
    log,
    random: () => 1,
    openOwn: open('own', hasOwn),
    openTranscoded: open('transcoded', canTranscode),
    passwordOf: passwords.ofSubstream,
  });
  streams.setSubstreamManager(manager);
  const received: string[] = [];
  const watch = (cameraId = 'c1') =>
    streams.open(cameraId, 'low').subscribe({
      onTracks: ({ video }) => received.push(video.codec),
      onSample: () => undefined,
      onOffline: ({ code }) => received.push(code),
    });
  return { clock, streams, opened, manager, received, watch, main };
}

test('a substream runs while it has viewers and 10 s longer; a viewer who joins meanwhile gets the same one', () => {
  const { clock, opened, watch, received } = setUp();
  const leave = watch();
  const second = watch();
  expect(opened.map(({ name }) => name)).toEqual(['own']);
  opened[0]?.listener?.onTracks(tracks('avc1.42c01e'));
  leave();
  second();
  clock.advance(9999);
  const third = watch();
  expect(received.at(-1)).toBe('avc1.42c01e');
  clock.advance(20_000);
  expect(opened).toMatchObject([{ isStopped: false }]);
  third();
  clock.advance(10_000);
  expect(opened).toMatchObject([{ isStopped: true }]);
  expect(clock.pending).toBe(0);
});

test('a clock that was set back: a running substream is reopened without going offline', () => {
  const { opened, watch, manager, received } = setUp();
  watch();
  opened[0]?.listener?.onTracks(tracks('avc1.42c01e'));
  manager.onClockSetBack();
  opened[1]?.listener?.onTracks(tracks('avc1.42c01e'));
  expect(opened).toMatchObject([{ isStopped: true }, { isStopped: false }]);
  expect(received).toEqual(['avc1.42c01e', 'avc1.42c01e']);
});

test('a substream is always H.264: one that turns out to be HEVC is transcoded', () => {
  const { opened, watch, received } = setUp();
  watch();
  opened[0]?.listener?.onTracks(tracks('hvc1.1.6.L93.B0'));
  expect(opened).toMatchObject([
    { name: 'own', isStopped: true },
    { name: 'transcoded', isStopped: false },
  ]);
  opened[1]?.listener?.onTracks(tracks('avc1.42c01e'));
  expect(received).toEqual(['avc1.42c01e']);
});

test('a substream that ends is restarted while it has viewers, and not after', () => {
  const { clock, opened, watch, manager } = setUp({ hasOwn: false });
  const leave = watch();
  for (let attempt = 1; attempt < 4; attempt += 1) {
    opened.at(-1)?.listener?.onEnd({ code: 'camera-offline', detail: '' });
    expect(opened).toHaveLength(attempt);
    clock.advance(8000);
    expect(opened).toHaveLength(attempt + 1);
  }
  leave();
  manager.close();
  clock.advance(60_000);
  expect(opened).toHaveLength(4);
  expect(clock.pending).toBe(0);
});

test('viewers of a camera that can have no substream get the error immediately', () => {
  const { watch, received, streams } = setUp({ hasOwn: false, canTranscode: false });
  watch();
  expect([received, streams.hasOwnLow('c1')]).toEqual([['codec-unsupported-here'], false]);
});

test('a camera that refuses the substream’s password is not asked again by each viewer: the substream is transcoded meanwhile', () => {
  const { clock, opened, watch } = setUp();
  const names = (): string[] => opened.map(({ name }) => name);
  const leave = watch();
  opened[0]?.listener?.onEnd({ code: 'camera-wrong-password', detail: '401' });
  clock.advance(500);
  leave();
  clock.advance(10_000);
  watch()();
  expect(names()).toEqual(['own', 'transcoded', 'transcoded']);
  clock.advance(60_000);
  watch();
  expect(names()).toEqual(['own', 'transcoded', 'transcoded', 'own']);
  opened[3]?.listener?.onEnd({ code: 'camera-wrong-password', detail: '401' });
  clock.advance(60_000);
  expect(names().filter((name) => name === 'own')).toHaveLength(2);
});

const refusal = { code: 'camera-wrong-password', detail: '401' } as const;
const minuteMs = 60_000;

test('a substream’s refused password is sent ever more rarely while viewers come and go, and at once after it has worked', () => {
  const { clock, opened, watch, main } = setUp();
  const waits: number[] = [];
  let refusedAt = clock.monotonic();
  while (waits.length < 8) {
    const before = opened.length;
    const leave = watch();
    // Pictures of the main stream prove nothing about the substream.
    main?.onDelivery();
    leave();
    const last = opened.at(-1);
    if (opened.length > before && last?.name === 'own') {
      waits.push(Math.round((clock.monotonic() - refusedAt) / minuteMs));
      refusedAt = clock.monotonic();
      last.listener?.onEnd(refusal);
    }
    clock.advance(15_000);
  }
  expect(waits).toEqual([0, 1, 2, 4, 8, 16, 32, 60]);
  clock.advance(60 * minuteMs);
  watch();
  opened.at(-1)?.listener?.onTracks(tracks('avc1.42c01e'));
  opened.at(-1)?.listener?.onSample({
    kind: 'video',
    decodeTime: 1,
    compositionOffset: 0,
    duration: 3600,
    keyFrame: true,
    data: Uint8Array.of(1),
  });
  opened.at(-1)?.listener?.onEnd({ code: 'camera-offline', detail: '' });
  clock.advance(8000);
  expect(opened.slice(-2).map(({ name }) => name)).toEqual(['own', 'own']);
});

test('while the camera refuses the password of its main stream, no viewer of a substream sends it', () => {
  const { clock, opened, watch, main } = setUp();
  main?.judge(refusal);
  for (let viewer = 0; viewer < 20; viewer += 1) {
    watch()();
    clock.advance(minuteMs);
  }
  expect(opened.filter(({ name }) => name === 'own')).toEqual([]);
  main?.onDelivery();
  watch();
  expect(opened.at(-1)?.name).toBe('own');
});

test('of a recorder’s substreams, one tries a refused password again for all', () => {
  const { clock, opened, watch } = setUp();
  const owns = (): number => opened.filter(({ name }) => name === 'own').length;
  const leave = [watch('c1'), watch('c2')];
  for (const { listener } of opened.slice()) listener?.onEnd(refusal);
  for (const one of leave) one();
  clock.advance(minuteMs);
  expect(owns()).toBe(2);
  watch('c1');
  watch('c2');
  expect(owns()).toBe(3);
});
