import { createClient, type Client } from '@watchpost/sdk-core';
import type { BrowserContextOptions, JSHandle, Page } from 'playwright';
import { timeSetUp } from './evidence/set-up-time.ts';
import type { RunningProduct } from './product.ts';
import { removeCameras } from './worker/remove-cameras.ts';

/** The stored session of a signed-in account: pass it to `browser.newPage({ storageState })`. */
export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A signed-in account without a page. */
export interface Person {
  readonly client: Client;
  readonly kept: ReadonlyMap<string, string>;
  readonly cookies: SignedIn['cookies'];
}

/** Signs in as quickly as the server allows. @param options.locale of the customer whom a first sign-in creates */
export async function signInWithoutPage(
  product: RunningProduct,
  email: string,
  { locale = 'en' }: { locale?: 'en' | 'ru' } = {},
): Promise<Person> {
  const kept = new Map<string, string>();
  const cookies: SignedIn['cookies'] = [];
  const client = createClient({
    baseUrl: product.url,
    locale,
    storage: {
      get: (key) => kept.get(key) ?? null,
      set: (key, value) => void kept.set(key, value),
      remove: (key) => void kept.delete(key),
    },
    fetch: async (input, init) => {
      const answer = await fetch(input, init);
      for (const line of answer.headers.getSetCookie()) cookies.push(readCookie(line, new URL(product.url).hostname));
      return answer;
    },
  });
  await timeSetUp('sign-in', async () => {
    const after = Date.now();
    await client.session.requestCode(email);
    await client.session.confirmCode({ email, code: await product.code(email, { after }) });
  });
  product.atEnd(() => removeCameras(client));
  return { client, kept, cookies };
}

/** What a browser would keep of the person's session. @param origin where the pages are opened */
export function storedSession({ kept, cookies }: Person, origin: string): SignedIn {
  return { cookies, origins: [{ origin, localStorage: [...kept].map(([name, value]) => ({ name: `watchpost:${name}`, value })) }] };
}

/**
 * Signs in for specs that are about something else than signing in.
 * @param origin where the pages are opened, when that is not the product itself (a proxy)
 * @example const view = await browser.newPage({ storageState: await signedIn(product, 'anna@example.test') });
 */
export async function signedIn(product: RunningProduct, email: string, origin = product.url): Promise<SignedIn> {
  const person = await signInWithoutPage(product, email);
  person.client.dispose();
  return storedSession(person, origin);
}

/**
 * The app's own client in a page, found where React keeps what the app was rendered with: its tokens, locks and tabs are the real ones.
 * @example const cameras = await (await clientOf(page)).evaluate((client) => client.cameras.list());
 */
export function clientOf(page: Page): Promise<JSHandle<Client>> {
  return page.evaluateHandle(() => {
    interface Fiber {
      readonly memoizedProps: { readonly client?: Client } | null;
      readonly child: Fiber | null;
      readonly sibling: Fiber | null;
    }
    const container = Object.entries(document.getElementById('root') ?? {}).find(([name]) => name.startsWith('__reactContainer$'))?.[1] as
      | { readonly stateNode: { readonly current: Fiber } }
      | undefined;
    const search = (fiber: Fiber | null): Client | null =>
      fiber && (fiber.memoizedProps?.client ?? search(fiber.child) ?? search(fiber.sibling));
    const client = search(container?.stateNode.current ?? null);
    if (!client) throw new Error('The app gives its tree no client any more.');
    return client;
  });
}

function readCookie(line: string, domain: string): SignedIn['cookies'][number] {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const [name = '', value = ''] = pair.split(/=(.*)/s);
  const attribute = (wanted: string): string | undefined =>
    attributes.map((text) => text.split('=')).find(([key]) => key?.toLowerCase() === wanted)?.[1];
  return {
    name,
    value,
    domain,
    path: attribute('path') ?? '/',
    expires: Date.now() / 1000 + Number(attribute('max-age') ?? 3600),
    httpOnly: /httponly/i.test(line),
    secure: false,
    sameSite: 'Strict',
  };
}
