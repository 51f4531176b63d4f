import {
  createOrder,
  getBilling,
  getOrder,
  listPlans,
  listSubscriptions,
  payOrder,
  previewInvoice,
  requestInvoice,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import { catalog } from '@watchpost/contract/catalog';
import { fillPath } from '@watchpost/contract/kernel';
import { orderSchema, paymentAnswer, planListSchema } from '@watchpost/contract/schemas/billing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { examplePlans } from '../../testing/billing/example-plans.ts';
import { insertCamera, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const others = Object.values(catalog['billing']?.endpoints ?? {}).filter(({ path }) => path !== getBilling.path);

describe('without plans', () => {
  test('one call says so, and all others do not exist, to anyone', async () => {
    const server = await startTestServer();
    try {
      const { headers } = await server.signIn('anna@example.com');
      expect(await (await server.call(getBilling, { headers })).json()).toEqual({ isEnabled: false });
      expect(others).toHaveLength(18);
      for (const { method, path } of others) {
        const call = { method, path: fillPath(path, { id: 'some', provider: 'sandbox' }) };
        for (const sent of [{}, { headers }, { headers, body: {} }])
          expect([
            path,
            (await server.call(call, method === 'GET' || method === 'DELETE' ? { ...sent, body: undefined } : sent)).status,
          ]).toEqual([path, 404]);
      }
      expect((await fetch(`${server.url}/sandbox-payments/pay_1`, { method: 'POST' })).status).toBe(404);
    } finally {
      await server.close();
    }
  });
});

describe('with plans', () => {
  let folder: string;
  let server: TestServer;
  let anna: TestSession;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchpost-plans-'));
    const plansFile = join(folder, 'plans.json');
    await writeFile(plansFile, JSON.stringify(examplePlans));
    server = await startTestServer({ plansFile });
    anna = await server.signIn('anna@example.com');
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });
  const withKey = (session: TestSession = anna) => ({ ...session.headers, 'idempotency-key': randomUUID() });

  test('the terms, and the plans in the language of the request', async () => {
    expect(await (await server.call(getBilling, { headers: anna.headers })).json()).toEqual({
      isEnabled: true,
      currency: 'RUB',
      provider: 'sandbox',
      hasInvoices: true,
      minTopUp: 10_000,
      maxTopUp: 10_000_000,
    });
    const names = async (language: string) =>
      planListSchema
        .parse(await (await server.call(listPlans, { headers: { ...anna.headers, 'accept-language': language } })).json())
        .map(({ name }) => name);
    expect(await names('ru')).toEqual(['Навсегда', '7 дней', '30 дней, год', '30 дней']);
    expect(await names('en')).toEqual(['For ever', '7 days', '30 days, a year', '30 days']);
  });

  test.each([10.005, null, -1, 0, 2 ** 53, '500'])('R20: an amount of %s is invalid', async (amount) => {
    expect((await server.call(topUpBalance, { headers: withKey(), body: { amount } })).status).toBe(422);
  });

  test('a call that orders or pays needs a key', async () => {
    for (const key of [undefined, 'short', 'with a space in it', 'x'.repeat(65)]) {
      const headers = { ...anna.headers, ...(key !== undefined && { 'idempotency-key': key }) };
      expect((await server.call(topUpBalance, { headers, body: { amount: 20_000 } })).status).toBe(422);
    }
  });

  test('the customer comes back to a page of this server only, and the page of the sandbox is closed to everything else', async () => {
    const order = orderSchema.parse(await (await server.call(topUpBalance, { headers: withKey(), body: { amount: 20_000 } })).json());
    const pay = (returnUrl: string) =>
      server.call(
        { method: 'POST', path: fillPath(payOrder.path, { id: order.id }) },
        {
          headers: { ...withKey(), 'accept-language': 'ru' },
          body: { method: 'card', paymentMethodId: null, isSaved: false, returnUrl },
        },
      );
    expect((await pay('https://evil.example/')).status).toBe(422);
    expect((await pay('javascript:alert(1)')).status).toBe(422);
    const answer = paymentAnswer.parse(await (await pay(`${server.url}/order/${order.id}/payment`)).json());
    if (answer.next !== 'redirect') expect.fail(answer.next);
    const page = await fetch(answer.url);
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' http:\/\/localhost:\d+; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    const html = await page.text();
    expect(html).toContain('Деньги не списываются');
    expect(html).toContain('200,00');
    expect(html).not.toContain('<script');
    expect((await fetch(`${server.url}/sandbox-payments/pay_unknown`)).status).toBe(404);
    const back = await fetch(answer.url, { method: 'POST', body: new URLSearchParams({ action: 'pay', card: 'mir' }), redirect: 'manual' });
    expect([back.status, back.headers.get('location')]).toEqual([303, `${server.url}/order/${order.id}/payment`]);
    const path = fillPath(getOrder.path, { id: order.id });
    const state = async () => orderSchema.parse(await (await server.call({ method: 'GET', path }, { headers: anna.headers })).json()).state;
    await expect.poll(state, { timeout: 10_000 }).toBe('completed');
  });

  test('an invoice is ordered by a legal entity, and its PDF is the customer’s own', async () => {
    const payer = {
      name: 'ООО «Ёлки»',
      taxId: '7736050003',
      taxReasonCode: '997250001',
      address: 'Тверь, Советская ул., 1',
      contactName: 'Анна',
      email: 'anna@example.com',
      phone: null,
    };
    const ask = (body: object, session: TestSession = anna) => server.call(requestInvoice, { headers: withKey(session), body });
    const purpose = { kind: 'balance', amount: 20_000 };
    for (const wrong of [{ taxId: '7736050004' }, { taxId: '500100732259' }, { taxReasonCode: '99725' }, { name: ' ' }])
      expect((await ask({ payer: { ...payer, ...wrong }, purpose })).status).toBe(422);
    const cameraPlans = [{ cameraId: `cam_${randomUUID()}`, planId: 'week.1' }];
    expect((await ask({ payer, purpose: { kind: 'subscription', cameraPlans, expectedToPay: 1 } })).status).toBe(404);
    const answer = await ask({ payer, purpose });
    expect(answer.status).toBe(201);
    const order = orderSchema.parse(await answer.json());
    const print = (session: TestSession, id = order.id) =>
      server.call(
        { method: 'POST', path: fillPath(payOrder.path, { id }) },
        { headers: { ...withKey(session), 'accept-language': 'ru' }, body: { method: 'invoice' } },
      );
    const pdf = await print(anna);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(pdf.headers.get('cache-control')).toBe('no-store');
    expect(pdf.headers.get('content-disposition')).toMatch(
      /^attachment; filename="____ WP-\d+ __ [\d.]+\.pdf"; filename\*=UTF-8''%D0%A1%D1%87%D1%91%D1%82%20WP-\d+%20%D0%BE%D1%82%20[\d.]+\.pdf$/,
    );
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const boris = await server.signIn('boris@example.com');
    expect((await print(boris)).status).toBe(404);
    expect((await print(boris, 'ord_unknown')).status).toBe(404);
    const plain = orderSchema.parse(await (await server.call(topUpBalance, { headers: withKey(), body: { amount: 20_000 } })).json());
    expect((await print(anna, plain.id)).status).toBe(409);
  });

  test('subscriptions are those of owned cameras', async () => {
    const db = openDatabase(locateDatabase(server.config));
    try {
      const cameraId = await insertCamera(db, anna.customer_id);
      const boris = await server.signIn('boris@example.com');
      const read = async (session: TestSession) => (await server.call(listSubscriptions, { headers: session.headers })).json();
      expect(await read(anna)).toMatchObject([{ cameraId, state: 'Active', plan: { isTrial: true, name: 'Trial' } }]);
      expect(await read(boris)).toEqual([]);
      const body = { cameraPlans: [{ cameraId, planId: 'week.1' }] };
      expect((await server.call(previewInvoice, { headers: boris.headers, body })).status).toBe(404);
      // Full access manages everything but what costs.
      await insertGrant(db, cameraId, boris.customer_id, { access: 'full' });
      const refused = { headers: withKey(boris), body };
      expect((await server.call(previewInvoice, refused)).status).toBe(403);
      expect((await server.call(createOrder, { ...refused, body: { ...body, expectedToPay: 0 } })).status).toBe(403);
      expect((await server.call(previewInvoice, { headers: anna.headers, body })).status).toBe(200);
      const many = Array.from({ length: 200 }, () => ({ cameraId: `cam_${randomUUID()}`, planId: 'p'.repeat(64) }));
      expect((await server.call(previewInvoice, { headers: anna.headers, body: { cameraPlans: many } })).status).toBe(404);
      const twice = { cameraPlans: [...body.cameraPlans, ...body.cameraPlans] };
      expect((await server.call(previewInvoice, { headers: anna.headers, body: twice })).status).toBe(422);
    } finally {
      await db.destroy();
    }
  });
});
