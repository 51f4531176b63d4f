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
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { CreateEmbedTokenBody, EmbedLink, EmbedLinkOptions, EmbedToken } from '@watchpost/contract/schemas/embeds';

/** The in-memory server's embed tokens and links. */
export interface FakeEmbedsState {
  /** Newest first. */
  embedTokens: EmbedToken[];
  /** Newest first. */
  embedLinks: EmbedLink[];
}

export function createFakeEmbeds(): FakeEmbedsState {
  return { embedTokens: [], embedLinks: [] };
}

/** Builds a token of a session for one camera; a test sets only the fields it depends on. */
export function buildEmbedToken(token: Partial<EmbedToken> = {}): EmbedToken {
  return {
    id: 'embed-1',
    cameraIds: ['camera-1'],
    origins: ['https://shop.example'],
    viewerId: null,
    apiKeyId: null,
    createdAt: 0,
    expiresAt: 3_600_000,
    ...token,
  };
}

/** Builds an active link to the live picture of one camera; a test sets only the fields it depends on. */
export function buildEmbedLink(link: Partial<EmbedLink> = {}): EmbedLink {
  const id = link.id ?? 'kf83Zq0000';
  return {
    id,
    name: 'Car park page',
    cameraIds: ['camera-1'],
    archive: null,
    withAudio: false,
    origins: [],
    maxViewers: null,
    expiresAt: null,
    url: `https://watchpost.test/e/${id}`,
    state: 'active',
    viewerCount: 0,
    createdAt: 0,
    revokedAt: null,
    ...link,
  };
}

/** Answers a call about embed tokens and links; null for any other call. @param apiKeyId of the key that sends the request; null for a session */
export function answerEmbeds(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  apiKeyId: string | null,
  state: FakeEmbedsState,
  now: number,
): Response | ErrorCode | null {
  return answerTokens(is, path, body, apiKeyId, state, now) ?? answerLinks(is, path, body, state, now);
}

function answerTokens(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  apiKeyId: string | null,
  state: FakeEmbedsState,
  now: number,
): Response | ErrorCode | null {
  const isOwn = (token: EmbedToken): boolean => token.expiresAt > now && (apiKeyId === null || token.apiKeyId === apiKeyId);
  if (is(createEmbedToken)) {
    const { cameraIds = [], origins = [], ttlSeconds = 3600, viewerId = null }: Partial<CreateEmbedTokenBody> = body;
    const id = `embed-${state.embedTokens.length + 1}`;
    const expiresAt = now + ttlSeconds * 1000;
    state.embedTokens = [{ id, cameraIds, origins, viewerId, apiKeyId, createdAt: now, expiresAt }, ...state.embedTokens];
    const claims = btoa(JSON.stringify({ id, exp: expiresAt })).replaceAll('=', '');
    return Response.json({ id, token: `embed.${claims}.signature`, expiresAt }, { status: 201 });
  }
  if (is(listEmbedTokens)) {
    const tokens = state.embedTokens.filter(isOwn);
    const lastExpiresAt = tokens.length === 0 ? null : Math.max(...tokens.map(({ expiresAt }) => expiresAt));
    return Response.json({ count: tokens.length, lastExpiresAt, tokens: tokens.slice(0, 100) });
  }
  if (is(revokeEmbedTokens)) {
    state.embedTokens = state.embedTokens.filter((token) => !isOwn(token));
    return new Response(null, { status: 204 });
  }
  if (is(revokeEmbedToken)) {
    const found = state.embedTokens.find((token) => path.endsWith(`/${token.id}`) && isOwn(token));
    if (!found) return 'not-found';
    state.embedTokens = state.embedTokens.filter((token) => token !== found);
    return new Response(null, { status: 204 });
  }
  return null;
}

function answerLinks(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeEmbedsState,
  now: number,
): Response | ErrorCode | null {
  if (is(listEmbedLinks)) return Response.json(state.embedLinks);
  if (is(createEmbedLink)) {
    const id = `link${String(state.embedLinks.length + 1).padStart(6, '0')}`;
    const link = buildEmbedLink({ ...asOptions(body), id, createdAt: now });
    state.embedLinks = [link, ...state.embedLinks];
    return Response.json(link, { status: 201 });
  }
  const found = state.embedLinks.find(({ id, state: is }) => is === 'active' && path.endsWith(`/embed-links/${id}`));
  const replace = (next: EmbedLink): void => {
    state.embedLinks = state.embedLinks.map((link) => (link.id === next.id ? next : link));
  };
  if (is(updateEmbedLink)) {
    if (!found) return 'not-found';
    const changed = { ...found, ...asOptions(body) };
    replace(changed);
    return Response.json(changed);
  }
  if (is(revokeEmbedLink)) {
    if (!found) return 'not-found';
    replace({ ...found, state: 'revoked', revokedAt: now, viewerCount: 0 });
    return new Response(null, { status: 204 });
  }
  return null;
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asOptions(body: Readonly<Record<string, unknown>>): Partial<EmbedLinkOptions> {
  return body;
}
