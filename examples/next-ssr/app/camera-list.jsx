'use client';

import { createEmbedClient } from '@watchpost/sdk-core';
import { CameraPlayer, WatchpostProvider } from '@watchpost/widgets/react';
import { useMemo } from 'react';

export function CameraList({ server, cameras }) {
  const client = useMemo(() => createEmbedClient({ baseUrl: server, token: requestToken }), [server]);
  return (
    <WatchpostProvider client={client} locale="en">
      {cameras.map(({ id, title }) => (
        <section key={id}>
          <h2>{title}</h2>
          <CameraPlayer cameraId={id} muted autoplay />
        </section>
      ))}
    </WatchpostProvider>
  );
}

async function requestToken() {
  const response = await fetch('/watchpost-token', { method: 'POST' });
  if (!response.ok) throw new Error(`The token was refused: ${response.status}`);
  return (await response.json()).token;
}
