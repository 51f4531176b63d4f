import type { Client, Invite } from '@watchpost/sdk-core';
import { until, type RunningProduct } from '../product.ts';
import { createLink, type LinkOptions } from '../sharing.ts';
import { signInWithoutPage } from '../signed-in.ts';
import type { TestLocale } from '../texts.ts';

/** Another owner with one camera. Some links have to end while a screen shows them, and the owner's are in the lists of other screens. */
export interface Lender {
  readonly client: Client;
  readonly cameraId: string;
  /** A link to a camera that was removed afterwards. */
  readonly gone: Invite;
  /** Creates a link to the camera. */
  lend(options?: LinkOptions): Promise<Invite>;
  close(): void;
}

/** @param url of a camera that sends video */
export async function openLender(
  product: RunningProduct,
  url: string,
  { locale, title }: { readonly locale: TestLocale; readonly title: string },
): Promise<Lender> {
  const { client } = await signInWithoutPage(product, 'i.orlov@example.test', { locale });
  // One after another: an account has each camera once.
  const removed = await client.addCamera.addRtsp({ url, title });
  const gone = await createLink(client, [removed.id]);
  await client.cameras.remove(removed.id);
  const { id: cameraId } = await client.addCamera.addRtsp({ url, title });
  await until('the camera to be online', async () => (await client.cameras.get(cameraId)).state === 'online', 60_000);
  return {
    client,
    cameraId,
    gone,
    lend: (options) => createLink(client, [cameraId], options),
    close: () => client.dispose(),
  };
}
