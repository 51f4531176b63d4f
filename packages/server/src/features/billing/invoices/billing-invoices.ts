import { orderSchema, type Order, type RequestInvoiceBody } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { PlanVersionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { splitSum } from '../ledger/billing-split.ts';
import type { BillingTerms } from '../orders/billing-checkout.ts';
import type { Idempotency } from '../orders/billing-idempotency.ts';
import { insertOrder, readOrder, toOrder } from '../orders/billing-orders.ts';
import { dayMs } from '../plans/billing-calendar.ts';
import { readPlanVersions } from '../plans/billing-plan-versions.ts';
import { calculateOrder, toPreview } from '../subscriptions/billing-preview.ts';
import type { QuoteItem, QuoteSums } from '../subscriptions/billing-quote.ts';
import { startFirstPlans } from '../subscriptions/billing-first-plans.ts';
import type { Invoice, InvoiceLine } from './billing-invoice-document.ts';
import { invoiceFileName, invoicePdf } from './billing-invoice-pdf.ts';
import { insertInvoice, readInvoiceOf, takeInvoiceNumber } from './billing-invoice-rows.ts';
import { includedVat, type InvoiceTerms } from './billing-seller.ts';

/** Invoices of legal entities. */
export interface Invoices {
  /** @throws {AppError} not-found where the operator offers no invoices */
  requireOffered(): void;
  /**
   * Creates an order with an invoice.
   * @throws {AppError} not-found where the operator offers none; plan-outdated at another total; order-not-payable when nothing is to pay
   */
  request(customerId: string, body: RequestInvoiceBody, key: string): Promise<Order>;
  /** Prints the invoice of an order. @throws {AppError} not-found for a foreign order; order-not-payable for one without an invoice */
  print(customerId: string, orderId: string, locale: Locale): Promise<{ readonly fileName: string; readonly pdf: Buffer }>;
}

export interface InvoicesDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly terms: BillingTerms;
  /** Null where the operator offers no invoices. */
  readonly invoiceTerms: InvoiceTerms | null;
  readonly idempotency: Pick<Idempotency, 'run'>;
}

/** What an invoice is for. */
interface Basket {
  readonly kind: 'subscription' | 'balance';
  readonly items: readonly QuoteItem[];
  readonly sums: QuoteSums;
}

const planNamesSchema = z.object({ en: z.string(), ru: z.string() });

export function createInvoices({ db, clock, terms, invoiceTerms, idempotency }: InvoicesDeps): Invoices {
  const { currency, minTopUp, maxTopUp, grantedPlan } = terms;

  const fill = async (transaction: Db, customerId: string, purpose: RequestInvoiceBody['purpose']): Promise<Basket> => {
    if (purpose.kind === 'balance') {
      const { amount } = purpose;
      return { kind: 'balance', items: [], sums: { total: amount, fromBalance: 0, toPay: amount, toBalance: 0 } };
    }
    const now = clock.now();
    await startFirstPlans(transaction, { customerId, grantedPlan, now });
    const quote = await calculateOrder(transaction, { customerId, currency, cameraPlans: purpose.cameraPlans, now });
    if (quote.toPay !== purpose.expectedToPay) throw new AppError('plan-outdated', { details: { preview: toPreview(quote, currency) } });
    if (quote.toPay === 0) throw new AppError('order-not-payable');
    return { kind: 'subscription', items: quote.items, sums: quote };
  };

  const issue = async (
    transaction: Db,
    {
      customerId,
      payer,
      offer,
    }: { readonly customerId: string; readonly payer: RequestInvoiceBody['payer']; readonly offer: InvoiceTerms },
    basket: Basket,
  ): Promise<Order> => {
    const now = clock.now();
    const { seller, vatPercent, dueDays, prefix } = offer;
    const { kind, items, sums } = basket;
    const amounts = await linesOf(transaction, basket);
    const vats = splitSum(
      amounts.map(({ amount }) => amount),
      includedVat(sums.total, vatPercent),
    );
    const lines = amounts.map((line, index) => ({ ...line, vat: vats[index] ?? 0 }));
    // Last of what can fail: other invoices wait for this one from here on.
    const number = await takeInvoiceNumber(transaction);
    const name = `${prefix}-${number}`;
    const order = await insertOrder(
      transaction,
      { customer_id: customerId, kind, reason: 'customer', currency, items, sums, invoiceNumber: name },
      now,
    );
    await insertInvoice(transaction, {
      number,
      name,
      order_id: order.id,
      customer_id: customerId,
      payer_tax_id: payer.taxId,
      amount: sums.toPay,
      currency,
      issued_at: now,
      due_at: now + dueDays * dayMs,
      document: { seller, payer, lines, fromBalance: sums.fromBalance, vat: includedVat(sums.toPay, vatPercent), vatPercent },
    });
    return toOrder(order);
  };

  let lastPrint: Promise<unknown> = Promise.resolve();
  /** One at a time: setting text is work of the processor alone. */
  const print = (invoice: Invoice, locale: Locale): Promise<Buffer> => {
    const printing = lastPrint.then(() => invoicePdf(invoice, locale));
    lastPrint = printing.catch(() => undefined);
    return printing;
  };

  const requireOffer = (): InvoiceTerms => {
    if (!invoiceTerms) throw new AppError('not-found');
    return invoiceTerms;
  };

  return {
    requireOffered: () => void requireOffer(),
    request: async (customerId, body, key) => {
      const offer = requireOffer();
      const { payer, purpose } = body;
      if (purpose.kind === 'balance' && (purpose.amount < minTopUp || purpose.amount > maxTopUp))
        throw new AppError('invalid-request', {
          details: { fields: [{ field: 'purpose.amount', message: `From ${minTopUp} to ${maxTopUp} minor units` }] },
        });
      return idempotency.run({ customerId, key, call: 'requestInvoice', body }, orderSchema, (keep) =>
        inMoneyTransaction(db, async (transaction) => {
          if (!(await lockCustomer(transaction, customerId))) throw new AppError('not-found');
          const answer = await issue(transaction, { customerId, payer, offer }, await fill(transaction, customerId, purpose));
          await keep(transaction, answer);
          return answer;
        }),
      );
    },
    print: async (customerId, orderId, locale) => {
      await readOrder(db, customerId, orderId);
      const invoice = await readInvoiceOf(db, orderId);
      if (!invoice) throw new AppError('order-not-payable');
      return { fileName: invoiceFileName(invoice, locale), pdf: await print(invoice, locale) };
    },
  };
}

async function linesOf(transaction: Db, { kind, items, sums }: Basket): Promise<Omit<InvoiceLine, 'vat'>[]> {
  if (kind === 'balance')
    return [{ description: { en: 'Top-up of the account’s balance', ru: 'Пополнение баланса лицевого счёта' }, amount: sums.total }];
  const charged = items.filter(({ price, credit }) => price !== 0 || credit !== 0);
  const planIds = charged.flatMap(({ planId }) => (planId === null ? [] : [planId]));
  const plans = await readPlanVersions(transaction, planIds);
  const cameraIds = charged.map(({ cameraId }) => cameraId);
  const cameras = await transaction.selectFrom('cameras').select(['id', 'title']).where('id', 'in', cameraIds).execute();
  const titles = new Map(cameras.map(({ id, title }) => [id, title]));
  return charged.map(({ cameraId, planId, price, credit }) => {
    const title = titles.get(cameraId) ?? cameraId;
    const { en, ru } = namesOf(planId === null ? undefined : plans.get(planId));
    return {
      description: { en: `Video archive, plan “${en}”, camera “${title}”`, ru: `Видеоархив, тариф «${ru}», камера «${title}»` },
      amount: price - credit,
    };
  });
}

function namesOf(plan: PlanVersionsTable | undefined): z.output<typeof planNamesSchema> {
  return plan ? planNamesSchema.parse(JSON.parse(plan.names)) : { en: '', ru: '' };
}
