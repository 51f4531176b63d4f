import type { Page } from 'playwright-core';
import type { Product } from './product.ts';

/** A screen of the product and how to come to it; the pictures and the accessibility test share them. */
export interface Screen {
  readonly name: string;
  readonly isPublic?: boolean;
  /** Brings the page to the state to be shown. */
  readonly open: (page: Page, product: Product, cameraId: string) => Promise<void>;
}

const settle = (page: Page, ms: number): Promise<void> => page.waitForTimeout(ms);

export const screens: readonly Screen[] = [
  { name: 'sign-in', isPublic: true, open: async (page, { url }) => void (await page.goto(`${url}/signin`, { waitUntil: 'networkidle' })) },
  {
    name: 'sign-in-code',
    isPublic: true,
    open: async (page, { url }) => {
      await page.goto(`${url}/signin`, { waitUntil: 'networkidle' });
      // An address of its own for each picture: the limits of the sign-in hold here too.
      await page.locator('input[type=email], input[autocomplete=email]').first().fill(`anna.${Math.random().toString(36).slice(2, 8)}@example.test`);
      await page.keyboard.press('Enter');
      await page.locator('input[autocomplete=one-time-code]').waitFor();
      await page.keyboard.type('4081');
    },
  },
  { name: 'dashboard', open: async (page, { url }) => { await page.goto(url); await settle(page, 2500); } },
  { name: 'add-camera', open: async (page, { url }) => void (await page.goto(`${url}/cameras/add`, { waitUntil: 'networkidle' })) },
  { name: 'camera-live', open: async (page, { url }, id) => { await page.goto(`${url}/cameras/${id}`); await settle(page, 3000); } },
  { name: 'camera-archive', open: async (page, { url }, id) => { await page.goto(`${url}/cameras/${id}?t=${Date.now() - 20_000}`); await settle(page, 3000); } },
  {
    name: 'camera-menu',
    open: async (page, { url }, id) => {
      await page.goto(`${url}/cameras/${id}`);
      await page.locator('.camera-head [aria-haspopup]').first().click();
      await page.getByRole('menu').waitFor();
      await settle(page, 1500);
    },
  },
  {
    name: 'camera-rename',
    open: async (page, { url }, id) => {
      await page.goto(`${url}/cameras/${id}`);
      await page.locator('.camera-head [aria-haspopup]').first().click();
      await page.getByRole('menuitem').first().click();
      await page.getByRole('dialog').waitFor();
      await settle(page, 1500);
    },
  },
  { name: 'not-found', open: async (page, { url }) => void (await page.goto(`${url}/no-such-page`, { waitUntil: 'networkidle' })) },
];
