import { createEmbedClient } from '@watchpost/sdk-core';
import '@watchpost/widgets/define/camera';

const server = new URLSearchParams(location.search).get('server');
const token = location.hash.slice(1);
const client = createEmbedClient({ baseUrl: server, token });
for (const { id, title } of await client.cameras.list()) {
  const heading = document.createElement('h2');
  heading.textContent = title;
  const camera = document.createElement('watchpost-camera');
  Object.assign(camera, { server, cameraId: id, token });
  document.body.append(heading, camera);
}
