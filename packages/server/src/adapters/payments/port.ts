import type { Locale } from '@watchpost/contract/kernel';
import type { OrderFailure, PaymentMethod } from '@watchpost/contract/schemas/billing';

/** A card as the provider knows it; no driver ever passes on a number. */
export interface ProviderCard {
  /** Charges the card again; useless to anyone but this account at the provider. */
  readonly reference: string;
  readonly brand: PaymentMethod['brand'];
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export interface PaymentRequest {
  /** Ours. The provider makes one payment of it, however often it is requested. */
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Language of the provider's page. */
  readonly locale: Locale;
  readonly card:
    | { readonly kind: 'saved'; readonly reference: string }
    /** The provider's page asks for it and sends the customer to `returnUrl`; `isSaved` allows later charges. */
    | { readonly kind: 'new'; readonly isSaved: boolean; readonly returnUrl: string };
}

/** The provider's own word on a payment. */
export interface PaymentReport {
  /** The id of the request. */
  readonly id: string;
  readonly state: 'pending' | 'succeeded' | 'failed';
  /** Null unless it failed. */
  readonly failure: Extract<OrderFailure, 'declined' | 'authentication-failed' | 'expired'> | null;
  readonly amount: number;
  readonly currency: string;
  /** Null before it succeeded, and for a card that must not be charged again. */
  readonly card: ProviderCard | null;
}

/** The provider can't be reached, or does not answer as it should: trying again may help. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
}

/** A notification that does not come from the provider, or is too old to be believed. */
export class PaymentNotificationError extends Error {
  override readonly name = 'PaymentNotificationError';
}

/** Moves money. Drivers: the sandbox, which moves none. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe' | 'yookassa';
  /**
   * Requests a payment; nothing is paid before the provider reports it.
   * @returns where the customer enters a card; null when no customer is needed
   * @throws {PaymentProviderError}
   */
  begin(request: PaymentRequest): Promise<{ readonly redirectUrl: string | null }>;
  /**
   * Asks for a payment.
   * @returns null when the provider does not know it
   * @throws {PaymentProviderError}
   */
  read(id: string): Promise<PaymentReport | null>;
  /**
   * Verifies a notification.
   * @param body as received, byte for byte
   * @throws {PaymentNotificationError}
   */
  parseNotification(headers: Readonly<Record<string, string | string[] | undefined>>, body: string): PaymentReport;
}
