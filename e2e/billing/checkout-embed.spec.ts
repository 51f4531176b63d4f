import type { Order } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { partnerPage } from '../support/billing/partner-page.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { signedIn, signInWithoutPage, storedSession, type SignedIn } from '../support/signed-in.ts';

let plans: PlansFile;
let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
/** The partner's own site. It has the server behind its origin, as the guide says: only there a user of the server is signed in. */
let site: Proxy;

beforeAll(async () => {
  plans = writePlansFile();
  [product, browser, camera] = await Promise.all([
    startProduct({ PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' }),
    launchBrowser(),
    startSceneCamera('porch'),
  ]);
  site = await startProxy(product.url);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
  await product?.dispose();
  await camera?.stop();
  plans?.remove();
});

/** An event of the element as the page sees it, and what the policy refused. */
type Report = readonly [type: string, detail: unknown];

/** Opens a page of the site with nothing but the tag. The element's events are kept while the browser is on the payment service's page. */
async function openTag(path: string, attributes: string, lang: 'en' | 'ru', state: SignedIn | undefined): Promise<TestPage> {
  site.rule(path, () => ({ status: 200, ...partnerPage(attributes, lang) }));
  const view = await browser.newPage({ colorScheme: 'light', ...(state && { storageState: state }) });
  await view.context.addInitScript(() => {
    const keep = (type: string, detail: unknown): void => {
      const before: unknown[] = JSON.parse(sessionStorage.getItem('heard') ?? '[]');
      sessionStorage.setItem('heard', JSON.stringify([...before, [type, detail]]));
    };
    for (const name of ['step', 'order', 'finish', 'close'])
      document.addEventListener(`watchpost-checkout-${name}`, (event) => keep(name, event instanceof CustomEvent ? event.detail : null));
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => keep(violatedDirective, blockedURI));
  });
  await view.page.goto(`${site.url}${path}`);
  return view;
}

const heard = (page: Page): Promise<readonly Report[]> => page.evaluate(() => JSON.parse(sessionStorage.getItem('heard') ?? '[]'));

interface Result {
  readonly kind: string;
  readonly order: Order;
}
const resultOf = ([, detail]: Report): Result => detail as Result;

/** The name of what has the focus, inside the element's shadow root. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
    const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
    return (label ?? '').replaceAll(/\s/g, ' ').trim();
  });
}

async function seeFocus(page: Page, name: RegExp): Promise<void> {
  let last = '';
  await until(
    () => `${name} to have the focus, which “${last}” has`,
    async () => name.test((last = await focused(page))),
  );
}

async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 20; press++) {
    if (name.test(await focused(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}; “${await focused(page)}” has the focus.`);
}

test('one tag on a partner’s page, by keys alone: plan, price, payment, and back to what came of it', async () => {
  const owner = await signInWithoutPage(product, 'anna@example.test');
  const { id: cameraId } = await owner.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
  owner.client.dispose();
  const state = storedSession(owner, site.url);
  const { page, errors, context } = await openTag('/plans', `camera-ids="${cameraId}" closable data-theme="dark"`, 'en', state);
  await page.getByRole('heading', { name: 'Cameras and plans' }).waitFor();

  // The element takes the page's colours without a style sheet, and has a theme of its own.
  const colours = await page.evaluate(() => {
    const element = document.querySelector<HTMLElement>('watchpost-checkout');
    element?.style.setProperty('--wp-accent', 'rgb(120, 40, 200)');
    const number = element?.shadowRoot?.querySelector('.wp-checkout-steps > [aria-current] > span');
    return number && element && [getComputedStyle(number).backgroundColor, getComputedStyle(element).colorScheme];
  });
  expect(colours).toEqual(['rgb(120, 40, 200)', 'dark']);

  // The most popular plan is chosen already, and another one is.
  await tabTo(page, /₽449/);
  await page.keyboard.press('ArrowLeft');
  await seeFocus(page, /₽299/);
  await tabTo(page, /^See the price$/);
  await page.keyboard.press('Enter');
  await seeFocus(page, /^What it costs$/);
  await page.getByText('₽299').last().waitFor();
  await tabTo(page, /^Go to payment$/);
  await page.keyboard.press('Enter');
  await seeFocus(page, /^How to pay$/);
  await tabTo(page, /^New bank card/);
  await tabTo(page, /^Pay ₽299$/);
  await page.keyboard.press('Enter');

  await page.locator('input[name=card][value=mir]').check();
  await page.locator('button[value=pay]').press('Enter');
  await page.waitForURL((url) => url.origin === site.url && url.searchParams.has('watchpost-order'));
  await page.getByRole('heading', { name: 'Paid ₽299' }).waitFor();
  await page.getByText('Subscriptions are activated').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  const orderId = new URL(page.url()).searchParams.get('watchpost-order');
  const reports = await heard(page);
  expect(reports.map(([type]) => type)).toEqual(['step', 'step', 'order', 'finish', 'close']);
  expect(reports.slice(0, 3).map(([, detail]) => detail)).toEqual([{ step: 'review' }, { step: 'payment' }, { orderId }]);
  expect(reports[3] && resultOf(reports[3])).toMatchObject({
    kind: 'activated',
    order: { id: orderId, toPay: 29_900, cameraPlans: [{ cameraId }] },
  });
  expect(errors).toEqual([]);
  await context.close();
});

test('a card that is declined, then a good one, in the page’s Russian; another user, and nobody, do not see the order', async () => {
  const owner = await signInWithoutPage(product, 'boris@example.test');
  await owner.client.addCamera.addRtsp({ url: camera.url, title: 'Двор' });
  owner.client.dispose();
  const view = await openTag('/ru/plans', '', 'ru', storedSession(owner, site.url));
  const { page } = view;
  await page.getByRole('button', { name: 'Узнать стоимость' }).click();
  await page.getByRole('button', { name: 'Перейти к оплате' }).click();
  await page.getByRole('button', { name: /^Оплатить 449/ }).click();
  await page.locator('input[name=card][value=declined]').check();
  await page.locator('button[value=pay]').click();
  await page.getByRole('heading', { name: 'Банк отклонил платёж' }).waitFor();
  await page.getByRole('button', { name: 'Попробовать снова' }).click();
  await page.getByRole('button', { name: /^Оплатить 449/ }).click();
  await page.locator('input[name=card][value=mir]').check();
  await page.locator('button[value=pay]').click();
  await page.getByRole('heading', { name: /^Оплачено 449/ }).waitFor();
  const finished = (await heard(page)).filter(([type]) => type === 'finish').map(resultOf);
  expect(finished.map(({ kind }) => kind)).toEqual(['failed', 'activated']);
  // The same order, paid once.
  expect(finished.map(({ order }) => order.id)).toEqual([finished[0]?.order.id, finished[0]?.order.id]);
  expect(view.errors).toEqual([]);
  const returned = new URL(page.url());
  await view.context.close();

  const other = await openTag('/ru/plans', '', 'ru', await signedIn(product, 'vera@example.test', site.url));
  await other.page.goto(returned.href);
  await other.page.getByRole('heading', { name: 'Не удалось показать заказ' }).waitFor();
  await other.page.getByText('Войдите в аккаунт, в котором он оформлен.').waitFor();
  await other.page.getByRole('button', { name: 'Выбрать тарифы' }).click();
  await other.page.getByText('Камер пока нет').waitFor();
  expect([other.errors, await heard(other.page)]).toEqual([[], [['step', { step: 'plans' }]]]);
  await other.context.close();

  const nobody = await openTag('/ru/plans', '', 'ru', undefined);
  await nobody.page.getByText('Войдите, чтобы продолжить.').waitFor();
  expect([nobody.errors, await heard(nobody.page)]).toEqual([[], []]);
  await nobody.context.close();
});
