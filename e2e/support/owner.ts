import { createClient, WatchpostError, type Client } from '@watchpost/sdk-core';
import type { RigCamera } from '../rig/camera.ts';
import { timeSetUp } from './evidence/set-up-time.ts';
import { until, type RunningProduct } from './product.ts';
import { removeCameras } from './worker/remove-cameras.ts';

/** A person with a session and no browser, as a partner's backend is. */
export async function createOwner(product: RunningProduct, email = product.emailOf('owner')): Promise<Client> {
  const client = createClient({ baseUrl: product.url });
  await timeSetUp('sign-in', async () => {
    const after = Date.now();
    await client.session.requestCode(email);
    await client.session.confirmCode({ email, code: await product.code(email, { after }) });
  });
  product.atEnd(() => removeCameras(client));
  return client;
}

/** Adds a stream of the rig and waits until its video comes. @returns the camera's id */
export function addRigCamera(owner: Client, camera: RigCamera, path = '/cam'): Promise<string> {
  return addStream(owner, camera.url(path));
}

/** Adds a camera by its RTSP address and waits until its video comes. @returns the camera's id */
export async function addStream(owner: Client, url: string): Promise<string> {
  const add = (): Promise<{ readonly id: string }> => owner.addCamera.addRtsp({ url, title: 'Yard' });
  // GStreamer falls silent now and then when it begins; a person would press the button again.
  const { id } = await add().catch((error: unknown) =>
    error instanceof WatchpostError && error.code === 'camera-no-video' ? add() : Promise.reject(error),
  );
  await until('the camera to be online', async () => (await owner.cameras.get(id)).state === 'online', 60_000);
  return id;
}
