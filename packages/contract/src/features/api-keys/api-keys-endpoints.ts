import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's keys, newest first; revoked and expired ones for 90 days. */
export const listApiKeys = { method: 'GET', path: '/public/api/v3/api-keys' } as const satisfies Endpoint;
/** Creates a key. Its secret is in this answer and nowhere else. */
export const createApiKey = { method: 'POST', path: '/public/api/v3/api-keys' } as const satisfies Endpoint;
export const updateApiKey = { method: 'PATCH', path: '/public/api/v3/api-keys/{id}' } as const satisfies Endpoint;
/** Revokes a key and every embed token made with it, at once. */
export const revokeApiKey = { method: 'DELETE', path: '/public/api/v3/api-keys/{id}' } as const satisfies Endpoint;
/** The key that sends the request: what it can do. For a partner's server to check its configuration. */
export const getOwnApiKey = { method: 'GET', path: '/public/api/v3/api-key' } as const satisfies Endpoint;
