import { join } from 'node:path';
import type { Client } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { createOwner } from '../support/owner.ts';
import { seeMoving } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startSite } from '../support/site.ts';
import { installProjects, type Projects } from './projects.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let projects: Projects;
let product: Product;
let browser: TestBrowser;
let owner: Client;

beforeAll(async () => {
  projects = await installProjects({ strict: { from: 'e2e/consumers/strict' } });
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1' }), launchBrowser()]);
  owner = await createOwner(product);
}, atMost(400_000));
afterAll(async () => {
  await browser?.close();
  owner?.dispose();
  await product?.dispose();
  projects?.dispose();
});

test('elements and sdk-core from their tarballs name cameras and show them, under a policy with Trusted Types', async () => {
  const cameras = await until('the demo cameras', async () => {
    const list = await owner.cameras.list();
    return list.length === 3 && list.every(({ state }) => state === 'online') && list;
  });
  await projects.build('strict');
  const site = await startSite(join(projects.folder, 'strict/dist'));
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `connect-src ${product.url} ${product.url.replace('http', 'ws')}`,
    'media-src blob:',
    'img-src blob:',
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  const markup = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Strict</title><script type="module" src="/main.js"></script>';
  site.page('/', markup, { 'content-security-policy': policy.join('; ') });
  const cameraIds = cameras.map(({ id }) => id);
  const { token } = await owner.embeds.createToken({ cameraIds, origins: [site.origin], archive: { kind: 'all' } });

  const { page, context, errors, violations } = await browser.newPage();
  const query = new URLSearchParams([['server', product.url], ...cameraIds.map((id) => ['camera', id])]);
  await page.goto(`${site.origin}/?${query}#${token}`);
  await seeMoving(page);
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(cameras.map(({ title }) => title));
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
  site.close();
});
