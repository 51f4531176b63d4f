export { createBillingModule } from './billing-module.ts';
export type { BillingModule } from './billing-module.ts';
export { checkLedger } from './ledger/billing-ledger-check.ts';
export { readPlansFile } from './plans/billing-plans-file.ts';
export { readHasPlan } from './subscriptions/billing-enforcement.ts';
