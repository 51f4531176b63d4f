import { receivePaymentNotification } from '@watchpost/contract/endpoints/billing';
import { paymentProviderParameters } from '@watchpost/contract/schemas/billing';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PaymentNotificationError, PaymentProviderError, type PaymentProvider } from '../../adapters/payments/port.ts';
import { AppError } from '../../kernel/app-error.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Settlement } from './orders/billing-settlement.ts';

export interface NotificationRouteDeps {
  readonly provider: Pick<PaymentProvider, 'name' | 'parseNotification'>;
  readonly settlement: Settlement;
  readonly log: Logger;
}

/** Receives what the provider reports. A signature is over the bytes of the body, so it is not parsed before. */
export async function registerNotificationRoute(app: FastifyInstance, { provider, settlement, log }: NotificationRouteDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    registerRoute(
      scope,
      receivePaymentNotification,
      {
        access: 'public',
        params: paymentProviderParameters,
        response: { 204: z.undefined() },
        summary: 'Where the payment provider reports; verified by its signature',
      },
      async ({ request, params }) => {
        const { body, headers } = request;
        if (params.provider !== provider.name) throw new AppError('not-found');
        try {
          const report = await provider.parseNotification(headers, typeof body === 'string' ? body : '');
          if (report !== null) await settlement.settle(report);
        } catch (error) {
          if (error instanceof PaymentProviderError) {
            log.warn({ err: error, provider: provider.name }, 'A notification could not be verified; the provider sends it again');
            throw new AppError('payment-provider-unavailable', { cause: error, retryAfter: 60 });
          }
          if (!(error instanceof PaymentNotificationError)) throw error;
          log.warn({ err: error, provider: provider.name }, 'A notification does not come from the payment provider');
          throw new AppError('payment-notification-invalid', { cause: error });
        }
      },
    );
  });
}
