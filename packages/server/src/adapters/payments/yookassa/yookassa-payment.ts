import { z } from 'zod';
import type { PaymentReport, ProviderCard } from '../port.ts';
import type { RemotePayment } from '../remote/remote-payments.ts';
import { fromYooKassaAmount } from './yookassa-amounts.ts';

/** The key of the id of a payment in YooKassa's metadata. */
export const metadataKey = 'watchpost_payment';

interface YooKassaCard {
  readonly last4: string;
  readonly expiry_month: number;
  readonly expiry_year: number;
  readonly card_type: string;
}

const cardSchema: z.ZodType<YooKassaCard> = z.object({
  last4: z.string(),
  expiry_month: z.coerce.number().int(),
  expiry_year: z.coerce.number().int(),
  card_type: z.string(),
});

/** The fields of YooKassa's payment that are read. */
interface YooKassaPayment {
  readonly id: string;
  readonly status: 'pending' | 'waiting_for_capture' | 'succeeded' | 'canceled';
  readonly amount: { readonly value: string; readonly currency: string };
  readonly test: boolean;
  readonly recipient: { readonly account_id: string };
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly confirmation?: { readonly confirmation_url?: string | undefined } | undefined;
  readonly payment_method?: { readonly id: string; readonly saved: boolean; readonly card?: YooKassaCard | undefined } | undefined;
  readonly cancellation_details?: { readonly reason: string } | undefined;
}

export const yooKassaPayment: z.ZodType<YooKassaPayment> = z.object({
  id: z.string().min(1),
  status: z.enum(['pending', 'waiting_for_capture', 'succeeded', 'canceled']),
  amount: z.object({ value: z.string(), currency: z.string() }),
  test: z.boolean(),
  recipient: z.object({ account_id: z.string() }),
  metadata: z.record(z.string(), z.string()).optional(),
  confirmation: z.object({ confirmation_url: z.string().optional() }).optional(),
  payment_method: z.object({ id: z.string(), saved: z.boolean(), card: cardSchema.optional() }).optional(),
  cancellation_details: z.object({ reason: z.string() }).optional(),
});

export function toRemotePayment(payment: YooKassaPayment): RemotePayment {
  const { id, status, amount, metadata, confirmation } = payment;
  const state = status === 'succeeded' ? status : status === 'canceled' ? 'failed' : 'pending';
  return {
    reference: id,
    pageUrl: status === 'pending' ? (confirmation?.confirmation_url ?? null) : null,
    report: {
      id: metadata?.[metadataKey] ?? '',
      state,
      failure: state === 'failed' ? failureOf(payment) : null,
      amount: fromYooKassaAmount(amount.value),
      currency: amount.currency,
      card: state === 'succeeded' ? toCard(payment) : null,
    },
  };
}

function failureOf({ cancellation_details: details }: YooKassaPayment): PaymentReport['failure'] {
  switch (details?.reason) {
    case '3d_secure_failed':
      return 'authentication-failed';
    case 'expired_on_confirmation':
    case 'internal_timeout':
      return 'expired';
    default:
      return 'declined';
  }
}

/** A card is charged again by the id of the method that was saved with it. */
function toCard({ payment_method: method }: YooKassaPayment): ProviderCard | null {
  if (!method?.saved || !method.card) return null;
  const { last4, expiry_month: expiryMonth, expiry_year: expiryYear, card_type: type } = method.card;
  return { reference: method.id, brand: brands[type.toLowerCase()] ?? 'other', last4, expiryMonth, expiryYear };
}

const brands: Readonly<Record<string, ProviderCard['brand']>> = { mir: 'mir', visa: 'visa', mastercard: 'mastercard' };
