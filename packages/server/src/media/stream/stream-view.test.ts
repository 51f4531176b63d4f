import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { encodeScene } from '../../testing/scene-samples.ts';
import type { Sample, SourceListener, Tracks } from '../media-types.ts';
import { createStreamRegistry } from './stream-registry.ts';
import { createStreamView, type ViewRequest } from './stream-view.ts';

const tracks = (width: number, codec = 'avc1.42c01e'): Tracks => ({
  video: { kind: 'video', codec, width, height: 16, configuration: Uint8Array.of(1) },
  audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: Uint8Array.of(2) },
});
const frame = (decodeTime: number, keyFrame = false, kind: 'video' | 'audio' = 'video'): Sample => ({
  kind,
  decodeTime,
  keyFrame,
  compositionOffset: 0,
  duration: 10,
  data: new Uint8Array(5),
});
const request: ViewRequest = { quality: 'high', audio: false, hevc: false };

function setUp({ hasLow = true } = {}) {
  const clock = createManualClock();
  const streams = createStreamRegistry({ log: pino({ level: 'silent' }) });
  const supply: { low: SourceListener | null; ended: number } = { low: null, ended: 0 };
  streams.setSubstreamManager({
    hasOwn: () => true,
    begin: (_, input) => ((supply.low = input), hasLow),
    end: () => void (supply.ended += 1),
  });
  const seen: string[] = [];
  const view = (first: ViewRequest = request) =>
    createStreamView(
      {
        streams,
        cameraId: 'c1',
        clock,
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

test('when the quality changes, the old picture continues until the new one has its key frame, then the substream ends', () => {
  const { supply, view, high, take } = setUp();
  high.onTracks(tracks(1280));
  high.onSample(frame(0, true));
  const shown = view();
  shown.update({ ...request, quality: 'low' });
  supply.low?.onTracks(tracks(640));
  high.onSample(frame(10));
  expect(take()).toEqual(['high 1280', '0', '10']);
  supply.low?.onSample(frame(9));
  supply.low?.onSample(frame(11, true));
  high.onSample(frame(20));
  supply.low?.onSample(frame(21));
  expect(take()).toEqual(['low 640', '11', '21']);
  shown.update(request);
  expect(take()).toEqual(['high 1280', '0', '10', '20']);
  expect(supply.ended).toBe(1);
});

test('the main stream replaces a substream that is missing, or not there within 1.5 s, and only as long as needed', () => {
  const without = setUp({ hasLow: false });
  without.high.onTracks(tracks(1280));
  without.high.onSample(frame(0, true));
  without.view({ ...request, quality: 'low' });
  expect(without.take()).toEqual(['high 1280', '0']);

  const { clock, supply, view, high, take, streams } = setUp();
  high.onTracks(tracks(1280));
  high.onSample(frame(0, true));
  const slow = view({ ...request, quality: 'low' });
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

test('HEVC goes to viewers that decode it; others get the substream, or the reason why not', () => {
  const { supply, view, high, take } = setUp();
  high.onTracks(tracks(1280, 'hvc1.1.6.L93.B0'));
  high.onSample(frame(0, true));
  view({ ...request, hevc: true });
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

const wide = encodeScene({ seconds: 1, audio: false, size: '176x144', pixelAspect: '16/11' });
test.skipIf(wide === null)('non-square pixels go to viewers that support them; others get the substream, or why not', () => {
  if (!wide) return;
  const { supply, view, high, take } = setUp();
  high.onTracks(wide.tracks);
  high.onSample(frame(0, true));
  view();
  expect(take()).toEqual(['high 176', '0']);
  view({ ...request, squareOnly: true });
  supply.low?.onTracks({ ...tracks(256), isTranscoded: true });
  supply.low?.onSample(frame(1, true));
  expect(take()).toEqual(['low 256', '1']);

  // The camera's own substream does not help either.
  const both = setUp();
  both.high.onTracks(wide.tracks);
  both.high.onSample(frame(0, true));
  both.view({ ...request, squareOnly: true });
  both.supply.low?.onTracks({ ...wide.tracks });
  both.supply.low?.onSample(frame(1, true));
  expect(both.take()).toEqual(['codec-unsupported-here']);
});

test('a camera that reboots is not mistaken for one that can’t be shown', () => {
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

test('revoked audio ends immediately, before any key frame', () => {
  const { view, high, take } = setUp();
  high.onTracks(tracks(1280));
  const shown = view({ ...request, audio: true });
  high.onSample(frame(0, true));
  high.onSample(frame(1, true, 'audio'));
  high.onTracks(tracks(1280));
  shown.update(request);
  high.onSample(frame(2, true, 'audio'));
  high.onSample(frame(10, true));
  expect(take()).toEqual(['high 1280 with sound', '0', 'sound 1', 'high 1280 with sound', '10', 'high 1280', '10']);
});
