import { createClient, type Client } from '@watchpost/sdk-core';
import type { RigCamera } from '../rig/camera.ts';
import { until, type Product } from './product.ts';

/** A person with a session and no browser, as a partner's backend is. */
export async function createOwner(product: Product, email = 'owner@example.test'): Promise<Client> {
  const client = createClient({ baseUrl: product.url });
  const after = Date.now();
  await client.session.requestCode(email);
  await client.session.confirmCode({ email, code: await product.code(email, { after }) });
  return client;
}

/** Adds a stream of the rig and waits until its video comes. @returns the camera's id */
export async function addRigCamera(owner: Client, camera: RigCamera, path = '/cam'): Promise<string> {
  const { id } = await owner.addCamera.addRtsp({ url: camera.url(path), title: 'Yard' });
  await until('the camera to be online', async () => (await owner.cameras.get(id)).state === 'online');
  return id;
}
