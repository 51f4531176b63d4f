export type { AccountCameras } from './account-deletion.ts';
export { createAccountModule } from './account-module.ts';
export { createOperators } from './account-operators.ts';
