import type { Client, Payer } from '@watchpost/sdk-core';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleInvoiceTerms as invoices } from '../../../packages/server/src/testing/billing/example-plans.ts';

export interface PlansFile {
  readonly path: string;
  /** The operator changes a price; the server sells at it from its next start. @param price minor units */
  reprice(planId: string, price: number): void;
  remove(): void;
}

/** Writes plans that a server sells when it is started with `PLANS_FILE`. */
export function writePlansFile(): PlansFile {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-plans-'));
  const path = join(folder, 'plans.json');
  const plan = (archiveDays: number, price: number, ru: string) => ({
    id: `days-${archiveDays}`,
    name: { en: `${archiveDays} days`, ru },
    period: 'Monthly',
    price,
    archiveDays,
    isMostPopular: archiveDays === 14,
  });
  const plans = [plan(7, 29_900, '7 дней'), plan(14, 44_900, '14 дней'), plan(30, 74_900, '30 дней')];
  const write = (): void => writeFileSync(path, JSON.stringify({ currency: 'RUB', graceDays: 3, invoices, plans }));
  write();
  return {
    path,
    reprice: (planId, price) => {
      for (const each of plans) if (each.id === planId) each.price = price;
      write();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Enters one of the sandbox's test cards on its page, and confirms who it is where the bank asks. */
export async function enterCard(
  { billing }: Pick<Client, 'billing'>,
  {
    orderId,
    origin,
    card,
    isSaved = true,
  }: { readonly orderId: string; readonly origin: string; readonly card: string; readonly isSaved?: boolean },
): Promise<void> {
  const returnUrl = `${origin}/order/${orderId}/payment?paymentType=balance`;
  const step = await billing.pay(orderId, { method: 'card', paymentMethodId: null, isSaved, returnUrl });
  if (step.next !== 'redirect') throw new Error(`The payment answered ${step.next}.`);
  const press = (form: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(step.url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  await press({ action: 'pay', card });
  if (card === 'authentication') await press({ action: 'confirm' });
}

/** Orders a plan for a camera at the price that its preview names. @returns the order's id */
export async function orderPlan({ billing }: Pick<Client, 'billing'>, cameraId: string, planId: string | null): Promise<string> {
  const cameraPlans = [{ cameraId, planId }];
  const { toPay } = await billing.preview(cameraPlans);
  return (await billing.order({ cameraPlans, expectedToPay: toPay })).id;
}

/** Orders of an account, by what became of them. */
export interface PaidAccountOrders {
  readonly paid: string;
  readonly declined: string;
  readonly invoiced: string;
}

/** An order whose customer is on the payment service's page. */
export interface WaitingOrder {
  readonly id: string;
  /** That page. */
  readonly url: string;
}

/** Fills an account as after a few weeks: a plan, two cards, a balance, and payments that were declined, left and asked for by invoice. */
export async function fillPaidAccount({ billing }: Pick<Client, 'billing'>, origin: string, cameraId: string): Promise<PaidAccountOrders> {
  const pay = async (orderId: string, card: string): Promise<string> => {
    await enterCard({ billing }, { orderId, origin, card });
    await billing.waitForOrder(orderId, { timeoutMs: 30_000 });
    return orderId;
  };
  const topUp = async (amount: number): Promise<string> => (await billing.topUp(amount)).id;
  const [week, , month] = await billing.plans();
  const paid = await pay(await orderPlan({ billing }, cameraId, week?.id ?? ''), 'visa');
  await pay(await topUp(20_000), 'mir');
  const declined = await pay(await topUp(30_000), 'declined');
  await leavePayment({ billing }, origin);
  const cameraPlans = [{ cameraId, planId: month?.id ?? '' }];
  const { toPay } = await billing.preview(cameraPlans);
  const invoice = await billing.requestInvoice({ payer, purpose: { kind: 'subscription', cameraPlans, expectedToPay: toPay } });
  return { paid, declined, invoiced: invoice.id };
}

/** Leaves a payment on the payment service's page, which ends it after a quarter of an hour. */
export async function leavePayment({ billing }: Pick<Client, 'billing'>, origin: string): Promise<WaitingOrder> {
  const { id } = await billing.topUp(70_000);
  const returnUrl = `${origin}/order/${id}/payment?paymentType=balance`;
  const step = await billing.pay(id, { method: 'card', paymentMethodId: null, isSaved: false, returnUrl });
  if (step.next !== 'redirect') throw new Error(`The payment answered ${step.next}.`);
  return { id, url: step.url };
}

const payer: Payer = {
  name: 'ООО «Ёлки»',
  taxId: '7736050003',
  taxReasonCode: '773601001',
  address: '170100, Тверь, Советская ул., д. 1',
  contactName: 'Анна',
  email: 'anna@example.test',
  phone: null,
};
