import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Source, SourceListener, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createLowSupply } from './low-supply.ts';

const tracks = (codec: string): Tracks => ({ video: { kind: 'video', codec, width: 640, height: 360, configuration: Uint8Array.of(1) }, audio: null });

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
  const supply = createLowSupply({ clock, log, random: () => 1, openOwn: open('own', hasOwn), openTranscoded: open('transcoded', canTranscode) });
  streams.setLowSupply(supply);
  const told: string[] = [];
  const watch = () => streams.open('c1', 'low').subscribe({ onTracks: ({ video }) => told.push(video.codec), onSample: () => undefined, onOffline: ({ code }) => told.push(code) });
  return { clock, streams, opened, supply, told, watch };
}

test('runs while somebody watches and 10 s longer; who comes meanwhile gets the same one', () => {
  const { clock, opened, watch, told } = setUp();
  const leave = watch();
  const second = watch();
  expect(opened.map(({ name }) => name)).toEqual(['own']);
  opened[0]?.listener?.onTracks(tracks('avc1.42c01e'));
  leave();
  second();
  clock.advance(9999);
  const third = watch();
  expect(told.at(-1)).toBe('avc1.42c01e');
  clock.advance(20_000);
  expect(opened).toMatchObject([{ isStopped: false }]);
  third();
  clock.advance(10_000);
  expect(opened).toMatchObject([{ isStopped: true }]);
  expect(clock.pending).toBe(0);
});

test('a low stream is always H.264: one that turns out to be HEVC is transcoded', () => {
  const { opened, watch, told } = setUp();
  watch();
  opened[0]?.listener?.onTracks(tracks('hvc1.1.6.L93.B0'));
  expect(opened).toMatchObject([{ name: 'own', isStopped: true }, { name: 'transcoded', isStopped: false }]);
  opened[1]?.listener?.onTracks(tracks('avc1.42c01e'));
  expect(told).toEqual(['avc1.42c01e']);
});

test('one that ends is begun again while somebody watches, and not after', () => {
  const { clock, opened, watch, supply } = setUp({ hasOwn: false });
  const leave = watch();
  for (let attempt = 1; attempt < 4; attempt += 1) {
    opened.at(-1)?.listener?.onEnd({ code: 'camera-offline', detail: '' });
    expect(opened).toHaveLength(attempt);
    clock.advance(8000);
    expect(opened).toHaveLength(attempt + 1);
  }
  leave();
  supply.close();
  clock.advance(60_000);
  expect(opened).toHaveLength(4);
  expect(clock.pending).toBe(0);
});

test('without any way to one its watchers hear so at once', () => {
  const { watch, told, streams } = setUp({ hasOwn: false, canTranscode: false });
  watch();
  expect([told, streams.hasOwnLow('c1')]).toEqual([['codec-unsupported-here'], false]);
});
