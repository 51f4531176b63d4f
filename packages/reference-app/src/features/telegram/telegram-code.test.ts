import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { codeHalves, countdownText, watchTelegramCode } from './telegram-code.ts';
import type { TelegramCode } from './telegram-code.ts';

function scene() {
  const clock = createFakeClock();
  const shown: TelegramCode[] = [];
  const requests: { readonly signal: AbortSignal | undefined; readonly answer: (token: string) => void; readonly fail: () => void }[] = [];
  const watch = watchTelegramCode({
    clock,
    onCode: (code) => void shown.push(code),
    request: ({ signal }) =>
      new Promise((resolve, reject) => {
        requests.push({
          signal,
          answer: (token) => resolve({ token, expiresAt: 0, botName: 'watchpost_bot' }),
          fail: () => reject(new Error('network')),
        });
      }),
  });
  return { clock, shown, requests, watch };
}

test('a code counts down for 600 s by the second, and at zero the next one is requested', async () => {
  const { clock, shown, requests } = scene();
  expect(shown).toEqual([{ kind: 'loading' }]);
  requests[0]?.answer('4F7K9QX2');
  await clock.settle();
  expect(shown.at(-1)).toEqual({ kind: 'ready', token: '4F7K9QX2', botName: 'watchpost_bot', secondsLeft: 600 });
  await clock.advance(1000);
  expect(shown.at(-1)).toMatchObject({ secondsLeft: 599 });
  await clock.advance(598_000);
  expect([shown.at(-1), requests.length]).toEqual([expect.objectContaining({ secondsLeft: 1 }), 1]);
  await clock.advance(1000);
  expect([shown.at(-1), requests.length]).toEqual([{ kind: 'loading' }, 2]);
  requests[1]?.answer('BCDFGHJK');
  await clock.settle();
  expect(shown.at(-1)).toMatchObject({ token: 'BCDFGHJK', secondsLeft: 600 });
});

test('a device that slept asks for a new code at once', async () => {
  const { clock, requests } = scene();
  requests[0]?.answer('4F7K9QX2');
  await clock.settle();
  await clock.advance(3_600_000);
  expect(requests).toHaveLength(2);
});

test('a failure is shown until it is tried again', async () => {
  const { clock, shown, requests, watch } = scene();
  requests[0]?.fail();
  await clock.settle();
  expect(shown.at(-1)).toMatchObject({ kind: 'failed' });
  await clock.advance(700_000);
  expect(requests).toHaveLength(1);
  watch.retry();
  expect([shown.at(-1), requests.length]).toEqual([{ kind: 'loading' }, 2]);
});

test('closing aborts the request, and nothing is shown after it', async () => {
  const { clock, shown, requests, watch } = scene();
  watch.close();
  expect(requests[0]?.signal?.aborted).toBe(true);
  requests[0]?.answer('4F7K9QX2');
  await clock.settle();
  expect([shown, clock.pending]).toEqual([[{ kind: 'loading' }], 0]);
});

test('a code has two halves, and its time two digits each', () => {
  expect(codeHalves('4F7K9QX2')).toEqual(['4F7K', '9QX2']);
  expect([600, 582, 60, 9, 0].map(countdownText)).toEqual(['10:00', '09:42', '01:00', '00:09', '00:00']);
});
