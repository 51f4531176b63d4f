import {
  createEmbedLink,
  createEmbedToken,
  listEmbedLinks,
  listEmbedTokens,
  revokeEmbedLink,
  revokeEmbedToken,
  revokeEmbedTokens,
  updateEmbedLink,
} from '@watchpost/contract/endpoints/embeds';
import type {
  CreatedEmbedToken,
  CreateEmbedLinkBody,
  CreateEmbedTokenBody,
  EmbedLink,
  EmbedTokens,
  UpdateEmbedLinkBody,
} from '@watchpost/contract/schemas/embeds';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Tokens for players on a partner's pages: each opens named cameras on named origins for at most an hour. */
export interface EmbedTokensApi {
  /**
   * Creates a token. Without more options, it opens the live picture, without sound, for an hour.
   * @param body `ttlSeconds`: 60 to 3600; `archive`: its hours, or Unix milliseconds of a period
   * @throws {WatchpostError} `not-found` for a camera that is not visible, `forbidden` for one that the caller doesn't manage, `scope-missing` for
   *   more than the API key can do, `origin-forbidden` for a page that the key doesn't allow
   * @example
   * const { token } = await client.embeds.createToken({ cameraIds: [camera.id], origins: ['https://shop.example'] });
   * @example
   * const { token } = await client.embeds.createToken({
   *   cameraIds: [camera.id],
   *   origins: ['https://shop.example'],
   *   archive: { kind: 'last-hours', hours: 24 },
   *   viewerId: 'customer 4711',
   *   hasWatermark: true,
   * });
   */
  createToken(body: CreateEmbedTokenBody, options?: CallOptions): Promise<CreatedEmbedToken>;
  /**
   * Returns the caller's tokens that are valid now; by an API key, those made with it.
   * @example const { count, lastExpiresAt } = await client.embeds.listTokens();
   */
  listTokens(options?: CallOptions): Promise<EmbedTokens>;
  /** Revokes a token; what plays by it ends within 10 seconds. @throws {WatchpostError} `not-found` @example await client.embeds.revokeToken(id); */
  revokeToken(id: string, options?: CallOptions): Promise<void>;
  /** Revokes all tokens that `listTokens` counts. @example await client.embeds.revokeTokens(); */
  revokeTokens(options?: CallOptions): Promise<void>;
}

/** Players on other pages: tokens for partners with a server, links for those without one. */
export interface EmbedsApi extends EmbedTokensApi {
  /** Lists the user's links, newest first; revoked and expired ones for 90 days. @example const links = await client.embeds.listLinks(); */
  listLinks(options?: CallOptions): Promise<EmbedLink[]>;
  /**
   * Creates a page with a player, `/e/{id}`, to open or to show in an iframe.
   * @throws {WatchpostError} `limit-reached` with 100 links, `not-found` for a camera that is not visible, `share-exceeds-access` for more than the
   *   user has
   * @example
   * const link = await client.embeds.createLink({
   *   name: 'Car park page',
   *   cameraIds: [camera.id],
   *   archive: null,
   *   withAudio: false,
   *   origins: ['https://shop.example'],
   *   maxViewers: 10,
   *   expiresAt: null,
   * });
   * iframe.src = link.url;
   */
  createLink(body: CreateEmbedLinkBody, options?: CallOptions): Promise<EmbedLink>;
  /**
   * Changes a link; absent fields stay.
   * @throws {WatchpostError} `not-found` for a revoked link, and as `createLink`
   * @example await client.embeds.updateLink(link.id, { maxViewers: 20 });
   */
  updateLink(id: string, change: UpdateEmbedLinkBody, options?: CallOptions): Promise<EmbedLink>;
  /** Revokes a link; what plays by it ends within 10 seconds. @throws {WatchpostError} `not-found` @example await client.embeds.revokeLink(link.id); */
  revokeLink(id: string, options?: CallOptions): Promise<void>;
}

export function createEmbedTokensApi(http: HttpClient): EmbedTokensApi {
  return {
    createToken: (body, options) => http.request(createEmbedToken, { ...options, body }),
    listTokens: (options) => http.request(listEmbedTokens, { ...options }),
    revokeToken: (id, options) => http.request(revokeEmbedToken, { ...options, parameters: { id } }),
    revokeTokens: (options) => http.request(revokeEmbedTokens, { ...options }),
  };
}

export function createEmbedsApi(http: HttpClient): EmbedsApi {
  return {
    ...createEmbedTokensApi(http),
    listLinks: (options) => http.request(listEmbedLinks, { ...options }),
    createLink: (body, options) => http.request(createEmbedLink, { ...options, body }),
    updateLink: (id, body, options) => http.request(updateEmbedLink, { ...options, parameters: { id }, body }),
    revokeLink: (id, options) => http.request(revokeEmbedLink, { ...options, parameters: { id } }),
  };
}
