import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createCommandSpeaker } from './command-speaker.ts';
import { createFileSpeaker } from './file-speaker.ts';
import { createSpeech, type Speaker } from './speech.ts';

async function makeFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-speech-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'speech');
}
const contents = async (file: string, expected: string): Promise<void> => {
  await expect.poll(() => readFile(file, 'utf8').catch(() => ''), { timeout: 5000 }).toBe(expected);
};

test.each([
  ['a program', (file: string): Speaker => createCommandSpeaker(`dd status=none of=${file}`)],
  ['a file', (file: string): Speaker => createFileSpeaker(file)],
] as const)('what is said goes to %s, piece after piece', async (_, make) => {
  const file = await makeFile();
  const speech = createSpeech(make(file), () => undefined);
  speech.hear(Buffer.from('too early '));
  speech.begin('audio/webm');
  speech.hear(Buffer.from('hello '));
  speech.hear(Buffer.from('world'));
  speech.end();
  speech.hear(Buffer.from(' too late'));
  await contents(file, 'hello world');
});

test('reports a missing or crashed player; nothing happens without a loudspeaker', async () => {
  for (const [command, problem] of [
    ['no-such-player-here', /Is no-such-player-here installed/],
    ['false', /false ended with 1/],
  ] as const) {
    const reported = await new Promise<string>((resolve) => createSpeech(createCommandSpeaker(command), resolve).begin('audio/webm'));
    expect(reported).toMatch(problem);
  }
  const withoutSpeaker = createSpeech(undefined, () => undefined);
  withoutSpeaker.begin('audio/webm');
  withoutSpeaker.hear(Uint8Array.of(1));
});

test('a player that does not read costs at most 64 kB', async () => {
  const playing = createCommandSpeaker('sleep 5').play('audio/webm', () => undefined);
  onTestFinished(() => playing.end());
  let taken = 0;
  for (let piece = 0; piece < 1000; piece += 1) if (playing.write(Buffer.alloc(4096))) taken += 4096;
  expect(taken).toBeLessThan(200 * 1024);
});
