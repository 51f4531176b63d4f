import type { Endpoint } from '@watchpost/sdk-core';

/** What the fake server is asked about. */
export const createOrder: Endpoint = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders' };
export const payOrder: Endpoint = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders/{id}/payments' };
export const previewInvoice: Endpoint = { method: 'POST', path: '/public/api/v2/cameraphone/billing/invoices/dry-run' };
export const requestInvoice: Endpoint = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/billing/legal-entities/payment-request',
};
