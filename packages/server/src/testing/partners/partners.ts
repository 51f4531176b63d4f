import { randomUUID } from 'node:crypto';
import type { EmbedArchive } from '@watchpost/contract/schemas/embeds';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { createApiKeyDirectory } from '../../features/api-keys/index.ts';
import { createEmbedDirectory } from '../../features/embeds/index.ts';
import { createStreamLinkDirectory } from '../../features/stream-links/index.ts';
import type { ApiKeys } from '../../kernel/access/api-key.ts';
import type { Embeds } from '../../kernel/access/embed.ts';
import type { StreamLinks } from '../../kernel/access/stream-link.ts';
import { signEmbedToken, type Tokens } from '../../kernel/tokens.ts';

/** The keys, embed tokens and stream links of a database, for tests that resolve access without a server. */
export function partnersOf(deps: { readonly db: Db; readonly clock: Clock; readonly tokens: Tokens }): {
  readonly apiKeys: ApiKeys;
  readonly embeds: Embeds;
  readonly streamLinks: StreamLinks;
} {
  return {
    apiKeys: createApiKeyDirectory({ ...deps, usage: { note: () => undefined } }),
    embeds: createEmbedDirectory(deps),
    streamLinks: createStreamLinkDirectory(deps),
  };
}

export interface EmbedTokenRow {
  readonly customerId: string;
  readonly cameraIds: readonly string[];
  /** A row of `session_families` that may not exist: it is inserted. */
  readonly familyId: string;
  readonly exp: number;
  readonly withAudio?: boolean;
  readonly archive?: EmbedArchive | null;
  readonly live?: boolean;
  readonly withPtz?: boolean;
  readonly withTalk?: boolean;
  readonly viewerId?: string | null;
  readonly hasWatermark?: boolean;
}

/** Inserts an embed token of a session for `https://shop.example`. Returns the token. */
export async function insertEmbedToken(db: Db, tokens: Tokens, { customerId, familyId, exp, ...over }: EmbedTokenRow): Promise<string> {
  const id = `emb_${randomUUID()}`;
  const terms = {
    origins: ['https://shop.example'],
    live: true,
    archive: { kind: 'all' },
    withAudio: true,
    withPtz: false,
    withTalk: false,
    viewerId: null,
    hasWatermark: false,
    ...over,
  };
  const family = { generation: 1, rotated_at: 1, created_at: 1, expires_at: 9e12, revoked_at: null, device_id: 'device' };
  await db
    .insertInto('session_families')
    .values({ id: familyId, customer_id: customerId, ...family })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('embed_tokens')
    .values({
      id,
      customer_id: customerId,
      family_id: familyId,
      api_key_id: null,
      terms: JSON.stringify(terms),
      created_at: 1,
      expires_at: exp,
    })
    .execute();
  return signEmbedToken(tokens, { id, iat: 1, exp, rights: 'of the test' });
}
