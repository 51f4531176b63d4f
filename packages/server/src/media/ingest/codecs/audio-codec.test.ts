import { spawnSync, spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Sample, Tracks } from '../../media-types.ts';
import { buildFragment } from '../../packaging/fragment.ts';
import { initSectionOf } from '../../packaging/init-section.ts';
import { createSoundTranscoder } from '../../transcode/sound-transcoder.ts';
import { parseRtp } from '../rtsp/rtp.ts';
import { createReceiver } from '../rtsp/rtsp-receiver.ts';
import { parseSdp } from '../rtsp/sdp.ts';
import { audioName, isPlayableAudio } from './audio-codec.ts';
import { opusDuration } from './opus-depacketiser.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const seconds = 2;

async function bind(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 4_000_000 }).bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return socket;
}

/** Streams video and a 440 Hz tone from FFmpeg over RTP, and returns what the receiver makes of them. */
async function receive(
  encoder: readonly string[],
  sound: ReturnType<typeof createSoundTranscoder>,
): Promise<{ tracks: Tracks; samples: Sample[] }> {
  const sockets = [await bind(), await bind()];
  const packets = sockets.map((socket) => {
    const received: Buffer[] = [];
    socket.on('message', (data) => received.push(data));
    return received;
  });
  const [picture, heard] = sockets.map((socket) => `rtp://127.0.0.1:${socket.address().port}?pkt_size=1200`);
  const camera = spawn('ffmpeg', [
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    `testsrc2=size=64x64:rate=10:duration=${seconds}`,
    '-f',
    'lavfi',
    '-i',
    `sine=frequency=440:duration=${seconds}:sample_rate=48000`,
    '-map',
    '0:v',
    '-c:v',
    'libx264',
    '-tune',
    'zerolatency',
    '-f',
    'rtp',
    picture ?? '',
    '-map',
    '1:a',
    '-af',
    'volume=4',
    ...encoder,
    '-f',
    'rtp',
    heard ?? '',
  ]);
  let sdp = '';
  camera.stdout.on('data', (chunk: Buffer) => (sdp += chunk.toString()));
  await once(camera, 'close');
  const [video, audio] = parseSdp(sdp.slice(sdp.indexOf('v=0'))).media;
  if (!video || !audio) throw new Error(`FFmpeg described no camera: ${sdp}`);
  const samples: Sample[] = [];
  let tracks: Tracks | null = null;
  const clock = createManualClock();
  const isPlayed = isPlayableAudio(audio);
  const receiver = createReceiver({
    video,
    audio: isPlayed ? audio : null,
    unplayedSound: isPlayed ? null : audioName(audio),
    clock,
    listener: { onTracks: (found) => (tracks = found), onSample: (sample) => samples.push(sample), onEnd: () => undefined },
    sound,
  });
  onTestFinished(() => receiver.stop());
  for (const data of packets[0] ?? []) receiver.receive(video, data);
  let last: number | null = null;
  for (const data of packets[1] ?? []) {
    // FFmpeg sends as fast as it can; a camera sends in real time.
    const { timestamp = 0 } = parseRtp(data) ?? {};
    clock.advance(last === null ? 0 : (((timestamp - last) >>> 0) / audio.clockRate) * 1000);
    last = timestamp;
    receiver.receive(audio, data);
  }
  const found = tracks as Tracks | null;
  if (!found) throw new Error('There was no picture.');
  return { tracks: found, samples };
}

describe.skipIf(!hasFfmpeg)('audio as FFmpeg sends it over RTP', () => {
  const sound = createSoundTranscoder({ clock: systemClock, log: pino({ level: 'silent' }) });
  afterAll(() => sound.close());
  const g726 = (encoder: string, bits: number): string[] => ['-ar', '8000', '-ac', '1', '-c:a', encoder, '-code_size', String(bits)];

  test.each([
    ['Opus', ['-c:a', 'libopus', '-ac', '1'], 'opus'],
    ['Opus, stereo, frames of 60 ms', ['-c:a', 'libopus', '-ac', '2', '-frame_duration', '60'], 'opus'],
    ['AAC', ['-c:a', 'aac', '-ar', '16000', '-ac', '1'], 'mp4a.40.2'],
    // bluenviron/mediamtx #3590.
    ['AAC in LATM', ['-c:a', 'aac', '-ar', '16000', '-ac', '1', '-rtpflags', 'latm'], 'mp4a.40.2'],
    // AlexxIT/go2rtc #291.
    ['PCM (L16)', ['-c:a', 'pcm_s16be', '-ar', '16000', '-ac', '1'], 'mp4a.40.2'],
    ['G.711 A-law', ['-c:a', 'pcm_alaw', '-ar', '8000', '-ac', '1'], 'mp4a.40.2'],
    ...[2, 3, 4, 5].flatMap(
      (bits) =>
        [
          [`G.726 at ${bits * 8} kbit/s`, g726('g726le', bits), 'mp4a.40.2'],
          [`G.726 at ${bits * 8} kbit/s, packed as for AAL2`, g726('g726', bits), 'mp4a.40.2'],
        ] as const,
    ),
  ] as const)('%s is recorded so that FFmpeg hears the tone in it', async (_, encoder, codec) => {
    const { tracks, samples } = await receive(encoder, sound);
    expect(tracks).toMatchObject({ audio: { codec } });
    const heard = (): Sample[] => samples.filter(({ kind }) => kind === 'audio');
    const rate = tracks.audio?.sampleRate ?? 1;
    await expect
      .poll(() => heard().reduce((sum, { duration }) => sum + duration, 0) / rate, { timeout: 15_000 })
      .toBeGreaterThan(seconds - 0.3);
    heard()
      .slice(1)
      .forEach(({ decodeTime }, index) => expect(decodeTime).toBe((heard()[index]?.decodeTime ?? 0) + (heard()[index]?.duration ?? 0)));
    const init = initSectionOf(tracks);
    expect(init.mimeType).toContain(`, ${codec}"`);
    const { stderr } = spawnSync(
      'ffmpeg',
      [
        '-v',
        'info',
        '-i',
        '-',
        '-map',
        '0:a',
        '-af',
        'atrim=start=0.3,asplit[a][b];[a]bandpass=f=440:width_type=h:w=60,volumedetect,anullsink;[b]volumedetect',
        '-f',
        'null',
        '-',
      ],
      { input: Buffer.concat([init.bytes, buildFragment(heard(), 1)]), encoding: 'utf8' },
    );
    const [loud = -99, tone = -99] = [...stderr.matchAll(/mean_volume: (-?[\d.]+) dB/g)].map(([, volume]) => Number(volume));
    expect(Math.max(loud, tone)).toBeGreaterThan(-20);
    // Nearly all energy is in the tone: bits read in the wrong order would be noise.
    expect(Math.abs(loud - tone)).toBeLessThan(2);
  });

  test.each([
    ['MP2', ['-c:a', 'mp2', '-ar', '48000']],
    ['G.722', ['-c:a', 'g722', '-ar', '16000', '-ac', '1']],
  ] as const)('%s is not played, but its name is reported', async (name, encoder) => {
    expect((await receive(encoder, sound)).tracks).toMatchObject({ audio: null, unplayedSound: name });
  });
});

test('the first bytes of an Opus packet determine its duration (RFC 6716, table 2)', () => {
  const packet = (mode: number, code: number, count = 0): Uint8Array => Uint8Array.of((mode << 3) | code, count);
  expect(
    [
      packet(0, 0),
      packet(1, 0),
      packet(3, 0),
      packet(12, 0),
      packet(13, 1),
      packet(16, 0),
      packet(19, 0),
      packet(31, 3, 3),
      packet(3, 3, 2),
    ].map(opusDuration),
  ).toEqual([480, 960, 2880, 480, 1920, 120, 960, 2880, 5760]);
  // An empty packet, no frames, and more than 120 ms.
  expect([new Uint8Array(), packet(31, 3, 0), packet(3, 3, 3)].map(opusDuration)).toEqual([null, null, null]);
});
