import { createEmbedClient } from '@watchpost/sdk-core';
import '@watchpost/widgets/define/camera';

const query = new URLSearchParams(location.search);
const server = query.get('server');
const token = location.hash.slice(1);
const client = createEmbedClient({ baseUrl: server, token });
for (const cameraId of query.getAll('camera')) {
  const { title } = await client.cameras.get(cameraId);
  const heading = document.createElement('h2');
  heading.textContent = title;
  const camera = document.createElement('watchpost-camera');
  Object.assign(camera, { server, cameraId, token });
  document.body.append(heading, camera);
}
