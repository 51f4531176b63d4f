import { archivePlaylist, getFootage } from '@watchpost/contract/endpoints/archive';
import { getPreview, listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { livePlaylist } from '@watchpost/contract/endpoints/player';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import type { LiveCamera } from './authorization/authorization-scene.ts';
import type { TestServer } from './test-server.ts';

const timeoutMs = 25_000;

/**
 * Waits until one of the demo's cameras is online, recorded and has a preview.
 * @param accessToken of its owner, the first customer of a server with `demo: true`
 */
export async function waitForLiveCamera(server: TestServer, accessToken: string): Promise<LiveCamera> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const get = (path: string) => server.call({ method: 'GET', path }, { headers });
  const cameraId = await until('a camera', async () => {
    const cameras = cameraListSchema.parse(await (await get(listCameras.path)).json());
    return cameras.find(({ state }) => state === 'online')?.id;
  });
  const path = (endpoint: { path: string }): string => fillPath(endpoint.path, { id: cameraId });
  const liveInit = await until('the live playlist', async () => initOf(await (await get(path(livePlaylist))).text()));
  const recording = await until('footage', async () => {
    const now = Date.now();
    const footage = footageSchema.parse(await (await get(`${path(getFootage)}?from=${now - 600_000}&to=${now + 60_000}`)).json());
    return footage.recordings[0];
  });
  const range = `?from=${recording.from}&to=${recording.to}`;
  const recordedInit = await until('the playlist of footage', async () => initOf(await (await get(path(archivePlaylist) + range)).text()));
  await until('a preview', async () => (await get(path(getPreview))).ok || undefined);
  return { cameraId, liveInit, recordedFrom: recording.from, recordedTo: recording.to, recordedInit };
}

function initOf(playlist: string): string | undefined {
  return /init-[0-9a-f]+\.mp4/.exec(playlist)?.[0];
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`Waited ${timeoutMs} ms for ${what}.`);
}
