import type { SoundDetectionSettings } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { AudioTrack, Sample, Tracks } from '../media-types.ts';
import { createCpuBudget } from '../objects/cpu-budget.ts';
import type { Finding } from '../objects/plug-in/finding-rules.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import type { SoundListener } from './sound-listener.ts';
import type { Hearing, HeardSound, SoundRequest } from './sound-messages.ts';
import { createSoundWatch } from './sound-watch.ts';

const aac: AudioTrack = { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: Uint8Array.of(0x15, 0x88) };
const tracksOf = (audio: AudioTrack | null, unplayedSound?: string): Tracks => ({
  video: { kind: 'video', codec: 'avc1.42c01f', width: 320, height: 180, configuration: Uint8Array.of(1) },
  audio,
  ...(unplayedSound !== undefined && { unplayedSound }),
});
const on = (type: SoundDetectionSettings['type'], sensitivity = 5): SoundDetectionSettings => ({ type, isEnabled: true, sensitivity });
const off = (type: SoundDetectionSettings['type']): SoundDetectionSettings => ({ type, isEnabled: false, sensitivity: 5 });
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const startMs = 1_800_000_000_000;

function setUp() {
  const clock = createManualClock(startMs);
  const streams = createStreamRegistry({ clock, log: pino({ level: 'silent' }) });
  const seen: Detection[] = [];
  const requests: Omit<SoundRequest, 'id'>[] = [];
  const windows: Uint8Array[] = [];
  const state: {
    heard: HeardSound[];
    window: Uint8Array | null;
    found: readonly Finding[] | null;
    cpuMs: number;
    isAvailable: boolean;
    isHolding: boolean;
  } = {
    heard: [],
    window: null,
    found: [],
    cpuMs: 5,
    isAvailable: true,
    isHolding: false,
  };
  const held: ((hearing: Hearing) => void)[] = [];
  const listener: SoundListener = {
    listen: (request) => {
      requests.push(request);
      if (state.isHolding) return new Promise((resolve) => held.push(resolve));
      return Promise.resolve({ heard: state.heard, cpuMs: state.cpuMs, ...(state.window && { window: state.window }) });
    },
    isAvailable: () => state.isAvailable,
    close: () => undefined,
  };
  let lastId = 0;
  const watch = createSoundWatch({
    streams,
    listener,
    budget: createCpuBudget({ clock, share: 0.1 }),
    hear: (wav) => {
      windows.push(wav);
      return Promise.resolve(state.found);
    },
    newId: () => `d${(lastId += 1)}`,
    onDetection: (detection) => seen.push(detection),
  });
  const stream = streams.open('c1');
  let time = 0;
  const sample = (kind: Sample['kind'], keyFrame: boolean): Sample => ({
    kind,
    decodeTime: kind === 'audio' ? (startMs + time) * 8 : (startMs + time) * 90,
    compositionOffset: 0,
    duration: kind === 'audio' ? 1024 : 9000,
    keyFrame,
    data: Uint8Array.of(1, 2, 3),
  });
  /** Sends sound, 128 ms a frame, after a key frame. */
  const send = async (seconds: number): Promise<void> => {
    stream.input.onSample(sample('video', true));
    for (const until = time + seconds * 1000; time < until; time += 128) {
      clock.advance(128);
      stream.input.onSample(sample('audio', true));
      await flush();
    }
  };
  return { watch, stream, streams, send, seen, requests, windows, state, held, clock };
}

test('sound goes on in pieces of a second, with what is enabled; a sound is reported once, and ends', async () => {
  const { watch, stream, send, seen, requests, state } = setUp();
  watch.configure('c1', [on('loudNoise', 7), off('smokeAlarm')]);
  stream.input.onTracks(tracksOf(aac));
  await send(3);
  expect(requests.map(({ frames }) => frames.length)).toEqual([9, 9]);
  expect(requests[0]).toMatchObject({ cameraId: 'c1', codec: 'aac', sampleRate: 8000, channels: 1, sensitivities: { loudNoise: 7 } });
  expect(seen).toEqual([]);

  state.heard = [
    { type: 'loudNoise', since: startMs + 3000.4 },
    { type: 'coAlarm', since: startMs },
  ];
  await send(3);
  expect(seen).toEqual([
    {
      kind: 'began',
      cameraId: 'c1',
      id: 'd1',
      type: 'loudNoise',
      at: startMs + 3000,
      objectClass: null,
      score: null,
      box: { x: 0, y: 0, width: 1, height: 1 },
      label: null,
      picture: expect.objectContaining({ byteLength: expect.any(Number) }),
    },
  ]);
  const [began] = seen;
  expect(began?.kind === 'began' && began.picture.byteLength).toBeGreaterThan(100);
  state.heard = [];
  await send(2);
  expect(seen.slice(1)).toMatchObject([{ kind: 'ended', id: 'd1' }]);
});

describe('a sound ends', () => {
  test.each(['disabled', 'changed', 'forget', 'offline', 'close'])('%s', async (how) => {
    const { watch, stream, send, seen, requests, state } = setUp();
    watch.configure('c1', [on('loudNoise'), on('smokeAlarm')]);
    stream.input.onTracks(tracksOf(aac));
    state.heard = [{ type: 'smokeAlarm', since: startMs }];
    await send(2);
    if (how === 'disabled') watch.configure('c1', [off('loudNoise'), off('smokeAlarm')]);
    else if (how === 'changed') watch.configure('c1', [on('loudNoise'), off('smokeAlarm')]);
    else if (how === 'forget') watch.forget('c1');
    else if (how === 'close') watch.close();
    else stream.input.onEnd({ code: 'camera-offline', detail: '' });
    expect(seen.map(({ kind }) => kind)).toEqual(['began', 'ended']);
    const asked = requests.length;
    if (how === 'offline') stream.input.onTracks(tracksOf(aac));
    await send(3);
    expect(requests.length > asked).toBe(how === 'changed' || how === 'offline');
    if (how !== 'offline') expect(seen).toHaveLength(2);
  });
});

test('what only a detector outside hears is asked for where it is enabled, and becomes an event', async () => {
  const { watch, stream, send, seen, requests, windows, state } = setUp();
  stream.input.onTracks(tracksOf(aac));
  state.window = Uint8Array.of(1);
  watch.configure('c1', [on('loudNoise')]);
  await send(2);
  expect([windows, requests.map(({ isForwarded }) => isForwarded)]).toEqual([[], [undefined]]);
  watch.configureFindings('c1', [{ type: 'babyCry', isEnabled: true, confidence: 0.6 }]);
  await send(1.5);
  expect(requests.at(-1)).toMatchObject({ isForwarded: true, sensitivities: { loudNoise: 5 } });
  expect([windows.length > 0, seen]).toEqual([true, []]);
  const box = { x: 0, y: 0, width: 1, height: 1 };
  state.found = [
    { type: 'babyCry', score: 0.8, box },
    { type: 'glassBreak', score: 0.9, box },
  ];
  await send(3);
  expect(seen).toMatchObject([{ kind: 'began', type: 'babyCry', score: 0.8, objectClass: null }]);
  watch.configureFindings('c1', [{ type: 'babyCry', isEnabled: false, confidence: 0.6 }]);
  expect(seen.map(({ kind }) => kind)).toEqual(['began', 'ended']);
  watch.configure('c1', []);
  expect(stream.subscribers).toBe(0);
});

test('an answer that comes after everything was turned off reports nothing', async () => {
  const { watch, stream, send, seen, state, held } = setUp();
  watch.configure('c1', [on('loudNoise')]);
  stream.input.onTracks(tracksOf(aac));
  state.isHolding = true;
  await send(1.2);
  watch.forget('c1');
  for (const answer of held) answer({ heard: [{ type: 'loudNoise', since: startMs }], cpuMs: 1 });
  await flush();
  expect(seen).toEqual([]);
});

test('sound that can’t be analysed in time is left out, and nothing queues up', async () => {
  const { watch, stream, send, requests, state, held } = setUp();
  watch.configure('c1', [on('loudNoise')]);
  stream.input.onTracks(tracksOf(aac));
  state.isHolding = true;
  await send(60);
  expect(requests).toHaveLength(1);
  state.isHolding = false;
  for (const answer of held) answer({ heard: [], cpuMs: 1 });
  await flush();
  await send(2);
  expect(requests[1]?.frames.length).toBeLessThan(50);
});

test('what costs more than it may is said', async () => {
  const { watch, stream, send, requests, state } = setUp();
  watch.configure('c1', [on('loudNoise')]);
  stream.input.onTracks(tracksOf(aac));
  state.cpuMs = 1000;
  await send(30);
  expect(requests.length).toBeLessThan(10);
  expect(watch.status('c1')).toEqual({ analysis: { state: 'ready' }, isOverBudget: true });
});

test('whether the sound of a camera can be analysed', () => {
  const { watch, stream, streams, state } = setUp();
  const analysis = () => watch.status('c1').analysis;
  expect(watch.status('c2').analysis).toEqual({ state: 'unavailable', reason: 'offline' });
  expect(analysis()).toEqual({ state: 'unavailable', reason: 'offline' });
  stream.input.onTracks(tracksOf(null));
  expect(analysis()).toEqual({ state: 'unavailable', reason: 'no-sound' });
  stream.input.onTracks(tracksOf(null, 'MP2'));
  expect(analysis()).toEqual({ state: 'unavailable', reason: 'unknown-codec', codec: 'MP2' });
  stream.input.onTracks(tracksOf(aac));
  expect(analysis()).toEqual({ state: 'ready' });
  stream.input.onTracks(tracksOf({ ...aac, codec: 'opus' }));
  expect(analysis()).toEqual({ state: 'ready' });
  state.isAvailable = false;
  expect(analysis()).toEqual({ state: 'unavailable', reason: 'no-decoder' });
  watch.configure('c1', [on('loudNoise')]);
  expect(streams.open('c1').subscribers).toBe(0);
});
