import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../e2e/rig/camera.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { parseRtp } from '../ingest/rtsp/rtp.ts';
import { createRtspReader } from '../ingest/rtsp/rtsp-reader.ts';
import { createRtspSource } from '../ingest/rtsp/rtsp-source.ts';
import type { Sample, SourceListener, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createRtspServer } from './rtsp-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
const log = pino({ level: 'silent' });
const isCi = process.env['CI'] !== undefined;
const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (isCi) throw error;
  return null;
});

interface Received {
  tracks: Tracks | null;
  readonly samples: Sample[];
}

function receive(url: string): Received & { stop(): Promise<void> } {
  const received: Received = { tracks: null, samples: [] };
  const source = createRtspSource({ url, clock, log, network });
  source.start({
    onTracks: (tracks) => void (received.tracks = tracks),
    onSample: (sample) => void received.samples.push({ ...sample, data: Uint8Array.from(sample.data) }),
    onEnd: () => undefined,
  });
  return Object.assign(received, { stop: () => source.stop() });
}

interface Relay {
  readonly port: number;
  /** RTP timestamps of the frames that were sent, in order. */
  readonly timestamps: Readonly<Record<Sample['kind'], number[]>>;
}

/**
 * Relays players to a port until the test ends, and keeps the timestamps that they are sent. Our client's own times also depend on when a
 * frame has arrived, which on a busy machine is no question of the media.
 */
async function relay(port: number): Promise<Relay> {
  const timestamps: Relay['timestamps'] = { video: [], audio: [] };
  const listener = createServer((player) => {
    const server = connect(port, '127.0.0.1');
    const read = createRtspReader({
      onMessage: () => undefined,
      onFrame: (channel, data) => {
        // Odd channels carry reports.
        const packet = channel % 2 === 0 ? parseRtp(data) : null;
        // The marker ends a frame.
        if (packet?.marker) timestamps[channel === 0 ? 'video' : 'audio'].push(packet.timestamp);
      },
    });
    server.on('data', read);
    player.pipe(server).pipe(player);
    for (const [socket, other] of [
      [player, server],
      [server, player],
    ] as const) {
      socket.on('error', () => socket.destroy());
      socket.once('close', () => other.destroy());
    }
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  onTestFinished(() => void listener.close());
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new TypeError('The port of a TCP server is known.');
  return { port: address.port, timestamps };
}

/** Plays a camera into a stream until the test ends. GStreamer sometimes falls silent at the start; it is then reopened, as a camera is. */
function follow(url: string, input: SourceListener, tries = 3): void {
  let hasBegun = false;
  const source = createRtspSource({ url, clock, log, network });
  source.start({
    ...input,
    onSample: (sample) => {
      hasBegun = true;
      input.onSample(sample);
    },
    onEnd: (reason) => (hasBegun || tries === 1 ? input.onEnd(reason) : follow(url, input, tries - 1)),
  });
  onTestFinished(() => source.stop());
}

describe.skipIf(rig === null)(
  'a GStreamer camera, played on by our server to our client (skipped where GStreamer is not installed, never on CI)',
  () => {
    const camera = rig as RigCamera;
    afterAll(() => camera.stop());

    test.each(['/cam', '/cambf', '/hevc', '/camaac', '/camopus'])(
      '%s: every frame arrives unchanged, at the time at which it was taken',
      async (path) => {
        const streams = createStreamRegistry({ log });
        const stream = streams.open('cam_1');
        const sent: Sample[] = [];
        let sentTracks: Tracks | null = null;
        stream.subscribe({ onTracks: (tracks) => void (sentTracks = tracks), onSample: (sample) => void sent.push(sample) });
        follow(camera.url(path), stream.input);
        /** Number of samples that had been sent when the player was sent its first: those after them come live. */
        let sentBefore = Number.POSITIVE_INFINITY;
        const begin = (): void => void (sentBefore = Math.min(sentBefore, sent.length));
        const server = createRtspServer({
          authorizer: {
            passwordOf: async () => 'secret',
            watch: async () => ({ withAudio: true, begin, end: () => undefined }),
          },
          streams,
          clock,
          log,
        });
        const port = await server.listen('127.0.0.1', 0);
        onTestFinished(() => server.close());
        await vi.waitUntil(() => sent.length > 30, { timeout: atMost(30_000) });

        const player = await relay(port);
        const received = receive(`rtsp://viewer:secret@127.0.0.1:${player.port}/cam_1`);
        onTestFinished(() => received.stop());
        const videoOf = (samples: readonly Sample[]): Sample[] => samples.filter(({ kind }) => kind === 'video');
        await vi.waitUntil(() => videoOf(received.samples).length > 60, { timeout: atMost(20_000) });
        const isSame = (copy: Sample, original: Sample | undefined): boolean =>
          original !== undefined && Buffer.compare(copy.data, original.data) === 0;
        expect(received.tracks?.video).toEqual((sentTracks as Tracks | null)?.video);
        expect(received.tracks?.audio?.codec).toBe((sentTracks as Tracks | null)?.audio?.codec);
        const presentationOf = ({ decodeTime, compositionOffset }: Sample): number => (decodeTime + compositionOffset) % 2 ** 32;
        const samplesOf = (kind: Sample['kind']) => {
          const originals = sent.filter((sample) => sample.kind === kind);
          const copies = received.samples.filter((sample) => sample.kind === kind);
          expect(copies.length > 0).toBe(originals.length > 0);
          /** Those from here on come live. */
          const firstLive = sent.slice(0, sentBefore).filter((sample) => sample.kind === kind).length;
          return { originals, copies, firstLive, timestamps: player.timestamps[kind] };
        };

        const video = samplesOf('video');
        const first = video.originals.findIndex((_, at) => video.copies.every((copy, index) => isSame(copy, video.originals[at + index])));
        expect(first).toBeGreaterThanOrEqual(0);
        // The group of pictures that comes at once has times close together, however many there are; after it, times are the camera's.
        const live = video.originals.slice(Math.max(first, video.firstLive), first + video.copies.length);
        expect(live.length).toBeGreaterThan(0);
        const from = Math.max(0, video.firstLive - first);
        expect(video.timestamps.slice(from, from + live.length)).toEqual(live.map(presentationOf));

        const audio = samplesOf('audio');
        // The sound of the current group of pictures is not repeated.
        const heard = audio.originals.slice(audio.firstLive, audio.firstLive + audio.timestamps.length);
        expect(audio.timestamps.slice(0, heard.length)).toEqual(heard.map(presentationOf));
        // On a busy machine, our client drops sound that arrives too late to be played: what is left has the order in which it was sent.
        let next = 0;
        for (const copy of audio.copies) {
          next = heard.findIndex((original, at) => at >= next && isSame(copy, original)) + 1;
          expect(next).toBeGreaterThan(0);
        }
        expect(audio.copies.length).toBeGreaterThanOrEqual(heard.length / 2);
        if (path === '/cambf') expect(videoOf(received.samples).some(({ compositionOffset }) => compositionOffset > 0)).toBe(true);
      },
      atMost(60_000),
    );

    test('closing the server ends every connection', async () => {
      const streams = createStreamRegistry({ log });
      follow(camera.url('/cam'), streams.open('cam_1').input);
      const end = vi.fn<() => void>();
      const server = createRtspServer({
        authorizer: { passwordOf: async () => 'secret', watch: async () => ({ withAudio: false, begin: () => undefined, end }) },
        streams,
        clock,
        log,
      });
      const port = await server.listen('127.0.0.1', 0);
      await vi.waitUntil(() => streams.open('cam_1').online, { timeout: atMost(30_000) });
      const received = receive(`rtsp://viewer:secret@127.0.0.1:${port}/cam_1`);
      onTestFinished(() => received.stop());
      await vi.waitUntil(() => received.samples.length > 5, { timeout: atMost(15_000) });
      expect(server.connections).toBe(1);
      await server.close();
      expect(server.connections).toBe(0);
      expect(end).toHaveBeenCalledOnce();
    });
  },
);
