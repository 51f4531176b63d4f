import { hydrateRoot } from 'react-dom/client';
import { createEmbedClient } from '@watchpost/sdk-core';
import { page } from './page.js';

const query = new URLSearchParams(location.search);
const client = createEmbedClient({ baseUrl: query.get('server'), token: location.hash.slice(1) });
hydrateRoot(document.querySelector('#root'), page(client, query.get('camera')), { onRecoverableError: (error) => reportError(error) });
