import { createRoot } from 'react-dom/client';
import { createEmbedClient } from '@watchpost/sdk-core';
import { WatchpostProvider } from '@watchpost/widgets/react';
import '@watchpost/widgets/theme/fonts.css';
import '@watchpost/widgets/theme/tokens.css';
import { App } from './app.tsx';

const query = new URLSearchParams(location.search);
// Signed-in applications take createBrowserClient() from '@watchpost/sdk-core/browser' instead.
const client = createEmbedClient({ baseUrl: query.get('server') ?? 'http://localhost:8080', token: location.hash.slice(1) });

const root = document.querySelector('#root');
if (root) {
  createRoot(root).render(
    <WatchpostProvider client={client} locale={query.get('locale') === 'ru' ? 'ru' : 'en'}>
      <App cameraId={query.get('camera') ?? ''} />
    </WatchpostProvider>,
  );
}
