export { createAccountApi } from './account-api.ts';
export type { AccountApi } from './account-api.ts';
