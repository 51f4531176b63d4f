export { createEmbedsApi, createEmbedTokensApi } from './embeds-api.ts';
export type { EmbedsApi, EmbedTokensApi } from './embeds-api.ts';
