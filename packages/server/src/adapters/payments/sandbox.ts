import { receivePaymentNotification } from '@watchpost/contract/endpoints/billing';
import { fillPath } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { orderFailure, priceSchema } from '@watchpost/contract/schemas/billing';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { parseJson } from './parse-json.ts';
import { PaymentNotificationError, type PaymentProvider, type PaymentReport } from './port.ts';
import { createSandboxBooks, toReport } from './sandbox-books.ts';
import { registerSandboxRoutes } from './sandbox-routes.ts';
import { sandboxSignatureHeader, signSandboxNotification, verifySandboxNotification } from './sandbox-signature.ts';

/** How often late payments and notifications that failed are looked at, ms. */
const checkIntervalMs = 5000;
const notificationTimeoutMs = 10_000;

const reportSchema: z.ZodType<PaymentReport> = z.strictObject({
  id: z.string(),
  state: z.enum(['pending', 'succeeded', 'failed']),
  failure: orderFailure.extract(['declined', 'authentication-failed', 'expired']).nullable(),
  amount: priceSchema,
  currency: z.string(),
  card: z
    .strictObject({
      reference: z.string(),
      brand: z.enum(['mir', 'visa', 'mastercard', 'other']),
      last4: z.string(),
      expiryMonth: z.int(),
      expiryYear: z.int(),
    })
    .nullable(),
});

/** The sandbox provider runs inside the server: its pages are routes, and it sends its notifications over HTTP, like any provider. */
export interface SandboxProvider extends PaymentProvider, Omit<ServerModule, 'name'> {
  readonly name: 'sandbox';
  /** Settles what is due and sends the notifications; never rejects. */
  run(): Promise<void>;
}

export interface SandboxDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Signs notifications. */
  readonly key: Uint8Array;
  /** Where browsers reach this server; null for its listen address. */
  readonly publicUrl: string | null;
}

/** Creates the provider that moves no money. */
export function createSandboxProvider({ db, clock, log, key, publicUrl }: SandboxDeps): SandboxProvider {
  const books = createSandboxBooks({ db, clock });
  let ownUrl: string | null = null;
  let working: Promise<void> | null = null;
  let isWoken = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const notify = async (url: string, report: PaymentReport): Promise<boolean> => {
    const body = JSON.stringify(report);
    try {
      const { ok } = await fetch(url + fillPath(receivePaymentNotification.path, { provider: 'sandbox' }), {
        method: 'POST',
        headers: { 'content-type': 'application/json', [sandboxSignatureHeader]: signSandboxNotification(key, body, clock.now()) },
        body,
        signal: AbortSignal.timeout(notificationTimeoutMs),
      });
      return ok;
    } catch {
      return false;
    }
  };
  const work = async (): Promise<void> => {
    do {
      isWoken = false;
      await books.settleDue();
      for (const payment of ownUrl === null ? [] : await books.toNotify()) {
        if (isClosed || ownUrl === null) return;
        const isReceived = await notify(ownUrl, toReport(payment));
        if (!isReceived) log.warn({ payment: payment.id }, 'A notification of the sandbox was not accepted; retrying');
        await books.notified(payment, isReceived);
      }
    } while (isWoken && !isClosed);
  };
  const run = (): Promise<void> => {
    isWoken = true;
    return (working ??= inBackground(work)
      .catch((error: unknown) => log.warn({ err: error }, 'The sandbox could not work on its payments; retrying'))
      .finally(() => {
        working = null;
        cancelTimer();
        if (!isClosed) cancelTimer = clock.after(checkIntervalMs, () => void run());
      }));
  };

  return {
    name: 'sandbox',
    currencies: null,
    begin: async (request) => {
      const payment = await books.open(request);
      if (request.card.kind === 'new') return { redirectUrl: `${publicUrl ?? ownUrl ?? ''}/sandbox-payments/${payment.id}` };
      void run();
      return { redirectUrl: null };
    },
    read: async (id) => {
      const payment = await books.find(id);
      return payment ? toReport(payment) : null;
    },
    cancel: async (id) => {
      await books.close(id);
      void run();
      const payment = await books.find(id);
      return { report: payment ? toReport(payment) : null, isPageOpen: false };
    },
    parseNotification: async (headers, body) => {
      verifySandboxNotification(key, { body, signature: headers[sandboxSignatureHeader] }, clock.now());
      const report = reportSchema.safeParse(parseJson(body));
      if (!report.success) throw new PaymentNotificationError('It is no report.');
      return report.data;
    },
    run,
    routes: (app) => registerSandboxRoutes(app, { books, wake: () => void run() }),
    listening: (url) => {
      ownUrl = url;
      void run();
    },
    stop: async () => {
      isClosed = true;
      cancelTimer();
      await working;
    },
  };
}
