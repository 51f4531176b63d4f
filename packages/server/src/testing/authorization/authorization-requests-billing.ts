import { randomUUID } from 'node:crypto';
import type { OrdersTable } from '../../db/billing-tables.ts';
import { newId } from '../../kernel/ids.ts';
import type { Attempt, Scene } from './authorization-scene.ts';

const plain = async (): Promise<Attempt> => ({});

/** Calls of the billing feature. Orders and cards belong to the owner of the camera. */
export const billingRequests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  'GET /public/api/v3/billing': plain,
  'GET /public/api/v2/cameraphone/billing/account/balance': plain,
  'POST /public/api/v2/cameraphone/billing/account/balance': async () => ({ body: { amount: 50_000 }, headers: newKey() }),
  'GET /public/api/v2/cameraphone/billing/upcoming-invoices': plain,
  'GET /public/api/v2/cameraphone/billing/plans': plain,
  'GET /public/api/v3/billing/plan-versions': plain,
  'PUT /public/api/v3/billing/plans/{id}': async () => ({
    cameraId: `plan-${randomUUID()}`,
    body: { name: { en: '14 days', ru: '14 дней' }, period: 'Monthly', price: 39_900, archiveDays: 14 },
  }),
  'DELETE /public/api/v3/billing/plans/{id}': async (scene) => ({ cameraId: await insertPlan(scene) }),
  'POST /public/api/v2/cameraphone/billing/invoices/dry-run': async (scene) => ({ body: { cameraPlans: cameraPlansOf(scene) } }),
  'POST /public/api/v2/cameraphone/billing/orders': async (scene) => ({
    body: { cameraPlans: cameraPlansOf(scene), expectedToPay: 29_900 },
    headers: newKey(),
  }),
  'GET /public/api/v2/cameraphone/billing/orders/{id}': async (scene) => ({ cameraId: await insertOrder(scene) }),
  'POST /public/api/v2/cameraphone/billing/orders/{id}/payments': async (scene) => ({
    cameraId: await insertOrder(scene),
    body: { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: `${scene.server.url}/order` },
    headers: newKey(),
  }),
  'POST /public/api/v2/cameraphone/billing/legal-entities/payment-request': async () => ({
    body: {
      payer: {
        name: 'ООО «Ромашка»',
        taxId: '7707083893',
        taxReasonCode: '773601001',
        address: 'Москва, ул. Вавилова, 19',
        contactName: 'Анна',
        email: 'anna@example.com',
        phone: null,
      },
      purpose: { kind: 'balance', amount: 50_000 },
    },
    headers: newKey(),
  }),
  'GET /public/api/v3/billing/transactions': plain,
  'GET /public/api/v2/cameraphone/customers/payment-methods': plain,
  'PUT /public/api/v2/cameraphone/customers/payment-methods/default': async (scene) => ({
    body: { customerPaymentMethodId: await insertCard(scene) },
  }),
  'DELETE /public/api/v2/cameraphone/customers/payment-methods/{id}': async (scene) => ({ cameraId: await insertCard(scene) }),
  'GET /public/api/v3/subscriptions': plain,
  'POST /public/api/v3/billing/notifications/{provider}': async () => ({ file: 'sandbox', body: { id: 'pay_1', state: 'succeeded' } }),
};

function newKey(): Record<string, string> {
  return { 'idempotency-key': randomUUID() };
}

function cameraPlansOf({ cameraId }: Scene): readonly { readonly cameraId: string; readonly planId: string }[] {
  return [{ cameraId, planId: 'week.1' }];
}

/** A plan that the operator stored by a call. */
async function insertPlan({ db }: Scene): Promise<string> {
  const plan = `plan-${randomUUID()}`;
  await db
    .insertInto('plan_versions')
    .values({
      id: `${plan}.1`,
      plan_key: plan,
      version: 1,
      source: 'call',
      names: JSON.stringify({ en: '14 days', ru: '14 дней' }),
      currency: 'RUB',
      period: 'Monthly',
      price: 39_900,
      is_hd: 1,
      archive_days: 14,
      is_most_popular: 0,
      is_trial: 0,
      end_date: null,
      retired_at: null,
      created_at: 1,
    })
    .execute();
  return plan;
}

async function insertOrder({ db, ownerId }: Scene): Promise<string> {
  const row: OrdersTable = {
    id: newId('ord'),
    customer_id: ownerId,
    kind: 'balance',
    reason: 'customer',
    state: 'created',
    failure: null,
    currency: 'RUB',
    total: 50_000,
    from_balance: 0,
    to_pay: 50_000,
    to_balance: 0,
    items: '[]',
    paid_with: null,
    invoice_number: null,
    created_at: Date.now(),
    paid_at: null,
  };
  await db.insertInto('orders').values(row).execute();
  return row.id;
}

async function insertCard({ db, ownerId }: Scene): Promise<string> {
  const id = newId('card');
  await db
    .insertInto('payment_methods')
    .values({
      id,
      customer_id: ownerId,
      provider: 'sandbox',
      reference: id,
      brand: 'mir',
      last4: '0004',
      expiry_month: 12,
      expiry_year: 2040,
      is_default: 0,
      created_at: 1,
    })
    .execute();
  return id;
}
