import type { Invite } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { ageOf, maxLiveAgeMs, readPicture } from '../support/picture.ts';
import { until } from '../support/product.ts';
import { createLink, laterToday, linkPath, type LinkOptions } from '../support/sharing.ts';
import { openSharingStage, type SharingStage } from '../support/sharing/sharing-stage.ts';

// What users and guests of a link see while they watch: its limits, in pictures that move.
let stage: SharingStage;

beforeAll(async () => {
  stage = await openSharingStage();
});
afterAll(() => stage?.close());

const createInvite = (options: LinkOptions): Promise<Invite> => createLink(stage.owner, [stage.cameraId], options);

async function openGuest(invite: Invite) {
  const view = await stage.browser.newPage();
  await view.page.goto(stage.product.url + linkPath(invite));
  await view.page.getByRole('button', { name: 'Watch as guest' }).click();
  await view.page.waitForURL('**/guest/**');
  return view;
}

test('a viewer too many reads why there is no picture, and gets in by themselves when another leaves', async () => {
  const invite = await createInvite({ maxViewers: 1, allowsGuests: true });
  const first = await stage.openInvited('first@example.test', invite);
  await first.page.goto(stage.cameraUrl);
  await seeLive(first.page);
  const second = await stage.openInvited('second@example.test', invite);
  await second.page.goto(stage.cameraUrl);
  await second.page.getByText('All viewer places are taken', { exact: true }).waitFor();
  await second.page.getByText('The video starts by itself when someone stops watching.', { exact: true }).waitFor();
  // The first viewer is not disturbed.
  await seeLive(first.page);
  await first.context.close();
  await seeLive(second.page, 90_000);

  const guest = await openGuest(invite);
  await guest.page.getByText('Too many viewers', { exact: true }).waitFor();
  await second.context.close();
  await seeLive(guest.page, 90_000);
  expect(await guest.page.getByText('Too many viewers', { exact: true }).count()).toBe(0);
  await guest.context.close();
});

test('outside the hours there is an explanation instead of a picture, also for a viewer who was watching', async () => {
  const dailyWindow = await laterToday(stage.owner, stage.cameraId);
  const guest = await openGuest(await createInvite({ dailyWindow, allowsGuests: true }));
  await guest.page.getByText('Closed at this hour').waitFor();
  await guest.page.getByText(/^This camera opens to you at .+\. The picture starts by itself\.$/).waitFor();
  await guest.context.close();

  const { page, context, customerId } = await stage.openUser('hours@example.test');
  await page.goto(stage.cameraUrl);
  await seeLive(page);
  await stage.owner.sharing.updateCameraUser(stage.cameraId, customerId, { dailyWindow });
  await page.getByRole('heading', { name: /^Closed until \d/ }).waitFor();
  await page.getByText(/^You can watch this camera every day from .+ For other hours, ask owner@example\.test\.$/).waitFor();
  await context.close();
});

test('a watermark that the owner switches on comes over a running picture', async () => {
  const { page, context, customerId } = await stage.openUser('marked@example.test');
  await page.goto(stage.cameraUrl);
  await seeLive(page);
  expect(await page.locator('.wp-watermark').count()).toBe(0);
  await stage.owner.sharing.updateCameraUser(stage.cameraId, customerId, { hasWatermark: true });
  await page.locator('.wp-watermark').waitFor();
  await seeLive(page);
  await context.close();
});

test('a guest with the archive plays it', async () => {
  await until('footage', async () => {
    const { oldest, newest } = await stage.owner.archive.footage(stage.cameraId, { from: Date.now() - 3_600_000, to: Date.now() });
    return oldest !== null && newest !== null && newest - oldest > 40_000;
  });
  const { page, context, errors, violations } = await openGuest(await createInvite({ allowsGuests: true }));
  await seeLive(page);
  for (let press = 0; press < 5; press += 1) await page.getByRole('button', { name: 'Back 5 seconds' }).click();
  const ages = (): Promise<number | null> => readPicture(page).then((picture) => picture && ageOf(picture));
  const clock = (): Promise<number | null> => readPicture(page).then((picture) => picture?.burnt ?? null);
  await until('an old picture', async () => Number(await ages()) > 2 * maxLiveAgeMs);
  const before = await clock();
  await until('it to play', async () => Number(await clock()) > Number(before));
  expect(await ages()).toBeGreaterThan(maxLiveAgeMs);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('the viewer’s address lies over the moving picture, moves, and comes back when it is taken away', async () => {
  const { page, context } = await stage.openUser('marked@example.test', { hasWatermark: true });
  await keepDrawnTexts(page);
  await page.goto(stage.cameraUrl);
  await seeLive(page);
  const mark = page.locator('.wp-watermark');
  const [area, picture] = await Promise.all([mark.boundingBox(), page.locator('video').first().boundingBox()]);
  if (!area || !picture) throw new Error('The page shows no watermark, or no picture.');
  expect([area.x <= picture.x, area.y <= picture.y]).toEqual([true, true]);
  expect([area.x + area.width >= picture.x + picture.width, area.y + area.height >= picture.y + picture.height]).toEqual([true, true]);
  expect(await page.evaluate(() => document.documentElement.dataset['drawn'])).toContain('marked@example.test');
  const place = async (): Promise<number | undefined> => (await mark.boundingBox())?.x;
  await until('the watermark to move', async () => (await place()) !== area.x);
  await mark.evaluate((element) => element.remove());
  await mark.waitFor();
  await mark.evaluate((element) => {
    element.style.opacity = '0';
  });
  await until('a watermark that can be seen', () => mark.evaluate((element) => getComputedStyle(element).opacity === '1'));
  await seeLive(page);
  await context.close();
});

/** Keeps what the page draws as text: the address is in no element. */
function keepDrawnTexts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const draw = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function keeping(this: CanvasRenderingContext2D, ...drawn) {
      document.documentElement.dataset['drawn'] = drawn[0];
      draw.apply(this, drawn);
    };
  });
}
