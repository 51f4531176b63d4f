import { spawnSync } from 'node:child_process';
import { createFragmentStreamReader, readSampleEntry } from '@watchpost/mp4';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { createSoundMaker, joinSounds, mixSounds } from '../../testing/live/sounds.ts';
import { findPackage } from '../objects/model/model-package.ts';
import { createSoundListener } from './sound-listener.ts';
import type { SoundRequest } from './sound-messages.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const isSkipped = !hasFfmpeg || findPackage('node-av') === null;
const reason = isSkipped ? ' (skipped: FFmpeg or the optional package node-av is not installed)' : '';

const listener = createSoundListener({ clock: systemClock, log: pino({ level: 'silent' }) });
afterAll(listener.close);

interface Recording extends Pick<SoundRequest, 'codec' | 'configuration' | 'sampleRate' | 'channels' | 'frames'> {}

const maker = createSoundMaker(16_000);
/** Three beeps in noise, as a smoke alarm makes them, three times. */
const beeps = Array.from({ length: 3 }, () => joinSounds(maker.tone(500, 3100, 0.2), maker.silence(500)));
const group = joinSounds(...beeps, maker.silence(1000));
const alarm = joinSounds(maker.silence(4000), group, group, group);
const room = maker.noise((alarm.length / 16_000) * 1000, 0.003);

/** Encodes a sound of 16 kHz as a camera does. */
function encode(sound: Float32Array, options: readonly string[]): Recording {
  const { stdout } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'f32le', '-ar', '16000', '-ac', '1', '-i', '-', ...options],
      ...['-movflags', '+empty_moov+default_base_moof+frag_every_frame', '-f', 'mp4', '-'],
    ],
    { input: Buffer.from(sound.buffer), maxBuffer: 64e6 },
  );
  const { tracks, samples } = createFragmentStreamReader()(stdout);
  const [track] = tracks ?? [];
  const entry = track && readSampleEntry(track);
  if (!track || entry?.kind !== 'audio' || !entry.configuration) throw new Error('FFmpeg could not encode the sound.');
  return {
    codec: options.includes('libopus') ? 'opus' : 'aac',
    configuration: Uint8Array.from(entry.configuration),
    sampleRate: track.timescale,
    channels: entry.channels,
    frames: samples.map(({ decodeTime, data }) => ({ at: 1_800_000_000_000 + decodeTime * 1000, data: data.slice() })),
  };
}

/** Listens to a recording in pieces of a second; returns what is heard in any of them. */
async function hear(cameraId: string, { frames, ...track }: Recording): Promise<{ readonly types: string[]; readonly cpuMs: number }> {
  const types = new Set<string>();
  let cpuMs = 0;
  const first = frames[0]?.at ?? 0;
  const last = frames.at(-1)?.at ?? 0;
  for (let at = first; at <= last; at += 1000) {
    const piece = frames.filter((frame) => frame.at >= at && frame.at < at + 1000);
    const hearing = await listener.listen({
      cameraId,
      ...track,
      frames: piece,
      sensitivities: { loudNoise: 10, smokeAlarm: 5, coAlarm: 5 },
    });
    for (const { type } of hearing?.heard ?? []) types.add(type);
    cpuMs += hearing?.cpuMs ?? 0;
  }
  return { types: [...types].toSorted((a, b) => a.localeCompare(b)), cpuMs };
}

test.skipIf(isSkipped).each([
  ['AAC of 8 kHz, as G.711 becomes', ['-ar', '8000', '-c:a', 'aac', '-b:a', '24k']],
  ['AAC of 16 kHz', ['-ar', '16000', '-c:a', 'aac', '-b:a', '32k']],
  ['AAC of 44.1 kHz in stereo', ['-ar', '44100', '-ac', '2', '-c:a', 'aac', '-b:a', '96k']],
  ['AAC of 48 kHz', ['-ar', '48000', '-c:a', 'aac', '-b:a', '64k']],
  ['Opus', ['-c:a', 'libopus', '-b:a', '32k']],
  ['Opus in stereo', ['-ac', '2', '-c:a', 'libopus', '-b:a', '64k']],
])(`an alarm is heard in %s, and is loud; the room alone is not${reason}`, { timeout: atMost(60_000) }, async (name, options) => {
  const heard = await hear(name, encode(mixSounds(alarm, room), options));
  expect(heard.types).toEqual(['loudNoise', 'smokeAlarm']);
  expect((await hear(`${name}, quiet`, encode(room, options))).types).toEqual([]);
});

test.skipIf(isSkipped)(`what can’t be decoded is nothing, and the next camera is heard${reason}`, { timeout: atMost(60_000) }, async () => {
  const recording = encode(mixSounds(alarm, room), ['-c:a', 'aac', '-b:a', '32k']);
  const garbage = recording.frames.map(({ at }, index) => ({
    at,
    data: Uint8Array.from({ length: 60 }, (_, byte) => (byte * 7 + index) % 256),
  }));
  expect((await hear('garbage', { ...recording, frames: garbage })).types).not.toContain('smokeAlarm');
  expect((await hear('no configuration', { ...recording, configuration: Uint8Array.of(0xff) })).types).not.toContain('smokeAlarm');
  expect((await hear('fine', recording)).types).toContain('smokeAlarm');
});

test.skipIf(isSkipped)(
  `a detector outside gets the sound as WAV, and nothing of silence${reason}`,
  { timeout: atMost(60_000) },
  async () => {
    const windowsOf = async (cameraId: string, { frames, ...track }: Recording): Promise<number[]> => {
      const sizes: number[] = [];
      const first = frames[0]?.at ?? 0;
      for (let at = first; at <= (frames.at(-1)?.at ?? 0); at += 1000) {
        const piece = frames.filter((frame) => frame.at >= at && frame.at < at + 1000);
        const hearing = await listener.listen({ cameraId, ...track, frames: piece, sensitivities: {}, isForwarded: true });
        if (hearing?.window) sizes.push(hearing.window.byteLength);
      }
      return sizes;
    };
    const sizes = await windowsOf('loud', encode(mixSounds(alarm, room), ['-ar', '44100', '-c:a', 'aac', '-b:a', '64k']));
    expect(sizes.length).toBeGreaterThan(3);
    expect(sizes.at(-1)).toBe(44 + 3 * 32_000);
    expect(await windowsOf('silent', encode(new Float32Array(room.length), ['-c:a', 'aac', '-b:a', '32k']))).toEqual([]);
  },
);
