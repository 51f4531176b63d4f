import type { Endpoint } from '../../kernel/endpoint.ts';

/** Creates a token for a partner's page. By an API key with the scope `embed-tokens`, or by the session of a user who manages access to the cameras. */
export const createEmbedToken = { method: 'POST', path: '/public/api/v3/embed-tokens' } as const satisfies Endpoint;
/** The caller's tokens that are valid now; by an API key, those made with it. */
export const listEmbedTokens = { method: 'GET', path: '/public/api/v3/embed-tokens' } as const satisfies Endpoint;
/** Revokes all of the tokens that `listEmbedTokens` counts. What plays by them ends within 10 s. */
export const revokeEmbedTokens = { method: 'DELETE', path: '/public/api/v3/embed-tokens' } as const satisfies Endpoint;
export const revokeEmbedToken = { method: 'DELETE', path: '/public/api/v3/embed-tokens/{id}' } as const satisfies Endpoint;

/** The caller's embed links, newest first; revoked and expired ones for 90 days. */
export const listEmbedLinks = { method: 'GET', path: '/public/api/v3/embed-links' } as const satisfies Endpoint;
/** Creates a page with a player, `/e/{id}`, for people without a server: for an iframe, or to open. */
export const createEmbedLink = { method: 'POST', path: '/public/api/v3/embed-links' } as const satisfies Endpoint;
export const updateEmbedLink = { method: 'PATCH', path: '/public/api/v3/embed-links/{id}' } as const satisfies Endpoint;
/** Revokes a link. What plays by it ends within 10 s. */
export const revokeEmbedLink = { method: 'DELETE', path: '/public/api/v3/embed-links/{id}' } as const satisfies Endpoint;
/** What the page of a link shows, with a token for it. For anyone; 404 for a link that doesn't exist or has ended. */
export const openEmbedLink = { method: 'POST', path: '/public/api/v3/embed-links/{id}/tokens' } as const satisfies Endpoint;
/** The iframe of a link, by the oEmbed protocol (https://oembed.com): turns a pasted link into a player. */
export const getOembed = { method: 'GET', path: '/public/api/v3/oembed' } as const satisfies Endpoint;
