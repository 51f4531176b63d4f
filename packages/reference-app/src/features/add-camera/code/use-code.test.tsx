// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { createFakeClock, createFakeServer } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderApp } from '../../../shared/testing/render-app.tsx';
import { useCode } from './use-code.ts';

const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const;
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Code(): ReactNode {
  const { code } = useCode(null);
  return <p>{code.state === 'shown' ? code.registration.registrationToken : code.state}</p>;
}

async function show(aheadMs: number, options: { readonly isDated: boolean }) {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const device = { ...clock, now: () => clock.now() + aheadMs };
  let count = 0;
  const give = (): Response =>
    Response.json(
      { registrationToken: `code ${(count += 1)}`, registrationId: 'reg_1', expiresAt: clock.now() + 10 * minute },
      { status: 201, ...(!options.isDated && { headers: { 'Cache-Control': 'private' } }) },
    );
  server.answerNext(createRegistrationToken, ...Array.from({ length: 50 }, () => give));
  const send: typeof fetch = async (input, init) => {
    const answer = await server.fetch(input, init);
    // Some proxies remove what a clock could learn from.
    if (!options.isDated) answer.headers.delete('Date');
    return answer;
  };
  await renderApp(<Code />, { email: 'anna@example.com', server, clock: device, fetch: send });
  const pass = async (durationMs: number): Promise<void> => {
    for (const stepMs of [0, durationMs, 0, 0]) {
      await act(async () => {
        await clock.advance(stepMs);
        await vi.advanceTimersByTimeAsync(stepMs);
      });
    }
  };
  await pass(0);
  return { pass, asked: () => server.requestsTo(createRegistrationToken).length };
}

test.each([
  ['right', 0],
  ['eleven minutes ahead', 11 * minute],
  ['two hours ahead', 120 * minute],
  ['two hours behind', -120 * minute],
])('a device whose clock is %s shows one code until it expires', async (_, aheadMs) => {
  const { pass, asked } = await show(aheadMs, { isDated: true });
  expect([screen.getByText('code 1').textContent, asked()]).toEqual(['code 1', 1]);
  await pass(9 * minute);
  expect(asked()).toBe(1);
  await pass(minute + 1000);
  expect([screen.getByText('code 2').textContent, asked()]).toEqual(['code 2', 2]);
});

test('without the server’s time, a device whose clock is ahead asks once a minute at most', async () => {
  const { pass, asked } = await show(120 * minute, { isDated: false });
  for (let second = 0; second < 119; second += 1) await pass(1000);
  expect(asked()).toBe(2);
});
