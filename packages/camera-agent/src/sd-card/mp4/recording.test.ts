import { createHash } from 'node:crypto';
import { mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { BufferSource, EncodedPacketSink, FilePathSource, Input, MP4, type Source } from 'mediabunny';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFileSource } from '../../sources/file-source.ts';
import type { Frame, FrameSource } from '../../sources/frame-source.ts';
import { openRendition } from './rendition.ts';
import { sealRecording } from './seal-recording.ts';
import { createRecordingWriter } from './recording-writer.ts';

const startAt = Date.UTC(2026, 0, 15, 12);
let folder: string;
let source: FrameSource;
let frames: readonly Frame[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-recording-'));
  const silent = await openFileSource(join(import.meta.dirname, '../../../assets/street.mp4'));
  source = { ...silent, audio: { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 16_000, channels: 1, configuration: 'FAg=' } };
  frames = withSound(await take(silent, 12));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function take(from: FrameSource, seconds: number): Promise<Frame[]> {
  const stop = new AbortController();
  const taken: Frame[] = [];
  for await (const frame of from.frames(stop.signal)) {
    if (frame.decodeTime >= seconds) break;
    taken.push(frame);
  }
  return taken;
}

/** Audio beside the video, a frame every 64 ms, with bytes that no video frame has; it starts late. */
function withSound(pictures: readonly Frame[]): Frame[] {
  const sounds = Array.from({ length: 180 }, (_, index): Frame => ({
    kind: 'audio',
    keyFrame: true,
    decodeTime: 0.35 + index * 0.064,
    compositionOffset: 0,
    duration: 0.064,
    data: createHash('sha256').update(String(index)).digest(),
  }));
  return [...pictures, ...sounds].toSorted((a, b) => a.decodeTime - b.decodeTime);
}

/** A recording before it is sealed. */
function write(of: FrameSource, list: readonly Frame[]): Buffer {
  const writer = createRecordingWriter(of, startAt, list.find(({ kind }) => kind === 'video')?.decodeTime ?? 0);
  const pieces = list.map((frame) => writer.add(frame));
  return Buffer.concat([writer.head, ...[...pieces, writer.end()].filter((piece) => piece !== null)]);
}

let count = 0;
async function store(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${(count += 1)}.mp4`);
  await writeFile(path, bytes);
  return path;
}

/** The presentation times and bytes that an independent reader finds in it. */
async function readPackets(
  from: Source,
): Promise<Record<'video' | 'audio', { readonly at: number; readonly isKey: boolean; readonly data: Buffer }[]>> {
  const input = new Input({ source: from, formats: [MP4] });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  const packets: Awaited<ReturnType<typeof readPackets>> = { video: [], audio: [] };
  for (const [kind, track] of [
    ['video', video],
    ['audio', audio],
  ] as const) {
    if (track)
      for await (const packet of new EncodedPacketSink(track).packets())
        packets[kind].push({ at: packet.timestamp, isKey: packet.type === 'key', data: Buffer.from(packet.data) });
  }
  return packets;
}

const inFile = (path: string) => readPackets(new FilePathSource(path));
async function rendition(path: string, withAudio: boolean): Promise<Buffer> {
  const { size, read } = await openRendition(path, withAudio);
  return read(0, size - 1);
}

/** Checks that every frame is present, at its time and with its bytes. */
function expectFrames(packets: Awaited<ReturnType<typeof readPackets>>, list: readonly Frame[]): void {
  const first = list.find(({ kind }) => kind === 'video')?.decodeTime ?? 0;
  for (const kind of ['video', 'audio'] as const) {
    const expected = list.filter((frame) => frame.kind === kind && frame.decodeTime >= first);
    expect(packets[kind].map(({ data }) => data)).toEqual(expected.map(({ data }) => Buffer.from(data)));
    expect(
      packets[kind].every(
        ({ at }, index) =>
          Math.abs(
            at -
              ((expected[index]?.decodeTime ?? 0) +
                (kind === 'video' ? (expected[index]?.compositionOffset ?? 0) - (expected[0]?.compositionOffset ?? 0) : 0) -
                first),
          ) < 0.005,
      ),
    ).toBe(true);
    expect(packets[kind].map(({ isKey }) => isKey)).toEqual(expected.map(({ keyFrame }) => keyFrame));
  }
}

test('a sealed recording is a plain MP4 with every frame at its time; its index is at the end on the card and in front for a player', async () => {
  const path = await store(write(source, frames));
  const sealed = await sealRecording(path, startAt);
  expect(sealed?.duration).toBeGreaterThan(11_800);
  expect(sealed?.duration).toBeLessThan(12_300);
  expectFrames(await inFile(path), frames);
  const bytes = await readFile(path);
  const types = (buffer: Buffer): string[] => {
    const found: string[] = [];
    for (
      let at = 0;
      at < buffer.length;
      at += buffer.readUInt32BE(at) === 1 ? Number(buffer.readBigUInt64BE(at + 8)) : buffer.readUInt32BE(at)
    )
      found.push(buffer.toString('latin1', at + 4, at + 8));
    return found;
  };
  expect(types(bytes)).toEqual(['ftyp', 'mdat', 'moov']);
  const played = await rendition(path, true);
  expect(types(played)).toEqual(['ftyp', 'moov', 'mdat']);
  expectFrames(await readPackets(new BufferSource(played)), frames);
});

test('a viewer without access to sound gets no byte of it', async () => {
  const path = await store(write(source, frames));
  await sealRecording(path, startAt);
  const silent = await rendition(path, false);
  const packets = await readPackets(new BufferSource(silent));
  expectFrames(
    { ...packets, audio: [] },
    frames.filter(({ kind }) => kind === 'video'),
  );
  expect(packets.audio).toEqual([]);
  const sounds = frames.filter(({ kind }) => kind === 'audio');
  expect(sounds.length).toBeGreaterThan(100);
  for (const { data } of sounds) expect(silent.includes(Buffer.from(data))).toBe(false);
});

test('a rendition has the same bytes however it is split into reads', async () => {
  const path = await store(write(source, frames.slice(0, 300)));
  await sealRecording(path, startAt);
  const whole = await rendition(path, true);
  const { size, read } = await openRendition(path, true);
  await fc.assert(
    fc.asyncProperty(fc.nat(size - 1), fc.nat(100_000), async (start, length) => {
      const end = Math.min(size - 1, start + length);
      expect((await read(start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('after a power cut at any byte, complete fragments still play; sealing twice changes nothing', async () => {
  const bytes = write(source, frames);
  const whole = frames.filter(({ kind }) => kind === 'video').length;
  let recovered = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: bytes.length }), async (length) => {
      const path = await store(bytes.subarray(0, length));
      const sealed = await sealRecording(path, startAt);
      if (!sealed) return;
      recovered += 1;
      const { video } = await inFile(path);
      expect(video.length).toBeGreaterThan(0);
      expectFrames({ video, audio: [] }, frames.filter(({ kind }) => kind === 'video').slice(0, video.length));
      expect(await sealRecording(path, startAt)).toEqual(sealed);
      // All but the fragment in progress, and the one that waited for its end.
      expect(video.length / whole).toBeGreaterThan(length / bytes.length - 0.5);
    }),
    { numRuns: 25 },
  );
  expect(recovered).toBeGreaterThan(0);
});

test('a power cut while sealing is repaired: the index is written again', async () => {
  const bytes = write(source, frames);
  const path = await store(bytes);
  await sealRecording(path, startAt);
  const finished = await readFile(path);
  const half = await store(finished);
  // The header in front is written last: until then, it is free space.
  const file = await open(half, 'r+');
  const at = bytes.readUInt32BE(0);
  await file.write(bytes, at, 16, at);
  await file.close();
  for (const length of [finished.length, finished.length - 1000]) {
    const again = await store((await readFile(half)).subarray(0, length));
    await sealRecording(again, startAt);
    expect((await readFile(again)).equals(finished)).toBe(true);
  }
});

test('reordered frames keep their order', async () => {
  const swapped = frames
    .filter(({ kind }) => kind === 'video')
    .slice(0, 60)
    .map((frame, index) => ({ ...frame, decodeTime: index / 10, duration: 0.1, compositionOffset: [0.1, 0.3, 0.1, 0][index % 4] ?? 0 }));
  const path = await store(write({ ...source, audio: null }, swapped));
  await sealRecording(path, startAt);
  expectFrames(await inFile(path), swapped);
});

test('leaves a file alone that is not a recording', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('nothing at all'), Buffer.alloc(64), write(source, []).subarray(0, 400)]) {
    const path = await store(bytes);
    expect(await sealRecording(path, startAt)).toBeNull();
    expect((await readFile(path)).equals(bytes)).toBe(true);
    await expect(openRendition(path, true)).rejects.toThrow();
  }
  const path = await store(write(source, frames));
  await truncate(path, 20);
  await expect(openRendition(path, true)).rejects.toThrow();
});
