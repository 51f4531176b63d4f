export { createStreamLinksApi } from './stream-links-api.ts';
export type { StreamLinksApi } from './stream-links-api.ts';
