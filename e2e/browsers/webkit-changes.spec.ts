import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordCamera, type RecordedCamera } from '../support/archive/archive-stage.ts';
import { seekInClip, seeksAcrossTheChange, soughtAcrossTheChange } from '../support/archive/clip-seeks.ts';
import { isMissing } from '../support/browsers/missing.ts';
import { signInWithWebKit } from '../support/browsers/webkit-sign-in.ts';
import { launchWebKit, type WebKitPage } from '../support/browsers/webkit.ts';
import { readPicture } from '../support/picture.ts';
import { until } from '../support/product.ts';

describe.skipIf(isMissing('webkit'))('WebKit: a change of picture size', () => {
  let recorded: RecordedCamera;
  let page: WebKitPage;
  /** When the picture becomes twice as large, Unix ms. */
  let change: number;
  beforeAll(async () => {
    [recorded, page] = await Promise.all([recordCamera({ changesPicture: true }), launchWebKit()]);
    change = recorded.first.from + 120_000;
    await signInWithWebKit(page, recorded.product, 'owner@example.test');
  });
  afterAll(async () => {
    await page?.close();
    await recorded?.close();
  });

  test('a clip across it seeks behind it and back, and plays over it', async () => {
    const { person, cameraId } = recorded;
    const url = person.client.archive.clipUrl(cameraId, { from: change - 20_500, to: change + 20_000 });
    const token = await person.client.session.accessToken();
    expect(await page.evaluate(seekInClip, { url, token, ...seeksAcrossTheChange })).toEqual(soughtAcrossTheChange);
  });

  test('the archive seeks across it, in both directions', async () => {
    const seeWidth = (width: number): Promise<unknown> =>
      until(`a picture of ${width}`, async () => (await readPicture(page))?.width === width);
    await page.goto(`${recorded.product.url}/cameras/${recorded.cameraId}?t=${change - 4000}`);
    await seeWidth(320);
    await page.evaluate(() => document.querySelector<HTMLElement>('.wp-player')?.focus());
    // Paused, so that it does not simply play across; each key moves ten seconds.
    await page.keys('k');
    await page.keys('l');
    await seeWidth(640);
    await page.keys('j');
    await seeWidth(320);
    await page.keys('l');
    await seeWidth(640);
  });
});
