/** The checkout for React: a separate entry, loaded when it is shown. */
export { Checkout, createCheckoutController } from './features/checkout/index.ts';
export type {
  CheckoutCamera,
  CheckoutChoices,
  CheckoutClient,
  CheckoutController,
  CheckoutData,
  CheckoutMethod,
  CheckoutOffer,
  CheckoutOptions,
  CheckoutOutcome,
  CheckoutProps,
  CheckoutQuote,
  CheckoutResult,
  CheckoutStep,
  CheckoutWork,
  PayerDraft,
  PayerProblem,
  PayerProblems,
} from './features/checkout/index.ts';
