import { expect, test } from 'vitest';
import { SourceError, type FrameSource } from '../sources/frame-source.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { capture } from './capture.ts';

/** Counts how often a source with this failure is opened within `ms`. */
async function triesOf(error: SourceError, within: number): Promise<{ tries: number; problems: string[] }> {
  const { clock, advance } = createSteppingClock();
  const stop = new AbortController();
  const problems: string[] = [];
  let tries = 0;
  const source: FrameSource = {
    video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: '' },
    audio: null,
    isLive: true,
    // oxlint-disable-next-line require-yield -- it never gets so far
    frames: async function* () {
      tries += 1;
      throw error;
    },
  };
  const running = capture(
    {
      source,
      timeline: { origin: null },
      clock,
      random: () => 1,
      onFrame: () => undefined,
      onProblem: (problem) => problems.push(problem),
    },
    stop.signal,
  );
  await new Promise((resolve) => setImmediate(resolve));
  await advance(within);
  stop.abort();
  await running;
  return { tries, problems };
}

test('retries an unreachable camera soon and often', async () => {
  const { tries, problems } = await triesOf(new SourceError('away'), 60_000);
  expect(tries).toBeGreaterThan(15);
  expect(new Set(problems)).toEqual(new Set(['away']));
});

test('does not retry a rejected password: the camera would lock the account', async () => {
  expect((await triesOf(new SourceError('wrong password', { isRefused: true }), 299_999)).tries).toBe(1);
  expect((await triesOf(new SourceError('wrong password', { isRefused: true }), 600_000)).tries).toBe(3);
});
