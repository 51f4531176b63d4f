export { createBillingApi } from './billing-api.ts';
export { camerasWithoutPlan, paymentBar } from './billing-payment-bar.ts';
export type { PaymentBar, PaymentBarInput, PaymentTarget } from './billing-payment-bar.ts';
export { paymentLookAheadMs, subscriptionDisplay } from './billing-subscription-state.ts';
export type { SubscriptionDisplay, SubscriptionDisplayInput, SubscriptionDisplayState } from './billing-subscription-state.ts';
export type {
  BillingApi,
  BillingCallOptions,
  BillingData,
  BillingState,
  PaymentStep,
  TransactionFilter,
  WaitForOrderOptions,
} from './billing-types.ts';
