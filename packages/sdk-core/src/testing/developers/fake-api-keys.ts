import { createApiKey, getOwnApiKey, listApiKeys, revokeApiKey, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { ApiKey, ApiKeyOptions } from '@watchpost/contract/schemas/api-keys';

/** The in-memory server's API keys. */
export interface FakeApiKeysState {
  /** Newest first. */
  apiKeys: ApiKey[];
  /** Ids of keys by their secrets. */
  readonly apiKeySecrets: Map<string, string>;
}

export function createFakeApiKeys(): FakeApiKeysState {
  return { apiKeys: [], apiKeySecrets: new Map() };
}

/** Builds an active key that creates embed tokens for live pictures of all cameras; a test sets only the fields it depends on. */
export function buildApiKey(apiKey: Partial<ApiKey> = {}): ApiKey {
  return {
    id: 'key-1',
    name: 'Website',
    scopes: ['embed-tokens', 'live'],
    cameraIds: null,
    origins: [],
    ipRanges: [],
    expiresAt: null,
    hint: 'wp_live_7hQ2',
    state: 'active',
    createdAt: 0,
    revokedAt: null,
    lastUsedAt: null,
    lastUsedIp: null,
    ...apiKey,
  };
}

/** Returns the active key of a secret; null for any other text. */
export function apiKeyOf(secret: string, { apiKeys, apiKeySecrets }: FakeApiKeysState): ApiKey | null {
  return apiKeys.find(({ id, state }) => state === 'active' && id === apiKeySecrets.get(secret)) ?? null;
}

/** Answers a call about keys; null for any other call. @param caller the key that sends the request; null for a session */
export function answerApiKeys(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  caller: ApiKey | null,
  state: FakeApiKeysState,
  now: number,
): Response | ErrorCode | null {
  if (is(getOwnApiKey)) return caller ? Response.json(caller) : 'unauthorized';
  const id = /\/api-keys\/([\w-]+)$/.exec(path)?.[1];
  const found = state.apiKeys.find((apiKey) => apiKey.id === id && apiKey.state === 'active');
  if (is(listApiKeys)) return Response.json(state.apiKeys);
  if (is(createApiKey)) {
    const number = state.apiKeys.length + 1;
    const secret = `wp_live_${String(number).padStart(32, '0')}`;
    const apiKey = buildApiKey({ ...asOptions(body), id: `key-${number}`, hint: secret.slice(0, 12), createdAt: now });
    state.apiKeys = [apiKey, ...state.apiKeys];
    state.apiKeySecrets.set(secret, apiKey.id);
    return Response.json({ apiKey, secret }, { status: 201 });
  }
  const replace = (next: ApiKey): void => {
    state.apiKeys = state.apiKeys.map((apiKey) => (apiKey.id === next.id ? next : apiKey));
  };
  if (is(updateApiKey)) {
    if (!found) return 'not-found';
    const changed = { ...found, ...asOptions(body) };
    replace(changed);
    return Response.json(changed);
  }
  if (is(revokeApiKey)) {
    if (!found) return 'not-found';
    replace({ ...found, state: 'revoked', revokedAt: now });
    return new Response(null, { status: 204 });
  }
  return null;
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asOptions(body: Readonly<Record<string, unknown>>): Partial<ApiKeyOptions> {
  return body;
}
