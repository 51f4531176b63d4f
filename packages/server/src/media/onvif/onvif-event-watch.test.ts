import { createManualClock } from '@watchpost/contract/testing';
import type { OnvifAccess, OnvifEventChange, OnvifEventsOptions } from '@watchpost/onvif';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import type { Motion } from '../detection/motion-watch.ts';
import type { Sample, Tracks } from '../media-types.ts';
import type { Detection } from '../objects/tracking/object-rules.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOnvifEventWatch } from './onvif-event-watch.ts';

const log = pino({ level: 'silent' });
const access: OnvifAccess = { address: 'http://192.168.1.20/onvif/device_service', username: 'admin', password: 'secret' };
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1]) },
  audio: null,
};
const picture = (second: number, keyFrame: boolean): Sample => ({
  kind: 'video',
  decodeTime: second * 90_000,
  compositionOffset: 0,
  duration: 3600,
  keyFrame,
  data: new Uint8Array([keyFrame ? 65 : 66, second]),
});

function setUp() {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const devices: { readonly options: OnvifEventsOptions; isClosed: boolean }[] = [];
  const reported: Detection[] = [];
  const motions: Motion[] = [];
  const own = { detectsMotion: true };
  let last = 0;
  const watch = createOnvifEventWatch({
    clock,
    log,
    random: () => 0,
    newId: () => `evt_${(last += 1)}`,
    streams,
    networkOf: () => createNetworkPolicy({ allowPrivate: true, allowLoopback: false }),
    onDetection: (detection) => void reported.push(detection),
    detectsMotion: () => own.detectsMotion,
    onMotion: (motion) => void motions.push(motion),
    follow: (options) => {
      const device = { options, isClosed: false };
      devices.push(device);
      return { close: async () => void (device.isClosed = true) };
    },
  });
  onTestFinished(() => watch.close());
  const change = (over: Partial<OnvifEventChange> = {}): OnvifEventChange => ({
    kind: 'human',
    isActive: true,
    at: clock.now(),
    sourceToken: 'lens',
    rule: null,
    objectClass: 'human',
    key: 'people',
    ...over,
  });
  /** Lets a camera send a key frame. */
  const see = (cameraId: string): void => {
    const { input } = streams.open(cameraId);
    input.onTracks(tracks);
    input.onSample(picture(0, true));
  };
  const lines = (): string[] =>
    reported.map(
      (detection) => `${detection.cameraId} ${detection.id} ${detection.kind === 'began' ? detection.type : 'ended'} ${detection.at}`,
    );
  return { clock, streams, devices, reported, watch, change, see, lines, motions, own };
}

test('what a camera detects is reported with its latest key frame, and when it ends', () => {
  const { clock, streams, devices, reported, watch, change, lines } = setUp();
  const { input } = streams.open('c1');
  input.onTracks(tracks);
  for (const [second, keyFrame] of [
    [0, true],
    [1, false],
    [2, true],
    [3, false],
  ] as const)
    input.onSample(picture(second, keyFrame));
  watch.watch('c1', 'owner', access);
  const [device] = devices;
  clock.advance(5000);
  device?.options.onChange(change({ rule: 'Gate' }));
  expect(reported).toEqual([
    {
      kind: 'began',
      cameraId: 'c1',
      id: 'evt_1',
      type: 'human',
      at: 5000,
      objectClass: 'human',
      score: null,
      box: { x: 0, y: 0, width: 1, height: 1 },
      label: 'Gate',
      picture: expect.any(Uint8Array),
    },
  ]);
  const [first] = reported;
  expect(first?.kind === 'began' && [...first.picture.slice(-2)]).toEqual([65, 2]);
  expect(streams.get('c1')?.subscribers).toBe(0);
  clock.advance(5000);
  device?.options.onChange(change({ isActive: false }));
  expect(lines()).toEqual(['c1 evt_1 human 5000', 'c1 evt_1 ended 10000']);
});

test('kinds that are events become events; motion and animals don’t where this server detects motion', () => {
  const { devices, watch, change, see, reported } = setUp();
  see('c1');
  watch.watch('c1', 'owner', access);
  for (const kind of ['motion', 'human', 'vehicle', 'animal', 'lineCrossing', 'intrusion', 'sound'] as const)
    devices[0]?.options.onChange(change({ kind, key: kind }));
  expect(reported.flatMap((detection) => (detection.kind === 'began' ? [detection.type] : []))).toEqual([
    'human',
    'vehicle',
    'lineCrossing',
    'intrusion',
    'loudNoise',
  ]);
});

test('motion is that of the camera only where this server detects none, and ends with the last rule that reports it', () => {
  const { clock, devices, watch, change, see, motions, own } = setUp();
  see('c1');
  watch.watch('c1', 'owner', access);
  const move = (key: string, isActive: boolean): void => devices[0]?.options.onChange(change({ kind: 'motion', key, isActive }));
  move('cells', true);
  move('cells', false);
  expect(motions).toEqual([]);
  own.detectsMotion = false;
  clock.advance(1000);
  move('cells', true);
  move('alarm', true);
  clock.advance(1000);
  move('cells', false);
  expect(motions).toEqual([
    { kind: 'began', cameraId: 'c1', at: 1000, area: { x: 0, y: 0, width: 1, height: 1 }, picture: expect.any(Uint8Array) },
  ]);
  clock.advance(1000);
  move('alarm', false);
  expect(motions.slice(1)).toEqual([{ kind: 'ended', cameraId: 'c1', beganAt: 1000, at: 3000 }]);
});

test('an animal that a camera reports is motion where this server detects none', () => {
  const { clock, devices, watch, change, see, motions, reported, own } = setUp();
  see('c1');
  watch.watch('c1', 'owner', access);
  const note = (kind: 'animal' | 'motion', isActive: boolean): void =>
    devices[0]?.options.onChange(change({ kind, isActive, key: kind, objectClass: kind === 'animal' ? kind : null }));
  note('animal', true);
  note('animal', false);
  expect(motions).toEqual([]);
  own.detectsMotion = false;
  clock.advance(1000);
  note('animal', true);
  // The same, by the camera's other rule.
  note('motion', true);
  note('animal', false);
  clock.advance(1000);
  note('motion', false);
  expect(motions.map(({ kind, at }) => `${kind} ${at}`)).toEqual(['began 1000', 'ended 2000']);
  expect(reported).toEqual([]);
});

test('without a picture, an event waits for the first one, at most 5 s, and its end for it', () => {
  const { clock, streams, devices, watch, change, reported, see, lines } = setUp();
  watch.watch('c1', 'owner', access);
  devices[0]?.options.onChange(change());
  clock.advance(1000);
  devices[0]?.options.onChange(change({ isActive: false }));
  expect(lines()).toEqual([]);
  clock.advance(4000);
  expect(lines()).toEqual(['c1 evt_1 human 0', 'c1 evt_1 ended 1000']);
  expect(reported[0]).toMatchObject({ picture: new Uint8Array(0) });
  devices[0]?.options.onChange(change());
  see('c1');
  expect(lines().slice(2)).toEqual(['c1 evt_2 human 5000']);
  expect([clock.pending, streams.open('c1').subscribers]).toEqual([0, 0]);
});

test('a camera that is stopped reports nothing that still waits for its picture', () => {
  const { clock, streams, devices, watch, change, lines } = setUp();
  watch.watch('c1', 'owner', access);
  devices[0]?.options.onChange(change());
  watch.forget('c1');
  clock.advance(10_000);
  expect([lines(), clock.pending, streams.open('c1').subscribers]).toEqual([[], 0, 0]);
});

test('the channels of a recorder share one subscription, and each has its own events', async () => {
  const { devices, watch, change, see, lines } = setUp();
  see('c2');
  watch.watch('c1', 'owner', { ...access, channel: 'source_0' });
  watch.watch('c2', 'owner', { ...access, channel: 'source_1' });
  watch.watch('other', 'other owner', access);
  expect(devices).toHaveLength(2);
  const [recorder] = devices;
  recorder?.options.onChange(change({ sourceToken: 'source_1', key: '1' }));
  recorder?.options.onChange(change({ sourceToken: null, key: '2' }));
  recorder?.options.onChange(change({ sourceToken: 'source_9', key: '3' }));
  expect(lines()).toEqual(['c2 evt_1 human 0']);
  watch.forget('c1');
  expect(recorder?.isClosed).toBe(false);
  watch.forget('c2');
  expect([recorder?.isClosed, devices[1]?.isClosed]).toEqual([true, false]);
  expect(lines().at(-1)).toBe('c2 evt_1 ended 0');
});

test('a camera whose access changes is followed again; closing ends everything', async () => {
  const { devices, watch, change, see, lines } = setUp();
  see('c1');
  watch.watch('c1', 'owner', access);
  watch.watch('c1', 'owner', { ...access, password: 'another' });
  expect(devices.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  devices[1]?.options.onChange(change());
  await watch.close();
  expect([lines().at(-1), devices[1]?.isClosed]).toEqual(['c1 evt_1 ended 0', true]);
});
