// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { WatchpostError } from '@watchpost/sdk-core';
import { createFakeClock, createFakeServer, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ClientProvider } from '../client.tsx';
import { knownUntil, useKnownUntil } from './known-until.ts';
import type { Knowledge } from './known-until.ts';

const lost: Knowledge = { isOpen: false, lostAt: 2000, isSettled: true, isOutdated: false, answeredAt: 1000, isUnreachable: false };

test.each<[string, Partial<Knowledge>, number | null]>([
  ['changes are pushed', { isOpen: true, lostAt: null }, null],
  ['changes are pushed, while an earlier request failed', { isOpen: true, lostAt: null, isUnreachable: true }, null],
  ['not connected yet, but a request succeeded', { lostAt: null }, null],
  ['connection lost, request pending', { isSettled: false }, null],
  ['connection lost, request timed out', {}, 2000],
  ['connection lost, request failed immediately', { isSettled: false, isUnreachable: true }, 2000],
  ['connection lost, request succeeded since', { answeredAt: 2500 }, null],
  ['a request succeeded since, later ones failed', { answeredAt: 2500, isUnreachable: true }, 2500],
  ['never connected, requests fail', { lostAt: null, isUnreachable: true }, 1000],
  ['never connected, requests hang', { lostAt: null, isOutdated: true }, 1000],
  ['changes are pushed, and the last answer is long ago', { isOpen: true, lostAt: null, isOutdated: true }, null],
])('%s', (_, change, expected) => expect(knownUntil({ ...lost, ...change })).toBe(expected));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('within 3 s after a network failure no state is claimed to be known, until the network is back', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  client.events.live().onCameraState(() => undefined);
  await vi.waitFor(async () => {
    await clock.advance(0);
    expect(client.events.live().state.value).toBe('open');
  });
  const answeredAt = Date.now();
  const Probe = ({ error = null }: { error?: Error | null }): string =>
    `${useKnownUntil({ dataUpdatedAt: answeredAt, error, failureReason: null })}`;
  const view = render(
    <ClientProvider client={client}>
      <Probe />
    </ClientProvider>,
  );
  const pass = (milliseconds: number): Promise<void> =>
    act(async () => {
      await clock.advance(milliseconds);
      await vi.advanceTimersByTimeAsync(milliseconds);
    });
  await pass(60_000);
  expect(screen.getByText('null')).toBeTruthy();
  server.offline = true;
  await pass(2500);
  await pass(500);
  const until = Number(view.container.textContent);
  expect(clock.now() - until).toBeLessThanOrEqual(3000);
  server.offline = false;
  await pass(1000);
  expect(screen.getByText('null')).toBeTruthy();
  view.rerender(
    <ClientProvider client={client}>
      <Probe error={new WatchpostError('network')} />
    </ClientProvider>,
  );
  expect(screen.getByText('null')).toBeTruthy();
  client.dispose();
});

test.each([0, 2 * 3_600_000, -2 * 3_600_000])(
  'while nothing gets through, states are known until the last answer, by the server’s clock; this device’s is off by %i ms',
  async (aheadMs) => {
    const truth = createFakeClock();
    const server = createFakeServer({ clock: truth });
    const { client } = createTestClient({ server, clock: { ...truth, now: () => truth.now() + aheadMs } });
    vi.setSystemTime(truth.now() + aheadMs);
    await signIn(client, server);
    const answeredAt = truth.now();
    const updatedAt = Date.now();
    const Probe = (): string => `${useKnownUntil({ dataUpdatedAt: updatedAt, error: null, failureReason: null })}`;
    const view = render(
      <ClientProvider client={client}>
        <Probe />
      </ClientProvider>,
    );
    const pass = (milliseconds: number): Promise<void> =>
      act(async () => {
        await truth.advance(milliseconds);
        await vi.advanceTimersByTimeAsync(milliseconds);
      });
    await pass(20_000);
    expect(view.container.textContent).toBe('null');
    await pass(10_000);
    expect(Math.abs(Number(view.container.textContent) - answeredAt)).toBeLessThanOrEqual(1000);
    client.dispose();
  },
);
