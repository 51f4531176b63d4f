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

/** What a payment pays of one plan. */
export interface ReceiptLine {
  /** The plan's name, in the language of the payment. */
  readonly plan: string;
  readonly cameras: number;
  /** Minor units. */
  readonly amount: number;
}

export interface PaymentRequest {
  /** Ours. The provider makes one payment of it, however often it is requested. */
  readonly id: string;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Language of the provider's page. */
  readonly locale: Locale;
  /** For a receipt: where it is sent, and what is paid for. */
  readonly receipt: {
    readonly email: string;
    readonly subject: 'plans' | 'balance';
    /** The payment by plan, which add up to its amount; none for the balance. */
    readonly lines: readonly ReceiptLine[];
  };
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

/** What is left of a payment that was given up. */
export interface PaymentCancellation {
  /** Null when the provider does not know it. */
  readonly report: PaymentReport | null;
  /** Whether the customer may still pay on the provider's page, because the provider can't close it. */
  readonly isPageOpen: boolean;
}

/** Why a provider did not do what it was asked for. */
export type PaymentProviderCode =
  | 'unreachable'
  | 'timed-out'
  | 'rate-limited'
  | 'unavailable'
  /** It does not accept the operator's key. */
  | 'unauthorized'
  /** It will not do this, however often it is asked. */
  | 'refused'
  /** Its answer is not what it documents. */
  | 'unreadable';

/** The provider can't be reached, or does not do what it was asked for; its message has no secret. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  readonly code: PaymentProviderCode;
  /** Whether the same request may succeed later, without a change by the operator. */
  readonly isRetriable: boolean;

  constructor(message: string, code: PaymentProviderCode = 'unavailable') {
    super(message);
    this.code = code;
    this.isRetriable = code !== 'unauthorized' && code !== 'refused';
  }
}

/** A notification that does not come from the provider, or is too old to be believed. */
export class PaymentNotificationError extends Error {
  override readonly name = 'PaymentNotificationError';
}

/** Moves money. Drivers: Stripe, YooKassa, and the sandbox, which moves none. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe' | 'yookassa';
  /** ISO 4217 codes that it takes; null for any. */
  readonly currencies: readonly string[] | null;
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
   * Closes the page of a payment that nobody should pay any more, where the provider can do that. A charge that has begun goes on, and
   * money that comes nevertheless is reported as always.
   * @throws {PaymentProviderError}
   */
  cancel(id: string): Promise<PaymentCancellation>;
  /**
   * Verifies a notification, by its signature or by asking the provider.
   * @param body as received, byte for byte
   * @returns the state of the payment now; null when the notification is about nothing of this server
   * @throws {PaymentNotificationError}
   * @throws {PaymentProviderError} when the provider could not be asked
   */
  parseNotification(headers: Readonly<Record<string, string | string[] | undefined>>, body: string): Promise<PaymentReport | null>;
}
