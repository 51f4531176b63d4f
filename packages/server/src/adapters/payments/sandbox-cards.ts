import type { ProviderCard } from './port.ts';

/** What happens to a payment with a test card. */
export type SandboxOutcome = 'succeeds' | 'declined' | 'authentication' | 'silent' | 'late';

export interface SandboxCard extends Pick<ProviderCard, 'brand' | 'last4'> {
  readonly id: string;
  readonly number: string;
  readonly outcome: SandboxOutcome;
}

/** The test cards, in the order of the page. */
export const sandboxCards: readonly SandboxCard[] = [
  { id: 'visa', number: '4242 4242 4242 4242', brand: 'visa', last4: '4242', outcome: 'succeeds' },
  { id: 'mastercard', number: '5555 5555 5555 4444', brand: 'mastercard', last4: '4444', outcome: 'succeeds' },
  { id: 'mir', number: '2200 0000 0000 0004', brand: 'mir', last4: '0004', outcome: 'succeeds' },
  { id: 'declined', number: '4000 0000 0000 0002', brand: 'visa', last4: '0002', outcome: 'declined' },
  { id: 'authentication', number: '4000 0025 0000 3155', brand: 'visa', last4: '3155', outcome: 'authentication' },
  { id: 'late', number: '4000 0000 0000 0077', brand: 'visa', last4: '0077', outcome: 'late' },
  { id: 'silent', number: '4000 0000 0000 0069', brand: 'visa', last4: '0069', outcome: 'silent' },
];

export function findSandboxCard(id: string | null): SandboxCard | undefined {
  return sandboxCards.find((card) => card.id === id);
}

/** The card as the port describes it; its reference is its id here. */
export function toProviderCard({ id, brand, last4 }: SandboxCard): ProviderCard {
  return { reference: id, brand, last4, expiryMonth: 12, expiryYear: 2040 };
}
