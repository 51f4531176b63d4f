export { keepChoices, keptChoices } from './billing-choices.ts';
export { WithBilling } from './billing-with.tsx';
export { BillingScreen } from './billing-screen.tsx';
export { text as billingText } from './billing-texts.ts';
export { PlanButton } from './subscription/billing-plan-button.tsx';
export { PlanScreen } from './subscription/billing-plan-screen.tsx';
export { OrderScreen } from './top-up/billing-order-screen.tsx';
export { TopUpScreen } from './top-up/billing-top-up-screen.tsx';
