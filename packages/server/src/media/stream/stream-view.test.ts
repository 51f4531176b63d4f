import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Sample, SourceListener, Tracks } from '../media-types.ts';
import { createStreamRegistry } from './stream-registry.ts';
import { createStreamView, type ViewWish } from './stream-view.ts';

const tracks = (width: number, codec = 'avc1.42c01e'): Tracks => ({
  video: { kind: 'video', codec, width, height: 16, configuration: Uint8Array.of(1) },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: Uint8Array.of(2) },
});
const frame = (decodeTime: number, keyFrame = false, kind: 'video' | 'audio' = 'video'): Sample => ({ kind, decodeTime, keyFrame, compositionOffset: 0, duration: 10, data: new Uint8Array(5) });
const wish: ViewWish = { quality: 'high', audio: false, hevc: false };

function setUp({ hasLow = true } = {}) {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const supply: { low: SourceListener | null; ended: number } = { low: null, ended: 0 };
  streams.setLowSupply({ hasOwn: () => true, begin: (_, input) => ((supply.low = input), hasLow), end: () => void (supply.ended += 1) });
  const seen: string[] = [];
  const view = (first: ViewWish = wish) =>
    createStreamView(
      {
        streams, cameraId: 'c1', clock,
        listener: {
          onTracks: (found, quality) => seen.push(`${quality} ${found.video.width}${found.audio ? ' with sound' : ''}`),
          onSample: ({ kind, decodeTime }) => seen.push(`${kind === 'audio' ? 'sound ' : ''}${decodeTime}`),
          onImpossible: (code) => seen.push(code),
        },
      },
      first,
    );
  const { input: high } = streams.open('c1');
  return { clock, streams, supply, seen, view, high, take: () => seen.splice(0) };
}

test('a change of quality: the old picture goes on until the new one has its key frame, then the low stream ends', () => {
  const { supply, view, high, take } = setUp();
  high.onTracks(tracks(1280));
  high.onSample(frame(0, true));
  const shown = view();
  shown.update({ ...wish, quality: 'low' });
  supply.low?.onTracks(tracks(640));
  high.onSample(frame(10));
  expect(take()).toEqual(['high 1280', '0', '10']);
  supply.low?.onSample(frame(9));
  supply.low?.onSample(frame(11, true));
  high.onSample(frame(20));
  supply.low?.onSample(frame(21));
  expect(take()).toEqual(['low 640', '11', '21']);
  shown.update(wish);
  expect(take()).toEqual(['high 1280', '0', '10', '20']);
  expect(supply.ended).toBe(1);
});

test('without a low stream the main one stands in: at once when there is none, after 1.5 s when it does not come, and no longer than needed', () => {
  const without = setUp({ hasLow: false });
  without.high.onTracks(tracks(1280));
  without.high.onSample(frame(0, true));
  without.view({ ...wish, quality: 'low' });
  expect(without.take()).toEqual(['high 1280', '0']);

  const { clock, supply, view, high, take, streams } = setUp();
  high.onTracks(tracks(1280));
  high.onSample(frame(0, true));
  const slow = view({ ...wish, quality: 'low' });
  clock.advance(1499);
  expect(take()).toEqual([]);
  clock.advance(1);
  expect(take()).toEqual(['high 1280', '0']);
  supply.low?.onTracks(tracks(640));
  supply.low?.onSample(frame(5, true));
  expect(take()).toEqual(['low 640', '5']);
  expect(streams.open('c1').subscribers).toBe(0);
  supply.low?.onEnd({ code: 'camera-offline', detail: '' });
  expect(take()).toEqual(['high 1280', '0']);
  slow.end();
  expect([streams.open('c1').subscribers, streams.open('c1', 'low').subscribers, clock.pending]).toEqual([0, 0, 0]);
});

test('HEVC goes to who decodes it; others get the low stream, or the reason why not', () => {
  const { supply, view, high, take } = setUp();
  high.onTracks(tracks(1280, 'hvc1.1.6.L93.B0'));
  high.onSample(frame(0, true));
  view({ ...wish, hevc: true });
  expect(take()).toEqual(['high 1280', '0']);
  const other = view();
  expect(take()).toEqual([]);
  supply.low?.onTracks({ ...tracks(640), isTranscoded: true });
  supply.low?.onSample(frame(1, true));
  expect(take()).toEqual(['low 640', '1']);
  other.end();

  const none = setUp({ hasLow: false });
  none.high.onTracks(tracks(1280, 'hvc1.1.6.L93.B0'));
  none.high.onSample(frame(0, true));
  none.view();
  expect(none.take()).toEqual(['codec-unsupported-here']);
});

test('a camera that reboots is not taken for one that can’t be shown', () => {
  const { supply, view, high, take } = setUp();
  high.onTracks(tracks(1280, 'hvc1.1.6.L93.B0'));
  high.onSample(frame(0, true));
  view();
  supply.low?.onTracks(tracks(640));
  supply.low?.onSample(frame(1, true));
  supply.low?.onEnd({ code: 'camera-offline', detail: '' });
  high.onEnd({ code: 'camera-offline', detail: '' });
  high.onTracks(tracks(1280, 'hvc1.1.6.L93.B0'));
  supply.low?.onTracks(tracks(640));
  supply.low?.onSample(frame(50, true));
  expect(take()).toEqual(['low 640', '1', 'low 640', '50']);
});

test('sound that is not allowed any more ends at once, before any key frame', () => {
  const { view, high, take } = setUp();
  high.onTracks(tracks(1280));
  const shown = view({ ...wish, audio: true });
  high.onSample(frame(0, true));
  high.onSample(frame(1, true, 'audio'));
  high.onTracks(tracks(1280));
  shown.update(wish);
  high.onSample(frame(2, true, 'audio'));
  high.onSample(frame(10, true));
  expect(take()).toEqual(['high 1280 with sound', '0', 'sound 1', 'high 1280 with sound', '10', 'high 1280', '10']);
});
