import type { Client } from '@watchpost/sdk-core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface PlansFile {
  readonly path: string;
  remove(): void;
}

/** Writes plans that a server sells when it is started with `PLANS_FILE`. */
export function writePlansFile(): PlansFile {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-plans-'));
  const path = join(folder, 'plans.json');
  const plan = (archiveDays: number, price: number, ru: string): object => ({
    id: `days-${archiveDays}`,
    name: { en: `${archiveDays} days`, ru },
    period: 'Monthly',
    price,
    archiveDays,
    isMostPopular: archiveDays === 14,
  });
  const plans = [plan(7, 29_900, '7 дней'), plan(14, 44_900, '14 дней'), plan(30, 74_900, '30 дней')];
  writeFileSync(path, JSON.stringify({ currency: 'RUB', graceDays: 3, plans }));
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Pays an order on the sandbox's page, with one of its test cards. */
async function payOnSandboxPage({ billing }: Pick<Client, 'billing'>, orderId: string, origin: string, card: string): Promise<void> {
  const returnUrl = `${origin}/order/${orderId}/payment?paymentType=balance`;
  const step = await billing.pay(orderId, { method: 'card', paymentMethodId: null, isSaved: true, returnUrl });
  if (step.next !== 'redirect') throw new Error(`The payment answered ${step.next}.`);
  await fetch(step.url, { method: 'POST', body: new URLSearchParams({ action: 'pay', card }), redirect: 'manual' });
  await billing.waitForOrder(orderId, { timeoutMs: 30_000 });
}

/** Fills an account as after a few weeks: two cards, a balance, a payment that was declined, and a plan. */
export async function fillPaidAccount({ billing }: Pick<Client, 'billing'>, origin: string, cameraId: string): Promise<string> {
  const topUp = async (amount: number, card: string): Promise<string> => {
    const { id } = await billing.topUp(amount);
    await payOnSandboxPage({ billing }, id, origin, card);
    return id;
  };
  await topUp(100_000, 'visa');
  await topUp(50_000, 'mir');
  const declinedId = await topUp(30_000, 'declined');
  const [plan] = await billing.plans();
  const cameraPlans = [{ cameraId, planId: plan?.id ?? '' }];
  const { toPay } = await billing.preview(cameraPlans);
  const order = await billing.order({ cameraPlans, expectedToPay: toPay });
  await billing.pay(order.id, { method: 'balance' });
  await billing.waitForOrder(order.id, { timeoutMs: 30_000 });
  return declinedId;
}
