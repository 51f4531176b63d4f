export { createApiKeyDirectory } from './api-keys-directory.ts';
export { createApiKeysModule } from './api-keys-module.ts';
export { createApiKeysService, type ApiKeysService } from './api-keys-service.ts';
export { checkPageOrigins } from './api-keys-page-origin.ts';
export { randomLetters } from './api-keys-secret.ts';
