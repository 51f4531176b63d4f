// @vitest-environment jsdom
import type { ChannelTest } from '@watchpost/sdk-core';
import { createFakePush } from '@watchpost/sdk-core/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { applyLocale } from '../../../shared/i18n/i18n.ts';
import { forgetApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { SelfTest } from './notifications-self-test.tsx';

afterEach(forgetApp);

const result = (over: Partial<ChannelTest>): ChannelTest => ({
  channel: 'push',
  name: 'Chrome, Android',
  isThisDevice: false,
  state: 'sent',
  reason: null,
  ...over,
});
const shown = (
  <MemoryRouter>
    <SelfTest />
  </MemoryRouter>
);
const run = (name = 'Test all channels') => fireEvent.click(screen.getByRole('button', { name }));

test('says of each channel whether it works, and what to do', async () => {
  const { server } = await renderApp(shown, { email: 'anna@example.com' });
  server.channelTests = [
    result({}),
    result({ channel: 'telegram', name: 'Anna', tookMs: 640 }),
    result({ channel: 'telegram', name: 'Family', state: 'failed', reason: 'blocked' }),
    result({ channel: 'email', name: null, state: 'not-set-up' }),
  ];
  run();
  await screen.findByText('Sent: 2 of 3.');
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'PushChrome, Android · sent',
    'TelegramAnna · sent in 0.6 s',
    'TelegramFamily · failedThe bot is blocked there. Open the chat in Telegram, choose “Unblock”, and test again.Fix',
    'E-mailnot set up',
  ]);
  expect(screen.getByRole('link', { name: 'Fix: Family' }).getAttribute('href')).toBe('/settings/account/telegram-notifications');
});

test('an address that mail does not reach is changed in one tap', async () => {
  const { server } = await renderApp(shown, { email: 'anna@example.com' });
  server.channelTests = [result({ channel: 'email', name: 'anna@example.com', state: 'failed', reason: 'refused' })];
  run();
  expect((await screen.findByRole('link', { name: 'Fix: anna@example.com' })).getAttribute('href')).toBe('/settings/account');
});

test('a subscription that this browser has ended is repaired by one tap, and tested again', async () => {
  const push = createFakePush();
  const { server } = await renderApp(shown, { email: 'anna@example.com', push: push.ports });
  server.channelTests = [result({ isThisDevice: true, state: 'failed', reason: 'gone' })];
  run();
  await screen.findByText(/This browser has ended its subscription/);
  server.channelTests = [result({ isThisDevice: true })];
  fireEvent.click(screen.getByRole('button', { name: 'Turn on here' }));
  await screen.findByText('Sent: 1 of 1.');
  await waitFor(() => expect(server.pushTokens.size).toBe(1));
});

test('a device says when it confirmed its subscription last', async () => {
  const { server, client } = await renderApp(shown, { email: 'anna@example.com' });
  server.channelTests = [result({ confirmedAt: client.serverNow() - 40 * 24 * 60 * 60_000 })];
  run();
  await screen.findByText(/^Chrome, Android · sent · last confirmed \d+ \w+/);
});

test('a failed call says so; in Russian', async () => {
  await act(() => applyLocale('ru'));
  const { server } = await renderApp(shown, { email: 'anna@example.com' });
  server.answerNext({ method: 'POST', path: '/public/api/v3/customers/notification-tests' }, 'too-many-requests');
  run('Проверить все каналы');
  await screen.findByRole('alert');
  server.channelTests = [result({ state: 'failed', reason: 'gone' })];
  run('Проверить все каналы');
  await screen.findByText(/Тот браузер завершил подписку/);
  await act(() => applyLocale('en'));
});
