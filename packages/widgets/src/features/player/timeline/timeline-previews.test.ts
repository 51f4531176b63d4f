import { WatchpostError } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { createPreviews } from './timeline-previews.ts';

function setUp(): {
  asked: number[];
  aborted: number[];
  shown: [number, boolean][];
  failed: () => number;
  answer: (at: number, error?: unknown) => Promise<void>;
  rest: () => void;
  previews: ReturnType<typeof createPreviews>;
} {
  const asked: number[] = [];
  const aborted: number[] = [];
  const shown: [number, boolean][] = [];
  const waiting = new Map<number, { resolve: (blob: Blob) => void; reject: (error: unknown) => void }>();
  let timer: (() => void) | null = null;
  let fails = 0;
  const previews = createPreviews({
    fetch: (at, signal) => {
      asked.push(at);
      return new Promise((resolve, reject) => {
        waiting.set(at, { resolve, reject });
        signal.addEventListener('abort', () => {
          aborted.push(at);
          reject(signal.reason);
        });
      });
    },
    onPicture: (at, picture) => shown.push([at, picture !== null]),
    onFail: () => {
      fails += 1;
    },
    clock: {
      after: (_delay, callback) => {
        timer = callback;
        return () => {
          if (timer === callback) timer = null;
        };
      },
    },
  });
  const answer = async (at: number, error?: unknown): Promise<void> => {
    const entry = waiting.get(at);
    if (error === undefined) entry?.resolve(new Blob([`${at}`]));
    else entry?.reject(error);
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  return { asked, aborted, shown, failed: () => fails, answer, rest: () => timer?.(), previews };
}

describe('previews under the pointer', () => {
  test('requests the preview under the pointer immediately; neighbours only when it rests', async () => {
    const { asked, shown, answer, rest, previews } = setUp();
    previews.want(10, [9, 11]);
    expect(asked).toEqual([10]);
    await answer(10);
    expect(shown).toEqual([[10, true]]);
    rest();
    expect(asked).toEqual([10, 9, 11]);
  });

  test('aborts and never shows a preview that the pointer has left', async () => {
    const { asked, aborted, shown, answer, previews } = setUp();
    previews.want(10, [9, 11]);
    previews.want(20, [19, 21]);
    expect(aborted).toEqual([10]);
    await answer(10);
    await answer(20);
    expect(shown).toEqual([[20, true]]);
    expect(asked).toEqual([10, 20]);
    previews.want(30, []);
    previews.rest();
    expect(aborted).toEqual([10, 30]);
  });

  test('does not request a loading neighbour twice, and shows it when the pointer reaches it', async () => {
    const { asked, aborted, shown, answer, rest, previews } = setUp();
    previews.want(10, [11]);
    await answer(10);
    rest();
    previews.want(11, [12]);
    expect([asked, aborted]).toEqual([[10, 11], []]);
    await answer(11);
    expect(shown.at(-1)).toEqual([11, true]);
  });

  test('cached previews need no request; a missing preview is cached too', async () => {
    const { asked, shown, answer, previews } = setUp();
    previews.want(10, []);
    await answer(10, new WatchpostError('no-footage'));
    previews.want(20, []);
    await answer(20);
    previews.want(10, []);
    previews.want(20, []);
    expect(asked).toEqual([10, 20]);
    expect(shown).toEqual([
      [10, false],
      [20, true],
      [10, false],
      [20, true],
    ]);
  });

  test('three failures in a row end previews; a success resets the count', async () => {
    const { failed, answer, previews } = setUp();
    for (const at of [1, 2, 3, 4, 5]) {
      previews.want(at, []);
      await answer(at, at === 3 ? undefined : new WatchpostError('network'));
    }
    expect(failed()).toBe(0);
    previews.want(6, []);
    await answer(6, new WatchpostError('network'));
    expect(failed()).toBe(1);
  });
});
