import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../../../../../../e2e/rig/camera.ts';
import type { Sample, Tracks } from '../../media-types.ts';
import { buildFragment } from '../../packaging/fragment.ts';
import { createStreamRegistry } from '../../stream/stream-registry.ts';
import { createSoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { initSectionOf } from '../../packaging/init-section.ts';
import { createIngest } from '../ingest.ts';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { probeRtsp } from './probe-rtsp.ts';
import { createRtspSource } from './rtsp-source.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
const clock = systemClock;
const log = pino({ level: 'silent' });
const isCi = process.env['CI'] !== undefined;

const rig: RigCamera | null = await startRigCamera().catch((error: unknown) => {
  if (isCi) throw error;
  return null;
});

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe.skipIf(rig === null)('a GStreamer camera (skipped where GStreamer is not installed, never on CI)', () => {
  const camera = rig as RigCamera;
  const sound = createSoundTranscoder({ clock, log });
  afterAll(async () => {
    sound.close();
    await camera.stop();
  });

  /**
   * Records samples for a few seconds, and for as long as `isEnough` asks for more: the first sound waits for FFmpeg.
   * GStreamer sometimes falls silent at the start; it is then reopened, as a camera is.
   */
  const record = (
    path: string,
    seconds: number,
    isEnough: (samples: readonly Sample[]) => boolean = () => true,
    tries = 2,
  ): Promise<{ tracks: Tracks; samples: (Sample & { readonly arrived: number })[] }> =>
    new Promise((resolve, reject) => {
      const source = createRtspSource({ url: camera.url(path), clock, log, network, sound });
      const samples: (Sample & { readonly arrived: number })[] = [];
      let tracks: Tracks | null = null;
      const finish = (): void => {
        if (isEnough(samples)) void source.stop().then(() => (tracks ? resolve({ tracks, samples }) : reject(new Error('no tracks'))));
        else cancel = clock.after(200, finish);
      };
      let cancel = clock.after(seconds * 1000, finish);
      source.start({
        onTracks: (found) => void (tracks = found),
        onSample: (sample) => void samples.push({ ...sample, arrived: Date.now() }),
        onEnd: ({ code }) => {
          cancel();
          if (code === 'camera-no-video' && samples.length === 0 && tries > 1) resolve(record(path, seconds, isEnough, tries - 1));
          else reject(new Error(code));
        },
      });
    });

  test.each(['/cam', '/cama', '/cambf', '/camaac', '/camopus', '/camg726', '/camg722', '/cam1080', '/udp'])(
    '%s: increasing decode times on the wall clock, beginning with a key frame',
    async (path) => {
      const hasSound = ['/camaac', '/cama', '/camopus', '/camg726'].includes(path);
      const { tracks, samples } = await record(path, 4, (soFar) => !hasSound || soFar.filter(({ kind }) => kind === 'audio').length > 10);
      expect(tracks.video).toMatchObject(
        path === '/cam1080' ? { width: 1920, height: 1080 } : path === '/udp' ? { width: 640, height: 360 } : { width: 1280, height: 720 },
      );
      const video = samples.filter(({ kind }) => kind === 'video');
      expect(video[0]?.keyFrame).toBe(true);
      expect(video.length).toBeGreaterThan(50);
      video.slice(1).forEach((sample, index) => expect(sample.decodeTime).toBeGreaterThan(video[index]?.decodeTime ?? 0));
      expect(video.some(({ compositionOffset }) => compositionOffset > 0)).toBe(path === '/cambf');
      const late = video.slice(-20).map(({ decodeTime, arrived }) => Math.abs(arrived - decodeTime / 90));
      expect(Math.max(...late)).toBeLessThan(500);
      const audio = samples.filter(({ kind }) => kind === 'audio');
      expect(audio.length > 10).toBe(hasSound);
      expect(tracks.unplayedSound).toBe(path === '/camg722' ? 'G.722' : undefined);
      // G.711 (/cama) and G.726 arrive as AAC, no later than the picture beside them.
      expect(tracks.audio?.sampleRate ?? null).toBe(
        path === '/camaac' ? 16_000 : path === '/camopus' ? 48_000 : path === '/cama' || path === '/camg726' ? 8000 : null,
      );
      const lastSound = audio.at(-1);
      if (tracks.audio && lastSound)
        expect(Math.abs(lastSound.decodeTime / tracks.audio.sampleRate - (video.at(-1)?.decodeTime ?? 0) / 90_000)).toBeLessThan(1);
      audio.slice(1).forEach((sample, index) => expect(sample.decodeTime).toBeGreaterThan(audio[index]?.decodeTime ?? 0));
    },
    atMost(15_000),
  );

  test('/hevc: H.265 is passed through, and FFmpeg decodes every recorded frame', async () => {
    const { tracks, samples } = await record('/hevc', 4);
    expect(tracks.video).toMatchObject({ codec: expect.stringMatching(/^hvc1\.1\.6\.L\d+\.\w+$/), width: 640, height: 360 });
    const file = Buffer.concat([initSectionOf(tracks).bytes, ...samples.map((sample, index) => buildFragment([sample], index))]);
    const { stdout, stderr } = spawnSync(
      'ffprobe',
      ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,codec_tag_string,nb_read_frames', '-of', 'csv=p=0', '-'],
      { input: file, encoding: 'utf8' },
    );
    expect([stdout.trim(), stderr]).toEqual([`hevc,hvc1,${samples.length}`, '']);
    expect(samples.length).toBeGreaterThan(5);
  });

  test('/vfr: irregular frames last until the next one, and no gap is mistaken for a jump', async () => {
    const { samples } = await record('/vfr', 4);
    const steps = samples.slice(1).map(({ decodeTime }, index) => (decodeTime - (samples[index]?.decodeTime ?? 0)) / 90);
    expect(Math.max(...steps)).toBeLessThan(1000);
    expect(steps.filter((step) => step > 120).length).toBeGreaterThan(3);
    expect(steps.filter((step) => step < 80).length).toBeGreaterThan(10);
  });

  test('/gop10: with a key frame every 10 s, a late viewer still starts immediately from the current group of pictures', async () => {
    const stream = createStreamRegistry({ log }).open('a');
    const source = createRtspSource({ url: camera.url('/gop10'), clock, log, network });
    source.start(stream.input);
    const watch = (): { frames: number; first: boolean | null } => {
      const seen = { frames: 0, first: null as boolean | null };
      stream.subscribe({ onTracks: () => undefined, onSample: ({ keyFrame }) => void ((seen.first ??= keyFrame), (seen.frames += 1)) });
      return seen;
    };
    const early = watch();
    await expect.poll(() => early.frames, { timeout: atMost(10_000) }).toBeGreaterThan(60);
    expect(watch()).toMatchObject({ first: true });
    await source.stop();
  });

  test('/gop40: a camera whose key frames are 40 s apart can be added between two of them', async () => {
    const first = createRtspSource({ url: camera.url('/gop40'), clock, log, network });
    let frames = 0;
    first.start({ onTracks: () => undefined, onSample: () => void (frames += 1), onEnd: () => undefined });
    onTestFinished(first.stop);
    await expect.poll(() => frames, { timeout: atMost(8000) }).toBeGreaterThan(25);
    expect((await probeRtsp({ url: camera.url('/gop40'), network, clock })).tracks).toMatchObject([
      { kind: 'video', encoding: 'H264', playable: true },
    ]);
  });

  test('R7: /silent: a camera that falls silent without closing is offline within 15 s and is retried', async () => {
    // The clock runs five times as fast as real time, so the 10 s of silence take 2 s.
    const fast: Clock = {
      now: () => clock.now(),
      monotonic: () => clock.monotonic() * 5,
      after: (delay, call) => clock.after(delay / 5, call),
    };
    const states: string[] = [];
    const ingest = createIngest({ clock: fast, log, streams: createStreamRegistry({ log }) });
    ingest.onStatus((_, { state, reason }) => void states.push(`${state} ${reason ?? ''}`.trim()));
    ingest.start({ id: 'a', openSource: () => createRtspSource({ url: camera.url('/silent'), clock, log, network }) });
    await expect.poll(() => states.join(), { timeout: atMost(20_000) }).toMatch(/online,offline camera-timeout,online/);
    await ingest.close();
  });

  test('/mjpeg: motion JPEG is transcoded to H.264', async () => {
    const { tracks, samples } = await record('/mjpeg', 4);
    expect(tracks).toMatchObject({ isTranscoded: true, video: { codec: expect.stringMatching(/^avc1\.42/), width: 640, height: 360 } });
    const file = Buffer.concat([initSectionOf(tracks).bytes, ...samples.map((sample, index) => buildFragment([sample], index))]);
    const { stdout, stderr } = spawnSync(
      'ffprobe',
      ['-v', 'error', '-count_frames', '-show_entries', 'stream=codec_name,nb_read_frames', '-of', 'csv=p=0', '-'],
      { input: file, encoding: 'utf8' },
    );
    expect([stdout.trim(), stderr]).toEqual([`h264,${samples.length}`, '']);
    expect(samples.length).toBeGreaterThan(5);
  });

  test.each(['/basic', '/digest'])('%s: accepts the right password, rejects a wrong or missing one', async (path) => {
    const probe = (password: string) => probeRtsp({ url: camera.url(path), username: 'admin', password, network, clock });
    expect((await probe('secret')).tracks).toEqual([{ kind: 'video', encoding: 'H264', playable: true, width: 640, height: 360 }]);
    await expect(probe('wrong')).rejects.toMatchObject({ code: 'camera-wrong-password' });
    await expect(probeRtsp({ url: camera.url(path), network, clock })).rejects.toMatchObject({ code: 'camera-wrong-password' });
  });

  test('no such stream', async () => {
    await expect(probeRtsp({ url: camera.url('/nothing'), network, clock })).rejects.toMatchObject({ code: 'camera-stream-not-found' });
  });

  // How soon: within 15 s and 10 s by the clock of ingest.test, measured by bench live-recovery.
  test('R7: a camera goes away and returns', { timeout: atMost(120_000) }, async () => {
    const states: string[] = [];
    let opened = 0;
    const ingest = createIngest({
      clock,
      log,
      streams: { open: () => ({ input: { onTracks: () => undefined, onSample: () => undefined, onEnd: () => undefined } }) },
    });
    ingest.onStatus((_, { state }) => void states.push(state));
    const becomes = (state: string) => expect.poll(() => states.at(-1), { timeout: atMost(60_000) }).toBe(state);
    const openSource = () => {
      opened += 1;
      return createRtspSource({ url: camera.url('/sub'), clock, log, network });
    };
    ingest.start({ id: 'a', openSource });
    onTestFinished(ingest.close);
    await becomes('online');
    const before = opened;
    await camera.stop();
    await becomes('offline');
    // Several attempts fail, and it is still tried when it is back.
    await expect.poll(() => opened, { timeout: atMost(60_000) }).toBeGreaterThan(before + 2);
    expect(states.at(-1)).toBe('offline');
    await camera.restart();
    await becomes('online');
  });
});

describe('addresses that are not cameras', () => {
  const web: Server = createHttpServer((_, answer) => answer.end('<h1>a router</h1>'));
  const silent: Server = createTcpServer((socket) => void socket.on('error', () => socket.destroy()).resume());
  const redirecting: Server = createTcpServer(
    (socket) =>
      void socket
        .on('data', (data) =>
          socket.write(
            `RTSP/1.0 302 Found\r\nCSeq: ${/CSeq: (\d+)/.exec(data.toString())?.[1]}\r\nLocation: rtsp://127.0.0.1:${ports.web}/x\r\n\r\n`,
          ),
        )
        .on('error', () => undefined),
  );
  const ports: Record<'web' | 'silent' | 'redirecting', number> = { web: 0, silent: 0, redirecting: 0 };
  beforeAll(async () => {
    [ports.web, ports.silent, ports.redirecting] = [await listen(web), await listen(silent), await listen(redirecting)];
  });
  afterAll(() => [web, silent, redirecting].forEach((server) => server.close()));
  const connections = (server: Server): Promise<number> => new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

  test.each([
    ['an HTTP server', (): string => `rtsp://127.0.0.1:${ports.web}/cam`, 'camera-not-rtsp'],
    ['a host that never answers', (): string => `rtsp://127.0.0.1:${ports.silent}/cam`, 'camera-timeout'],
    ['a closed port', (): string => 'rtsp://127.0.0.1:1/cam', 'camera-unreachable'],
    ['an unknown host name', (): string => 'rtsp://no-such-host.invalid/cam', 'camera-host-unknown'],
    ['the metadata service of a cloud', (): string => 'rtsp://169.254.169.254/cam', 'camera-address-forbidden'],
  ] as const)(
    '%s: the exact reason within 10 s, nothing left open',
    async (_, url, code) => {
      const limits: number[] = [];
      const watched: Clock = {
        now: () => clock.now(),
        monotonic: () => clock.monotonic(),
        after: (delay, call) => {
          limits.push(delay);
          return clock.after(delay, call);
        },
      };
      await expect(probeRtsp({ url: url(), network, clock: watched })).rejects.toMatchObject({ code });
      // The first one is set before anything is asked for, and ends all of it.
      expect(limits[0]).toBeLessThan(10_000);
      await expect.poll(async () => (await connections(web)) + (await connections(silent))).toBe(0);
    },
    atMost(30_000),
  );

  test('a redirect is not followed', async () => {
    await expect(probeRtsp({ url: `rtsp://127.0.0.1:${ports.redirecting}/cam`, network, clock })).rejects.toMatchObject({
      code: 'camera-redirects',
    });
  });
});
