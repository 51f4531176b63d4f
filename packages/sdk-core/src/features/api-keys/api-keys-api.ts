import { createApiKey, getOwnApiKey, listApiKeys, revokeApiKey, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import type { ApiKey, CreateApiKeyBody, CreatedApiKey, UpdateApiKeyBody } from '@watchpost/contract/schemas/api-keys';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** What a key can ask about itself. */
export interface OwnApiKeyApi {
  /**
   * Returns the key that sends the request, for a server to check its configuration when it starts.
   * @throws {WatchpostError} `unauthorized` for a key that is unknown, revoked or expired, and for a session;
   *   `key-address-forbidden` from an address that the key doesn't allow
   * @example
   * const { scopes, expiresAt } = await client.apiKeys.self();
   * if (!scopes.includes('embed-tokens')) throw new Error('The key needs the scope embed-tokens.');
   */
  self(options?: CallOptions): Promise<ApiKey>;
}

/** The keys by which a partner's server calls this one. Times are Unix milliseconds. */
export interface ApiKeysApi extends OwnApiKeyApi {
  /**
   * Lists the user's keys, newest first; revoked and expired ones for 90 days.
   * @example const active = (await client.apiKeys.list()).filter(({ state }) => state === 'active');
   */
  list(options?: CallOptions): Promise<ApiKey[]>;
  /**
   * Creates a key. Its secret is in this answer and nowhere else.
   * @throws {WatchpostError} `limit-reached` with 50 keys, `not-found` for a camera that is not visible, `invalid-request` with `details.fields` for an
   *   origin that browsers spell differently
   * @example
   * const { apiKey, secret } = await client.apiKeys.create({
   *   name: 'Website',
   *   scopes: ['embed-tokens', 'live'],
   *   cameraIds: [camera.id],
   *   origins: ['https://shop.example'],
   *   ipRanges: ['203.0.113.0/28'],
   *   expiresAt: null,
   * });
   */
  create(body: CreateApiKeyBody, options?: CallOptions): Promise<CreatedApiKey>;
  /**
   * Changes a key; absent fields stay. Embed tokens that were made with it lose what it loses, within 10 seconds.
   * @throws {WatchpostError} `not-found` for a revoked key, and as `create`
   * @example await client.apiKeys.update(apiKey.id, { ipRanges: [] });
   */
  update(id: string, change: UpdateApiKeyBody, options?: CallOptions): Promise<ApiKey>;
  /**
   * Revokes a key and every embed token made with it; what plays by them ends within 10 seconds.
   * @throws {WatchpostError} `not-found`
   * @example await client.apiKeys.revoke(apiKey.id);
   */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

export function createOwnApiKeyApi(http: HttpClient): OwnApiKeyApi {
  return { self: (options) => http.request(getOwnApiKey, { ...options }) };
}

export function createApiKeysApi(http: HttpClient): ApiKeysApi {
  return {
    ...createOwnApiKeyApi(http),
    list: (options) => http.request(listApiKeys, { ...options }),
    create: (body, options) => http.request(createApiKey, { ...options, body }),
    update: (id, body, options) => http.request(updateApiKey, { ...options, parameters: { id }, body }),
    revoke: (id, options) => http.request(revokeApiKey, { ...options, parameters: { id } }),
  };
}
