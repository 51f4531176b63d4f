import type { Endpoint } from '../../kernel/endpoint.ts';

/** Whether the operator sells plans, and how they can be paid for. */
export const getBilling = { method: 'GET', path: '/public/api/v3/billing' } as const satisfies Endpoint;
export const getBalance = { method: 'GET', path: '/public/api/v2/cameraphone/billing/account/balance' } as const satisfies Endpoint;
/** Creates an order that tops the balance up. */
export const topUpBalance = { method: 'POST', path: '/public/api/v2/cameraphone/billing/account/balance' } as const satisfies Endpoint;
/** What the caller's subscriptions will cost next, by camera. */
export const getUpcomingInvoices = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/billing/upcoming-invoices',
} as const satisfies Endpoint;
/** The plans on sale. */
export const listPlans = { method: 'GET', path: '/public/api/v2/cameraphone/billing/plans' } as const satisfies Endpoint;
/** Every version of every plan, for the operator: also those that are not sold any more. The specification doesn't show it. */
export const listPlanVersions = { method: 'GET', path: '/public/api/v3/billing/plan-versions' } as const satisfies Endpoint;
/** Creates a plan, or another version of it, for the operator: what was bought stays as bought. The specification doesn't show it. */
export const putPlan = { method: 'PUT', path: '/public/api/v3/billing/plans/{id}' } as const satisfies Endpoint;
/** Ends the sale of a plan, for the operator; it goes on for those who have it. The specification doesn't show it. */
export const retirePlan = { method: 'DELETE', path: '/public/api/v3/billing/plans/{id}' } as const satisfies Endpoint;
/** Calculates an order without creating it. */
export const previewInvoice = { method: 'POST', path: '/public/api/v2/cameraphone/billing/invoices/dry-run' } as const satisfies Endpoint;
/** Orders plans for cameras at the total that was shown. Repeated with the same `Idempotency-Key`, it answers the first order. */
export const createOrder = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders' } as const satisfies Endpoint;
export const getOrder = { method: 'GET', path: '/public/api/v2/cameraphone/billing/orders/{id}' } as const satisfies Endpoint;
/**
 * Pays an order. Answers JSON: what happens next; or, for an invoice, its PDF.
 * Repeated with the same `Idempotency-Key`, it answers the first payment.
 */
export const payOrder = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders/{id}/payments' } as const satisfies Endpoint;
/** Orders plans, or a top-up, to be paid by the invoice of a legal entity. */
export const requestInvoice = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/billing/legal-entities/payment-request',
} as const satisfies Endpoint;
/** What moved the balance, newest first. */
export const listTransactions = { method: 'GET', path: '/public/api/v3/billing/transactions' } as const satisfies Endpoint;
export const listPaymentMethods = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/customers/payment-methods',
} as const satisfies Endpoint;
export const setDefaultPaymentMethod = {
  method: 'PUT',
  path: '/public/api/v2/cameraphone/customers/payment-methods/default',
} as const satisfies Endpoint;
export const removePaymentMethod = {
  method: 'DELETE',
  path: '/public/api/v2/cameraphone/customers/payment-methods/{id}',
} as const satisfies Endpoint;
/** The subscriptions of the cameras that the caller owns. */
export const listSubscriptions = { method: 'GET', path: '/public/api/v3/subscriptions' } as const satisfies Endpoint;
/** Where the payment provider reports; verified by its signature, or by reading the payment back. */
export const receivePaymentNotification = {
  method: 'POST',
  path: '/public/api/v3/billing/notifications/{provider}',
} as const satisfies Endpoint;
