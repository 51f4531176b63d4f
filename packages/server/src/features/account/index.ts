export { createAccountDeletion } from './account-deletion.ts';
export type { AccountCameras } from './account-deletion.ts';
export { registerAccountRoutes } from './account-routes.ts';
export { createAccountService } from './account-service.ts';
