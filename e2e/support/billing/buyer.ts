import type { Client } from '@watchpost/sdk-core';
import type { TestBrowser, TestPage } from '../chromium.ts';
import { until, type RunningProduct } from '../product.ts';
import { signInWithoutPage, storedSession } from '../signed-in.ts';

/** An account with a camera that it can buy a plan for. */
export interface Buyer {
  readonly client: Client;
  readonly cameraId: string;
  /** Adds another camera. @returns its id, once its trial has begun */
  addCamera(title: string): Promise<string>;
  /** What was charged, credited and topped up: the kind and the amount in minor units, sorted. */
  history(): Promise<string[]>;
  open(browser: TestBrowser, path: string): Promise<TestPage>;
}

/** Signs in and adds a camera. @param cameraUrl RTSP address */
export async function createBuyer(product: RunningProduct, email: string, cameraUrl: string): Promise<Buyer> {
  const person = await signInWithoutPage(product, email);
  const { client } = person;
  const addCamera = async (title: string): Promise<string> => {
    const { id } = await client.addCamera.addRtsp({ url: cameraUrl, title });
    await until('the trial', async () => (await client.billing.subscriptions()).some(({ cameraId }) => cameraId === id));
    return id;
  };
  return {
    client,
    cameraId: await addCamera('Yard'),
    addCamera,
    history: async () => {
      const kinds: string[] = [];
      for await (const { kind, amount } of client.billing.transactions.list()) kinds.push(`${kind} ${amount}`);
      return kinds.toSorted();
    },
    open: async (browser, path) => {
      const view = await browser.newPage({ storageState: storedSession(person, product.url) });
      await view.page.goto(product.url + path);
      return view;
    },
  };
}
