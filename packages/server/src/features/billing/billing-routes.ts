import {
  createOrder,
  getBalance,
  getBilling,
  getOrder,
  getUpcomingInvoices,
  listPaymentMethods,
  listPlans,
  listSubscriptions,
  listTransactions,
  payOrder,
  previewInvoice,
  removePaymentMethod,
  requestInvoice,
  setDefaultPaymentMethod,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import { pickLocale } from '@watchpost/contract/kernel';
import {
  balanceSchema,
  billingSchema,
  createOrderBody,
  idempotencyKeySchema,
  invoicePreviewSchema,
  listTransactionsQuery,
  orderParameters,
  orderSchema,
  paymentAnswer,
  paymentMethodListSchema,
  paymentMethodParameters,
  payOrderBody,
  planListSchema,
  previewInvoiceBody,
  requestInvoiceBody,
  setDefaultPaymentMethodBody,
  subscriptionListSchema,
  topUpBody,
  transactionPageSchema,
  upcomingInvoicesSchema,
} from '@watchpost/contract/schemas/billing';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import { contentDisposition } from '../../kernel/content-disposition.ts';
import { registerRoute } from '../../kernel/http.ts';
import { ownOrigins } from '../../kernel/network/own-origins.ts';
import type { BillingService } from './billing-service.ts';

export interface BillingRoutesDeps {
  readonly billing: BillingService;
  readonly publicOrigin: string | null;
}

/** 200 cameras with their plans, and the invoice of a legal entity. */
const plansBodyLimit = 64 * 1024;

/** Whether plans are sold here; answered by a server that sells none, too. */
export function registerBillingTermsRoute(app: FastifyInstance, terms: z.output<typeof billingSchema>): void {
  registerRoute(
    app,
    getBilling,
    { access: 'session', response: { 200: billingSchema }, summary: 'Whether the operator sells plans, and how they are paid for' },
    () => terms,
  );
}

/** Orders and payments carry an `Idempotency-Key`; what is bought must belong to the caller. */
export function registerBillingRoutes(app: FastifyInstance, { billing, publicOrigin }: BillingRoutesDeps): void {
  const { checkout, payments, methods, invoices } = billing;

  registerRoute(app, getBalance, { access: 'session', response: { 200: balanceSchema }, summary: 'The caller’s balance' }, ({ viewer }) =>
    billing.balance(viewer.customerId),
  );

  registerRoute(
    app,
    topUpBalance,
    { access: 'session', body: topUpBody, response: { 201: orderSchema }, summary: 'Creates an order that tops the balance up' },
    ({ request, viewer, body }) => checkout.topUp(viewer.customerId, body.amount, keyOf(request)),
  );

  registerRoute(
    app,
    getUpcomingInvoices,
    { access: 'session', response: { 200: upcomingInvoicesSchema }, summary: 'What the caller’s subscriptions cost next' },
    ({ viewer }) => billing.upcomingInvoices(viewer.customerId),
  );

  registerRoute(app, listPlans, { access: 'session', response: { 200: planListSchema }, summary: 'The plans on sale' }, ({ request }) =>
    billing.plans(localeOf(request)),
  );

  registerRoute(
    app,
    previewInvoice,
    {
      access: 'session',
      body: previewInvoiceBody,
      bodyLimit: plansBodyLimit,
      response: { 200: invoicePreviewSchema },
      summary: 'Calculates an order',
    },
    async ({ viewer, body }) => {
      await billing.requireManagedSubscriptions(viewer, body.cameraPlans);
      return checkout.preview(viewer.customerId, body.cameraPlans);
    },
  );

  registerRoute(
    app,
    createOrder,
    {
      access: 'session',
      body: createOrderBody,
      bodyLimit: plansBodyLimit,
      response: { 201: orderSchema },
      summary: 'Orders plans for cameras; a total other than the expected one is refused, with the new preview',
    },
    async ({ request, viewer, body }) => {
      await billing.requireManagedSubscriptions(viewer, body.cameraPlans);
      return checkout.order(viewer.customerId, body, keyOf(request));
    },
  );

  registerRoute(
    app,
    getOrder,
    { access: 'session', params: orderParameters, response: { 200: orderSchema }, summary: 'An order of the caller' },
    ({ viewer, params }) => checkout.find(viewer.customerId, params.id),
  );

  registerRoute(
    app,
    payOrder,
    {
      access: 'session',
      params: orderParameters,
      body: payOrderBody,
      response: { 200: paymentAnswer },
      summary:
        'Pays an order from the balance or by card, where only the provider’s notification makes it paid; or answers the PDF of its invoice',
    },
    async ({ request, reply, viewer, params, body }) => {
      // An order of another customer is unknown, whatever is sent with it.
      await checkout.find(viewer.customerId, params.id);
      if (body.method === 'invoice') {
        const { fileName, pdf } = await invoices.print(viewer.customerId, params.id, localeOf(request));
        reply
          .type('application/pdf')
          .header('cache-control', 'no-store')
          .header('content-disposition', contentDisposition('attachment', fileName));
        return pdf;
      }
      if (body.method === 'card') requireOwnPage(request, body.returnUrl, publicOrigin);
      return payments.pay(viewer.customerId, { orderId: params.id, body, key: keyOf(request), locale: localeOf(request) });
    },
  );

  registerRoute(
    app,
    requestInvoice,
    {
      access: 'session',
      body: requestInvoiceBody,
      bodyLimit: plansBodyLimit,
      response: { 201: orderSchema },
      summary: 'Orders by the invoice of a legal entity, where the operator offers that',
    },
    async ({ request, viewer, body }) => {
      invoices.requireOffered();
      if (body.purpose.kind === 'subscription') await billing.requireManagedSubscriptions(viewer, body.purpose.cameraPlans);
      return invoices.request(viewer.customerId, body, keyOf(request));
    },
  );

  registerRoute(
    app,
    listTransactions,
    {
      access: 'session',
      query: listTransactionsQuery,
      response: { 200: transactionPageSchema },
      summary: 'What moved the balance, newest first',
    },
    ({ viewer, query }) => billing.transactions(viewer.customerId, query),
  );

  registerRoute(
    app,
    listPaymentMethods,
    { access: 'session', response: { 200: paymentMethodListSchema }, summary: 'The caller’s saved cards, the default first' },
    ({ viewer }) => methods.list(viewer.customerId),
  );

  registerRoute(
    app,
    setDefaultPaymentMethod,
    {
      access: 'session',
      body: setDefaultPaymentMethodBody,
      response: { 200: paymentMethodListSchema },
      summary: 'Makes a saved card the one that renewals are charged to',
    },
    ({ viewer, body }) => methods.setDefault(viewer.customerId, body.customerPaymentMethodId),
  );

  registerRoute(
    app,
    removePaymentMethod,
    { access: 'session', params: paymentMethodParameters, response: { 204: z.undefined() }, summary: 'Forgets a saved card' },
    ({ viewer, params }) => methods.remove(viewer.customerId, params.id),
  );

  registerRoute(
    app,
    listSubscriptions,
    { access: 'session', response: { 200: subscriptionListSchema }, summary: 'The subscriptions of the cameras that the caller owns' },
    ({ request, viewer }) => billing.subscriptions(viewer.customerId, localeOf(request)),
  );
}

function localeOf({ headers }: FastifyRequest): ReturnType<typeof pickLocale> {
  return pickLocale(headers['accept-language']);
}

/** @throws {AppError} invalid-request without a key: a request that is sent twice must not be paid twice */
function keyOf({ headers }: FastifyRequest): string {
  const key = idempotencyKeySchema.safeParse(headers['idempotency-key']);
  if (!key.success)
    throw new AppError('invalid-request', {
      details: { fields: [{ field: 'Idempotency-Key', message: 'Send a new key of 16 to 64 characters' }] },
    });
  return key.data;
}

/** The provider must not send a customer to a foreign page. */
function requireOwnPage({ raw }: FastifyRequest, returnUrl: string, publicOrigin: string | null): void {
  if (!ownOrigins(raw, publicOrigin).includes(new URL(returnUrl).origin))
    throw new AppError('invalid-request', { details: { fields: [{ field: 'returnUrl', message: 'A page of this server' }] } });
}
