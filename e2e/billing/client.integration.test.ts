import { subscriptionDisplay, WatchpostError, type BillingState, type Client, type Transaction } from '@watchpost/sdk-core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

// sdk-core against the server that sells plans, with the sandbox's payment page at a real port.
const folder = mkdtempSync(join(tmpdir(), 'watchpost-plans-'));
const plansFile = join(folder, 'plans.json');
const week = { id: 'week', name: { en: '7 days', ru: '7 дней' }, period: 'Monthly', price: 29_900, archiveDays: 7 };
let product: Product;
let camera: SceneCamera;
let owner: Client;
const states: BillingState[] = [];

beforeAll(async () => {
  writeFileSync(plansFile, JSON.stringify({ currency: 'RUB', graceDays: 3, plans: [week] }));
  [product, camera] = await Promise.all([startProduct({ PLANS_FILE: plansFile, PAYMENT_PROVIDER: 'sandbox' }), startSceneCamera('porch')]);
  owner = await createOwner(product);
  owner.billing.state.subscribe((state) => void states.push(state));
}, atMost(120_000));
afterAll(async () => {
  owner.dispose();
  await product.dispose();
  await camera.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Pays an order as a customer does on the payment service's page, with one of its test cards. */
async function payByCard(orderId: string, card: string): Promise<void> {
  const returnUrl = `${product.url}/order/${orderId}/payment`;
  const step = await owner.billing.pay(orderId, { method: 'card', paymentMethodId: null, isSaved: true, returnUrl });
  if (step.next !== 'redirect') throw new Error(`The payment answered ${step.next}.`);
  const body = new URLSearchParams({ action: 'pay', card });
  const { status, headers } = await fetch(step.url, { method: 'POST', body, redirect: 'manual' });
  expect([status, headers.get('Location')]).toEqual([303, returnUrl]);
}

test('a plan is bought by card: preview, order, payment page, and the state that follows', { timeout: atMost(120_000) }, async () => {
  const { billing } = owner;
  expect(await billing.get()).toMatchObject({ isEnabled: true, provider: 'sandbox', currency: 'RUB' });
  const { id: cameraId } = await owner.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
  const find = async () => (await billing.subscriptions()).find((each) => each.cameraId === cameraId);
  // A day of recording is free.
  const trial = await until('the trial', find);
  expect(subscriptionDisplay(trial, owner.serverNow()).state).toBe('trial');

  const [plan] = await billing.plans();
  const cameraPlans = [{ cameraId, planId: plan?.id ?? '' }];
  const { toPay } = await billing.preview(cameraPlans);
  expect(toPay).toBe(week.price);
  const outdated = await billing.order({ cameraPlans, expectedToPay: toPay - 1 }).catch((error: unknown) => error);
  expect(outdated).toMatchObject({ code: 'plan-outdated', details: { preview: { toPay } } });

  const order = await billing.order({ cameraPlans, expectedToPay: toPay });
  await payByCard(order.id, 'mir');
  expect(await billing.waitForOrder(order.id, { timeoutMs: 30_000 })).toMatchObject({ state: 'completed', paidWith: 'card', toPay });
  expect(subscriptionDisplay(await find(), owner.serverNow()).state).toBe('present');
  expect((await billing.balance()).amount).toBe(0);
  const moved: Transaction[] = [];
  for await (const transaction of billing.transactions.list({ limit: 1 })) moved.push(transaction);
  expect(moved.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(moved.map(({ kind }) => kind).toSorted()).toEqual(['charge', 'top-up']);
  // The state has followed by itself.
  await until('the state to follow', () => {
    const state = billing.state.peek();
    return state.kind === 'ready' && state.upcomingInvoices.total === toPay && state.paymentMethods.length === 1;
  });
  expect(billing.state.peek()).toMatchObject({ paymentBar: { state: 'None' }, paymentMethods: [{ brand: 'mir', last4: '0004' }] });
  expect(states.map(({ kind }) => kind)).not.toContain('failed');
});

test('a refused card fails the order, and the balance stays', { timeout: atMost(60_000) }, async () => {
  const order = await owner.billing.topUp(50_000);
  await payByCard(order.id, 'declined');
  expect(await owner.billing.waitForOrder(order.id, { timeoutMs: 30_000 })).toMatchObject({ state: 'failed', failure: 'declined' });
  expect((await owner.billing.balance()).amount).toBe(0);
});

test('an order that nobody pays is waited for until the timeout', { timeout: atMost(60_000) }, async () => {
  const { id } = await owner.billing.topUp(50_000);
  await expect(owner.billing.waitForOrder(id, { timeoutMs: 1500 })).rejects.toMatchObject({ code: 'payment-in-progress' });
});

test('R18: 20 parallel calls with one key are one order, and the key is good for no other', { timeout: atMost(60_000) }, async () => {
  const idempotencyKey = crypto.randomUUID();
  const calls = Array.from({ length: 20 }, () => owner.billing.topUp(70_000, { idempotencyKey }));
  const settled = await Promise.allSettled(calls);
  const ids = new Set(settled.flatMap((call) => (call.status === 'fulfilled' ? [call.value.id] : [])));
  expect(ids.size).toBe(1);
  for (const call of settled)
    if (call.status === 'rejected')
      expect(call.reason instanceof WatchpostError && call.reason.code, String(call.reason)).toBe('payment-in-progress');
  expect(ids).toContain((await owner.billing.topUp(70_000, { idempotencyKey })).id);
  await expect(owner.billing.topUp(70_001, { idempotencyKey })).rejects.toMatchObject({ code: 'idempotency-key-reused' });
});

test.each([10.005, Number.NaN, -1, 0, 2 ** 53])('R20: a top-up of %d is refused', async (amount) => {
  await expect(owner.billing.topUp(amount)).rejects.toMatchObject({ code: 'invalid-request', status: 422 });
});
