import type { ApiKeys } from '../../kernel/access/api-key.ts';
import type { Embeds } from '../../kernel/access/embed.ts';
import type { StreamLinks } from '../../kernel/access/stream-link.ts';
import { AppError } from '../../kernel/app-error.ts';

/** A server that has issued neither API keys nor embed tokens nor stream links. */
export const noPartners: {
  readonly apiKeys: Pick<ApiKeys, 'check' | 'find'>;
  readonly embeds: Embeds;
  readonly streamLinks: StreamLinks;
} = {
  apiKeys: {
    check: async () => {
      throw new AppError('unauthorized');
    },
    find: async () => null,
  },
  embeds: { find: async () => null },
  streamLinks: { find: async () => null },
};
