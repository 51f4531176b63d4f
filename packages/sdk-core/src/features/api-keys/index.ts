export { createApiKeysApi, createOwnApiKeyApi } from './api-keys-api.ts';
export type { ApiKeysApi, OwnApiKeyApi } from './api-keys-api.ts';
