import { apiKeySecretSchema } from '@watchpost/contract/schemas/api-keys';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { ApiKeysTable } from '../../db/developer-tables.ts';
import type { ApiKeys, RequestSource } from '../../kernel/access/api-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import { createAddressList } from '../../kernel/network/address-list.ts';
import { apiKeyHash, type Tokens } from '../../kernel/tokens.ts';
import { optionsOf, scopesOf, toApiKey } from './api-keys-rows.ts';
import type { ApiKeyUsage } from './api-keys-usage.ts';

interface DirectoryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Tokens;
  readonly usage: Pick<ApiKeyUsage, 'note'>;
}

const requestsPerMinute = 600;

/** Looks up keys as they are now: one that was revoked has no effect from the next call on. */
export function createApiKeyDirectory({ db, clock, tokens, usage }: DirectoryDeps): ApiKeys {
  const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: requestsPerMinute });

  const active = (now: number) =>
    db
      .selectFrom('api_keys')
      .innerJoin('customers', 'customers.id', 'api_keys.customer_id')
      .selectAll('api_keys')
      .where('customers.deleted_at', 'is', null)
      .where('api_keys.revoked_at', 'is', null)
      .where(({ eb, or }) => or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)]));

  const read = async (secret: string, { origin, address }: RequestSource): Promise<ApiKeysTable> => {
    // A key in a page belongs to everyone who opens the page.
    if (origin !== null) throw new AppError('origin-forbidden');
    const row = apiKeySecretSchema.safeParse(secret).success
      ? await active(clock.now()).where('api_keys.secret_hash', '=', apiKeyHash(tokens, secret)).executeTakeFirst()
      : undefined;
    // A key that only opens what this version does not have.
    if (!row || scopesOf(row).length === 0) throw new AppError('unauthorized');
    const { ipRanges } = optionsOf(row);
    if (ipRanges.length > 0 && !createAddressList(ipRanges)(address)) throw new AppError('key-address-forbidden');
    return row;
  };

  return {
    authorize: async (secret, from) => {
      const row = await read(secret, from);
      limit(row.id);
      usage.note(row.id, from.address);
      return toApiKey(row);
    },
    check: async (secret, from) => toApiKey(await read(secret, from)),
    find: async (id) => {
      const row = await active(clock.now()).where('api_keys.id', '=', id).executeTakeFirst();
      return row && scopesOf(row).length > 0 ? toApiKey(row) : null;
    },
  };
}
