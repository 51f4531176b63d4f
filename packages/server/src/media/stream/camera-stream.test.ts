import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createGopCache } from './gop-cache.ts';
import { createStreamRegistry } from './stream-registry.ts';
import type { StreamSubscriber } from './stream-types.ts';

const video = { kind: 'video' as const, codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) };
const tracks: Tracks = {
  video,
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: new Uint8Array([2]) },
};
const frame = (decodeTime: number, keyFrame = false, kind: 'video' | 'audio' = 'video'): Sample => ({
  kind,
  decodeTime,
  keyFrame,
  compositionOffset: 0,
  duration: 10,
  data: new Uint8Array(5),
});

function watch(): StreamSubscriber & { seen: string[]; fragments: Uint8Array[] } {
  const seen: string[] = [];
  const fragments: Uint8Array[] = [];
  return {
    seen,
    fragments,
    onTracks: (next) => seen.push(next.audio ? 'tracks+audio' : 'tracks'),
    onSample: (sample, fragment) => {
      seen.push(`${sample.kind}${sample.decodeTime}`);
      fragments.push(fragment());
    },
    onOffline: ({ code }) => seen.push(code),
    onOnline: () => seen.push('online'),
  };
}
const open = () => createStreamRegistry({ clock: createManualClock(), log: pino({ level: 'silent' }) }).open('c1');

test('a late viewer gets the current group of pictures immediately, encoded once for all', () => {
  const stream = open();
  const early = watch();
  stream.subscribe(early);
  stream.input.onTracks(tracks);
  stream.input.onSample(frame(0, true));
  stream.input.onSample(frame(10));
  stream.input.onSample(frame(20, true));
  stream.input.onSample(frame(30));
  const late = watch();
  const cancel = stream.subscribe(late);
  expect(late.seen).toEqual(['tracks+audio', 'video20', 'video30']);
  expect(late.fragments[0]).toBe(early.fragments[2]);
  cancel();
  stream.input.onSample(frame(40));
  expect(late.seen).toHaveLength(3);
  expect(early.seen).toEqual(['online', 'tracks+audio', 'video0', 'video10', 'video20', 'video30', 'video40']);
});

test.each([
  [40, 120],
  [1, 120],
  [100, 300],
  [300, 400],
  [2000, 2000],
])(
  'a picture %i ms after the last one claims to last %i ms: MediaSource drops what comes after more than twice as much',
  (distance, said) => {
    const stream = open();
    const viewer = watch();
    stream.subscribe(viewer);
    stream.input.onTracks(tracks);
    stream.input.onSample({ ...frame(0, true), duration: (distance * videoTimescale) / 1000 });
    expect(walkSegment(viewer.fragments[0] ?? new Uint8Array()).fragments[0]?.duration).toBe((said * videoTimescale) / 1000);
  },
);

test('a viewer without access to audio gets no audio track and no audio sample', () => {
  const stream = open();
  stream.input.onTracks(tracks);
  stream.input.onSample(frame(0, true));
  stream.input.onSample(frame(1, true, 'audio'));
  const deaf = watch();
  stream.subscribe(deaf, { audio: false });
  stream.input.onSample(frame(2, true, 'audio'));
  stream.input.onSample(frame(10));
  expect(deaf.seen).toEqual(['tracks', 'video0', 'video10']);
});

test('a subscriber that throws affects no other', () => {
  const stream = open();
  const broken = (): never => {
    throw new Error('broken');
  };
  stream.subscribe({ onTracks: broken, onSample: broken, onOffline: broken });
  const other = watch();
  stream.subscribe(other);
  stream.input.onTracks(tracks);
  stream.input.onSample(frame(0, true));
  stream.input.onEnd({ code: 'camera-offline', detail: '' });
  expect(other.seen).toEqual(['online', 'tracks+audio', 'video0', 'camera-offline']);
  expect(stream.online).toBe(false);
});

test('the cache is bounded: beyond its limits it waits for the next key frame', () => {
  const cache = createGopCache({ bytes: 12, samples: 100 });
  const add = (sample: Sample): void => cache.add({ sample, fragment: () => sample.data });
  add(frame(0));
  expect(cache.entries).toHaveLength(0);
  add(frame(0, true));
  add(frame(10));
  expect(cache.entries).toHaveLength(2);
  add(frame(20));
  add(frame(30));
  expect(cache.entries).toHaveLength(0);
  add(frame(40, true));
  expect(cache.entries).toHaveLength(1);
});
