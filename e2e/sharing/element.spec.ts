import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDialog } from '../support/journeys.ts';
import type { TestPage } from '../support/chromium.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { createLink } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';
import { signedIn } from '../support/signed-in.ts';

let stage: SharingStage;
/** Pages of the operator's own site, which has the server behind the same origin: only there a user of the server is signed in. */
let site: Proxy;

beforeAll(async () => {
  stage = await openSharingStage();
  site = await startProxy(stage.product.url);
});
afterAll(async () => {
  site?.close();
  await stage?.close();
});

/** What the element reports, and the link it is about. */
type Report = readonly [type: string, url: string | null];

/** As the guide states it: the player's, without media. */
const policy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src blob:; require-trusted-types-for 'script'; trusted-types 'none'";

/** Opens a page of the site with nothing but the tag, for a user who has signed in there. */
async function openTag(path: string, attributes: string): Promise<TestPage> {
  const script = '<script type="module" src="/embed/watchpost-share.js"></script>';
  const tag = `<watchpost-share ${attributes}></watchpost-share>`;
  const body = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Site</title>${script}<button>Share</button>${tag}</html>`;
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy };
  site.rule(path, () => ({ status: 200, headers, body }));
  const view = await stage.browser.newPage({ storageState: await signedIn(stage.product, 'owner@example.test', site.url) });
  await view.page.goto(`${site.url}${path}`);
  await view.page.evaluate(() => {
    const reports: [string, string | null][] = [];
    Object.assign(globalThis, { reports });
    for (const type of ['watchpost-share-created', 'watchpost-share-updated', 'watchpost-share-close'])
      document.addEventListener(type, (event) => reports.push([type, event instanceof CustomEvent ? (event.detail?.url ?? null) : null]));
    document.querySelector('button')?.addEventListener('click', () => document.querySelector('watchpost-share')?.setAttribute('open', ''));
  });
  return view;
}

const reportsOf = (page: Page): Promise<readonly Report[]> => page.evaluate(() => (globalThis as unknown as { reports: Report[] }).reports);

test('one tag on a page of the server’s origin, under a policy with Trusted Types: a link is created, and the page gets it', async () => {
  const { page, errors, violations, context } = await openTag('/shop/create', `camera-ids="${stage.cameraId}"`);
  const opener = page.getByRole('button', { name: 'Share' });
  await opener.click();
  const dialog = openDialog(page);
  await dialog.getByText('Yard').first().waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = await dialog.getByLabel('Link', { exact: true }).inputValue();
  const [invite] = await stage.owner.sharing.invites();
  expect(invite?.cameras.map(({ id }) => id)).toEqual([stage.cameraId]);
  expect(link.split('/s/')[1]).toBe(invite?.token);
  await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await reportsOf(page)).toEqual([
    ['watchpost-share-created', `http://${link}`],
    ['watchpost-share-close', null],
  ]);
  // The focus is where it was, and the attribute says that the dialog is closed.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Share');
  expect(await page.locator('watchpost-share[open]').count()).toBe(0);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('a link of the user is edited, in Russian', async () => {
  const invite = await createLink(stage.owner, [stage.cameraId], { label: 'Courier' });
  const { page, errors, violations, context } = await openTag('/shop/edit', 'locale="ru"');
  await page.evaluate((given) => Object.assign(document.querySelector('watchpost-share') ?? {}, { invite: given, open: true }), invite);
  const dialog = openDialog(page);
  await dialog.getByLabel('Название').fill('Курьер');
  await dialog.getByRole('button', { name: 'Обновить ссылку' }).click();
  await expect.poll(() => reportsOf(page)).toContainEqual(['watchpost-share-updated', `${site.url}/s/${invite.token}`]);
  expect((await stage.owner.sharing.invites()).find(({ id }) => id === invite.id)?.label).toBe('Курьер');
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});
