// @vitest-environment jsdom
import { createFakePush } from '@watchpost/sdk-core/testing';
import type { FakePush } from '@watchpost/sdk-core/testing';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { applyLocale } from '../../shared/i18n/i18n.ts';
import { browserName, unsupportedReason } from './notifications-help.ts';
import { PushSetting } from './notifications-setting.tsx';

const sendTestPush = { method: 'POST', path: '/public/api/v1/pushnotifications/test' } as const;
const subscribeToPush = { method: 'POST', path: '/public/api/v1/pushnotifications/subscription' } as const;

afterEach(() => {
  vi.unstubAllGlobals();
  forgetApp();
});

const rendered = (push: FakePush = createFakePush()) => renderApp(<PushSetting />, { email: 'anna@example.com', push: push.ports });
const toggle = () => screen.getByRole('switch', { name: /Notifications in this browser/ });
const status = () => screen.getByText(/^(Off|On|Turning|Not turned|Blocked|Not available)/).textContent;

test('can be turned on and off', async () => {
  const push = createFakePush();
  const { server } = await rendered(push);
  expect(toggle()).toHaveProperty('checked', false);
  expect(status()).toBe('Off.');
  fireEvent.click(toggle());
  await waitFor(() => expect(status()).toMatch(/^On\./));
  expect(server.pushTokens.size).toBe(1);
  fireEvent.click(toggle());
  await waitFor(() => expect(status()).toBe('Off.'));
  expect([server.pushTokens.size, push.subscription]).toEqual([0, null]);
});

test('a slow change shows progress and can be cancelled', async () => {
  const push = createFakePush();
  await rendered(push);
  const release = push.holdNext('subscribe');
  fireEvent.click(toggle());
  await waitFor(() => expect(status()).toBe('Turning on…'));
  expect(toggle()).toHaveProperty('checked', true);
  fireEvent.click(toggle());
  await waitFor(() => expect(status()).toBe('Turning off…'));
  release();
  await waitFor(() => expect(status()).toBe('Off.'));
});

test('a failure shows the reason and can be retried', async () => {
  const push = createFakePush();
  push.failNext('subscribe', new Error('AbortError'));
  await rendered(push);
  fireEvent.click(toggle());
  await screen.findByText('This browser could not be registered for notifications. Check the network and try again.');
  expect([status(), Reflect.get(toggle(), 'checked')]).toEqual(['Not turned on.', false]);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(status()).toMatch(/^On\./));
});

test('blocked: shows help for this browser, and turns on by itself once allowed', async () => {
  const push = createFakePush();
  push.answer = 'denied';
  await rendered(push);
  fireEvent.click(toggle());
  await waitFor(() => expect(status()).toBe('Blocked in the browser’s settings.'));
  expect(toggle()).toHaveProperty('disabled', true);
  expect(screen.getByText(/Allow notifications for this site/)).toBeTruthy();
  act(() => push.setPermission('granted'));
  await waitFor(() => expect(status()).toMatch(/^On\./));
});

test('a browser without push says why', async () => {
  // jsdom does not implement isSecureContext.
  vi.stubGlobal('isSecureContext', true);
  await rendered(createFakePush({ isSupported: false }));
  expect(screen.getByText(/A current Chrome, Edge, Firefox or Safari can/)).toBeTruthy();
  expect(status()).toBe('Not available here.');
  expect(toggle()).toHaveProperty('disabled', true);
});

test('a test notification is sent; a refusal by the server is reported', async () => {
  const { server } = await rendered();
  fireEvent.click(toggle());
  const button = await screen.findByRole('button', { name: 'Send a test' });
  fireEvent.click(button);
  await screen.findByText('Test notification sent');
  server.answerNext(sendTestPush, 'too-many-requests');
  fireEvent.click(button);
  await screen.findByText('Couldn’t send the test');
});

test('shows Russian texts, including the server’s refusal', async () => {
  const { server } = await rendered();
  await act(() => applyLocale('ru'));
  server.answerNext(subscribeToPush, 'unavailable');
  fireEvent.click(screen.getByRole('switch', { name: /Уведомления в этом браузере/ }));
  await screen.findByText('Сервис сейчас недоступен. Повторите через несколько секунд.');
  await act(() => applyLocale('en'));
});

describe('browser detection', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36', 0, 'chrome'],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36',
      5,
      'chrome-android',
    ],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 0, 'firefox'],
    ['Mozilla/5.0 (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0', 5, 'firefox-android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 0, 'safari'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15', 5, 'ios'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1',
      5,
      'ios',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
      0,
      'edge',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/154.0.0.0 YaBrowser/26.9 Safari/537.36',
      0,
      'yandex',
    ],
    ['curl/8', 0, 'other'],
  ] as const)('%s', (agent, touchPoints, name) => {
    expect(browserName(agent, touchPoints)).toBe(name);
  });

  test('returns why push is unavailable', () => {
    expect(unsupportedReason('ios', false, false)).toBe('insecure');
    expect(unsupportedReason('ios', true, false)).toBe('home-screen');
    expect(unsupportedReason('ios', true, true)).toBe('browser');
    expect(unsupportedReason('chrome', true, false)).toBe('browser');
  });
});
