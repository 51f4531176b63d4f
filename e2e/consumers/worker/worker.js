// Reads a camera, its recordings and its live video away from the page, as an analysis of frames would.
import { createEmbedClient, WatchpostError } from '@watchpost/sdk-core';

onmessage = async ({ data: { server, cameraId, token } }) => {
  const client = createEmbedClient({ baseUrl: server, token });
  const { title } = await client.cameras.get(cameraId);
  const refused = await client.cameras.get('unknown').catch((error) => error);
  const times = [];
  let bytes = 0;
  const stop = client.player.live().subscribe(
    { cameraId },
    {
      onMedia: ({ kind, time, payload }) => {
        bytes += payload.byteLength;
        if (kind !== 'fragment' || times.push(time) !== 20) return;
        stop();
        client.dispose();
        const code = refused instanceof WatchpostError && refused.code;
        postMessage({ title, frames: times.length, hasBytes: bytes > 1000, refused: code, hasDocument: 'document' in globalThis });
      },
      onError: (error) => postMessage({ error: error.code }),
    },
  );
};
