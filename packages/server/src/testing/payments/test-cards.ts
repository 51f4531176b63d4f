import type { ProviderCard } from '../../adapters/payments/port.ts';

/** What the bank of a card does; the first three pay at once. */
export const testCards = ['visa', 'mastercard', 'mir', 'declined', 'authentication', 'late'] as const;
export type TestCard = (typeof testCards)[number];

/** A notification as it arrives. */
export interface TestNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const last4: Readonly<Record<TestCard, string>> = {
  visa: '4242',
  mastercard: '4444',
  mir: '0004',
  declined: '0002',
  authentication: '3155',
  late: '0077',
};

export function last4OfCard(card: TestCard): string {
  return last4[card];
}

export function brandOfCard(card: TestCard): ProviderCard['brand'] {
  return card === 'mir' || card === 'mastercard' ? card : 'visa';
}
