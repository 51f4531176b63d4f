import 'server-only';
import { createApiKeyClient } from '@watchpost/sdk-core';

export const watchpostUrl = process.env.WATCHPOST_SERVER ?? 'http://localhost:8080';

/** With the API key: never leaves the server. */
export const watchpost = () => createApiKeyClient({ baseUrl: watchpostUrl, apiKey: process.env.WATCHPOST_API_KEY ?? '' });
