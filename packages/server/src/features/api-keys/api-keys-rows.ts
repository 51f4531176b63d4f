import {
  apiKeyOptionsSchema,
  apiKeyScope,
  type ApiKey as ApiKeyAnswer,
  type ApiKeyOptions,
  type ApiKeyScope,
} from '@watchpost/contract/schemas/api-keys';
import type { ApiKeysTable } from '../../db/developer-tables.ts';
import type { ApiKey } from '../../kernel/access/api-key.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { knownOf } from '../../kernel/contract/known.ts';

type OptionColumns = Pick<ApiKeysTable, 'name' | 'scopes' | 'camera_ids' | 'origins' | 'ip_ranges' | 'expires_at'>;

/** The scopes of a key that this version knows; a key of a newer one may have no other. */
export function scopesOf({ scopes }: Pick<ApiKeysTable, 'scopes'>): ApiKeyScope[] {
  return knownOf(apiKeyScope, JSON.parse(scopes));
}

export function optionsOf(row: OptionColumns): ApiKeyOptions {
  return apiKeyOptionsSchema.parse({
    name: row.name,
    scopes: scopesOf(row),
    cameraIds: row.camera_ids === null ? null : JSON.parse(row.camera_ids),
    origins: JSON.parse(row.origins),
    ipRanges: JSON.parse(row.ip_ranges),
    expiresAt: row.expires_at,
  });
}

/** The inverse of `optionsOf`. */
export function columnsOf({ name, scopes, cameraIds, origins, ipRanges, expiresAt }: ApiKeyOptions): OptionColumns {
  return {
    name,
    scopes: JSON.stringify(scopes),
    camera_ids: cameraIds === null ? null : JSON.stringify(cameraIds),
    origins: JSON.stringify(origins),
    ip_ranges: JSON.stringify(ipRanges),
    expires_at: expiresAt,
  };
}

export function toApiKey(row: ApiKeysTable): ApiKey {
  const { name, scopes, cameraIds, origins } = optionsOf(row);
  return { id: row.id, name, customerId: row.customer_id, scopes, cameraIds, origins };
}

interface LastUse {
  readonly at: number;
  readonly address: string;
}

/** @param lastUse that is not in the row yet */
export function toAnswer(row: ApiKeysTable, lastUse: LastUse | undefined, now: number): ApiKeyAnswer {
  const options = optionsOf(row);
  return {
    id: row.id,
    ...options,
    hint: row.hint,
    state: stateOf(row, now),
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    lastUsedAt: lastUse?.at ?? row.last_used_at,
    lastUsedIp: lastUse?.address ?? row.last_used_ip,
  } satisfies Complete<ApiKeyAnswer>;
}

function stateOf({ revoked_at: revokedAt, expires_at: expiresAt }: ApiKeysTable, now: number): ApiKeyAnswer['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
