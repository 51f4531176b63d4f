import { expect, test } from 'vitest';
import { SourceError, type Frame, type FrameSource } from '../sources/frame-source.ts';
import { openOnvifSource } from './onvif-source.ts';

const video = { codec: 'avc1.42001f', width: 1280, height: 720 } as FrameSource['video'];
const frameAt = (decodeTime: number): Frame =>
  ({ kind: 'video', decodeTime, duration: 0.04, compositionOffset: 0, keyFrame: true, data: new Uint8Array() }) as unknown as Frame;

/** A camera whose stream can move to another address, and break off. */
function setUp() {
  const opened: string[] = [];
  const state = { address: 'rtsp://10.0.0.2/before', breaksAfter: Number.POSITIVE_INFINITY };
  const open = async (address: string): Promise<FrameSource> => {
    if (address !== state.address) throw new SourceError(`Nothing at ${address}`);
    opened.push(address);
    return {
      video,
      audio: null,
      isLive: true,
      frames: async function* (signal) {
        for (let time = 0; !signal.aborted; time += 1) {
          if (address !== state.address || time >= state.breaksAfter) throw new SourceError('The stream was interrupted.');
          yield frameAt(time);
        }
      },
    };
  };
  return { opened, state, source: () => openOnvifSource({ find: async () => state.address, open, isHeard: () => true }) };
}
async function watch(source: FrameSource, most: number, onFrame: () => void = () => undefined): Promise<number> {
  const stop = new AbortController();
  let count = 0;
  for await (const _ of source.frames(stop.signal)) {
    count += 1;
    onFrame();
    if (count === most) stop.abort();
  }
  return count;
}

test('continues the open stream, and reopens it later without asking the camera for its address again', async () => {
  const { opened, source } = setUp();
  const stream = await source();
  expect([stream.video, stream.audio, stream.isLive]).toEqual([video, null, true]);
  expect([await watch(stream, 3), await watch(stream, 2)]).toEqual([3, 2]);
  expect(opened).toHaveLength(1);
});

test('asks for the new address of a stream that was interrupted', async () => {
  const { opened, state, source } = setUp();
  const stream = await source();
  const broken = watch(stream, 10, () => (state.address = 'rtsp://10.0.0.2:8554/after'));
  await expect(broken).rejects.toThrow('was interrupted');
  expect(await watch(stream, 3)).toBe(3);
  expect(opened).toEqual(['rtsp://10.0.0.2/before', 'rtsp://10.0.0.2:8554/after']);
});

test('reports a missing stream', async () => {
  const { state, source } = setUp();
  const stream = await source();
  state.breaksAfter = 0;
  await expect(watch(stream, 1)).rejects.toThrow('was interrupted');
  await expect(
    openOnvifSource({ find: () => Promise.reject(new SourceError('away')), open: () => source(), isHeard: () => true }),
  ).rejects.toThrow('away');
});

test('does not pass on muted sound, whatever the camera sends', async () => {
  let isHeard = true;
  const open = async (): Promise<FrameSource> => ({
    video,
    audio: null,
    isLive: true,
    frames: async function* (signal) {
      for (let time = 0; !signal.aborted; time += 1) yield { ...frameAt(time), kind: time % 2 === 0 ? 'video' : 'audio' };
    },
  });
  const stop = new AbortController();
  const kinds: string[] = [];
  for await (const { kind } of (await openOnvifSource({ find: async () => 'rtsp://10.0.0.2/', open, isHeard: () => isHeard })).frames(
    stop.signal,
  )) {
    kinds.push(kind);
    if (kinds.length === 3) isHeard = false;
    if (kinds.length === 6) stop.abort();
  }
  expect(kinds).toEqual(['video', 'audio', 'video', 'video', 'video', 'video']);
});
