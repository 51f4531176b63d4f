export { Checkout } from './checkout.tsx';
export type { CheckoutProps } from './checkout.tsx';
export type { CheckoutCamera, CheckoutChoices } from './checkout-choice.ts';
export { createCheckoutController } from './checkout-controller.ts';
export type { CheckoutOutcome, CheckoutResult } from './checkout-outcome.ts';
export type { PayerDraft, PayerProblem, PayerProblems } from './checkout-payer.ts';
export type {
  CheckoutClient,
  CheckoutData,
  CheckoutMethod,
  CheckoutOffer,
  CheckoutQuote,
  CheckoutStep,
  CheckoutWork,
} from './checkout-state.ts';
export type { CheckoutController, CheckoutOptions } from './checkout-types.ts';
