// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { buildCamera, buildPaymentMethod, buildSubscription, buildUpcomingInvoices } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hadBilling } from '../../shared/browser/preferences.ts';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { HeaderNotice, profileDot, ProfileNoticeProvider } from '../profile/profile-notice.tsx';
import type { ProfileNotice } from '../profile/profile-notice.tsx';
import { PaymentNotice } from './payment-notice.tsx';

const now = Date.UTC(2026, 10, 26, 9);

beforeEach(() => void vi.setSystemTime(now));
afterEach(() => {
  forgetApp();
  vi.useRealTimers();
});

function Shown(): ReactNode {
  const [notice, setNotice] = useState<ProfileNotice | null>(null);
  const [isEnabled, setEnabled] = useState<boolean | null>(null);
  return (
    <ProfileNoticeProvider notice={notice}>
      <PaymentNotice onNotice={setNotice} onBilling={setEnabled} />
      <HeaderNotice />
      <section aria-label="profile">{notice?.content}</section>
      <output>{`enabled: ${isEnabled}, dot: ${profileDot(notice)}`}</output>
    </ProfileNoticeProvider>
  );
}

async function open(change: (server: FakeServer) => void): Promise<void> {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 1, maxTopUp: 100 };
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' })];
  server.subscriptions = [buildSubscription({ cameraId: 'door' })];
  change(server);
  await renderApp(
    <MemoryRouter>
      <Shown />
    </MemoryRouter>,
    { client, server },
  );
}

test('without plans on sale nothing is shown', async () => {
  await open((server) => (server.billing = { isEnabled: false }));
  await screen.findByText('enabled: false, dot: null');
  expect(hadBilling()).toBe(false);
  expect(document.querySelector('.paybar, .paycard')).toBeNull();
});

test.each([
  ['ServicePaused', { balance: -44_900 }, 'Service Paused', ['Top Up Balance', '/settings/payments-and-billing/top-up-balance'], 'error'],
  [
    'ServicePausedWithMethod',
    { balance: -44_900, hasCard: true, chargeInDays: 3 },
    'Service Paused',
    ['Fix Payment', '/checkout?cameraIds=door'],
    'error',
  ],
  ['PayUntil', { balance: 12_000, chargeInDays: 3 }, 'Archive is paid until 29 November', ['Pay', '/checkout'], 'info'],
  ['Subscription', { balance: 0, hasNoPlan: true }, '1 camera keeps no recordings', ['Choose a plan', '/checkout?cameraIds=door'], 'null'],
] as const)('%s', async (_, situation, title, go, dot) => {
  const { balance, hasCard, chargeInDays, hasNoPlan } = { hasCard: false, chargeInDays: null, hasNoPlan: false, ...situation };
  await open((server) => {
    server.balance = { amount: balance, currency: 'RUB' };
    if (hasCard) server.paymentMethods = [buildPaymentMethod()];
    if (chargeInDays !== null)
      server.upcomingInvoices = buildUpcomingInvoices([{ cameraId: 'door', startDate: now + chargeInDays * 86_400_000 }]);
    if (hasNoPlan) server.subscriptions = [];
  });
  await screen.findByText(`enabled: true, dot: ${dot}`);
  expect(hadBilling()).toBe(true);
  // In the header and in the profile.
  expect(screen.getAllByText(title)).toHaveLength(2);
  expect(screen.queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([go, go]);
});

test('Fix Payment asks for all cameras that were stopped, beside those that are charged next', async () => {
  await open((server) => {
    server.balance = { amount: -44_900, currency: 'RUB' };
    server.paymentMethods = [buildPaymentMethod()];
    server.cameras = ['door', 'yard', 'hall', 'roof'].map((id) => buildCamera({ id, title: id }));
    server.subscriptions = [
      buildSubscription({ cameraId: 'door', state: 'Blocked', isActivationRequired: true, renewal: 'failed' }),
      buildSubscription({ cameraId: 'yard', state: 'Blocked', isActivationRequired: true, renewal: 'failed' }),
      buildSubscription({ cameraId: 'hall' }),
      buildSubscription({ cameraId: 'roof', state: 'Cancelled', isActivationRequired: true, renewal: 'off' }),
    ];
    server.upcomingInvoices = buildUpcomingInvoices([{ cameraId: 'hall', startDate: now + 86_400_000 }]);
  });
  const [link] = await screen.findAllByRole('link', { name: 'Fix Payment' });
  expect(link?.getAttribute('href')).toBe('/checkout?cameraIds=hall&cameraIds=door&cameraIds=yard');
});

test('paid accounts have no banner', async () => {
  await open(() => undefined);
  await screen.findByText('enabled: true, dot: null');
  expect(document.querySelector('.paybar, .paycard')).toBeNull();
});
