// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { Subscription } from '@watchpost/sdk-core';
import { buildCamera, buildPlan, buildSubscription, buildUpcomingInvoices } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { PlanButton } from './billing-plan-button.tsx';
import { PlanScreen } from './billing-plan-screen.tsx';

const now = Date.UTC(2026, 10, 26, 9);
const dayMs = 86_400_000;

beforeEach(() => void vi.setSystemTime(now));
afterEach(() => {
  forgetApp();
  vi.useRealTimers();
});

async function open(shown: ReactNode, subscription: Partial<Subscription> | null, change: (server: FakeServer) => void = () => undefined) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 1, maxTopUp: 100 };
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' })];
  if (subscription) server.subscriptions = [buildSubscription({ cameraId: 'door', chargedThroughDate: now + 20 * dayMs, ...subscription })];
  change(server);
  await renderApp(<MemoryRouter>{shown}</MemoryRouter>, { client, server });
}

const planScreen = <PlanScreen cameraId="door" />;

test('an active plan with its price and the next charge', async () => {
  await open(planScreen, { plan: buildPlan({ name: 'Week', archiveDays: 7 }) }, (server) => {
    server.upcomingInvoices = buildUpcomingInvoices([{ cameraId: 'door', startDate: now + 20 * dayMs }]);
  });
  await screen.findByRole('heading', { name: 'Week' });
  expect(screen.getByText('Paid until 16 December 2026, and then renewed.')).toBeDefined();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '₽499 a month',
    '7 days',
    'HD',
    '₽499 on 16 December 2026',
  ]);
});

test('a plan without HD says what that means for the picture', async () => {
  await open(planScreen, { plan: buildPlan({ isHd: false }) });
  await screen.findByText('Standard');
  expect(screen.getByText(/^Live video and recordings have the camera’s smaller stream\. A camera that has none/)).toBeDefined();
});

test.each([
  [
    'the trial',
    { plan: buildPlan({ isTrial: true, price: 0 }), renewal: 'off', chargedThroughDate: now + dayMs },
    'Trial',
    'The trial ends on 27 November 2026.',
  ],
  [
    'a plan that ends',
    { renewal: 'off', chargedThroughDate: now + 3 * dayMs },
    'Ends soon',
    'It ends on 29 November 2026, and nothing follows.',
  ],
  ['a plan that is not renewed', { renewal: 'off' }, 'Active', 'Paid until 16 December 2026. It is not renewed.'],
  ['an ended plan', { renewal: 'off', chargedThroughDate: now - dayMs }, 'Expired', /^It ended on 25 November 2026\./],
  ['a failed charge', { renewal: 'failed', footageKeptUntil: now + dayMs }, 'Payment failed', /could not be charged/],
  [
    'a plan without an end',
    { plan: buildPlan({ period: 'NoBillingPeriod' }), chargedThroughDate: null, renewal: 'off' },
    'Active',
    'It is paid once and does not end.',
  ],
  ['the plan of the demo', { chargedThroughDate: null }, 'Active', 'It comes with the demo: it costs nothing and does not end.'],
] as const)('%s', async (_, subscription, badge, sentence) => {
  await open(planScreen, subscription);
  await screen.findByText(badge);
  expect(screen.getByText(sentence)).toBeDefined();
});

test('a camera without a plan shows live only', async () => {
  await open(planScreen, null);
  await screen.findByText('The camera shows live video and keeps no recordings.');
});

test('only the owner manages the plan', async () => {
  await open(planScreen, null, (server) => {
    server.cameras = [buildCamera({ id: 'door', isOwner: false, isFullAccess: false })];
  });
  await screen.findByText('Only the owner manages the plan');
});

test.each([
  ['Camera plan', {}],
  ['Trial plan', { plan: buildPlan({ isTrial: true }), renewal: 'off', chargedThroughDate: now + dayMs }],
  ['Plan ends soon', { renewal: 'off', chargedThroughDate: now + dayMs }],
  ['Plan awaits payment', { renewal: 'awaiting-payment' }],
  ['Plan payment failed', { renewal: 'failed' }],
] as const)('the button says: %s', async (label, subscription) => {
  await open(<PlanButton cameraId="door" />, subscription);
  const link = await screen.findByRole('link', { name: label });
  expect(link.getAttribute('href')).toBe('/cameras/door/settings/subscription');
});
