import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readClock } from '../rig/burnt-clock.ts';
import type { TestPage } from '../support/chromium.ts';
import { seeLive } from '../support/journeys.ts';
import { ageOf, readPicture, standingClock } from '../support/picture.ts';
import { findings, openPlayer, stageOf, zoomOf } from '../support/player/player-page.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

declare global {
  interface HTMLElementTagNameMap {
    /** What this spec asks of the element. */
    'watchpost-camera': HTMLElement & {
      readonly player: {
        readonly controller: Readonly<Record<'transport' | 'quality', { readonly value: string | null }>> & {
          readonly state: { readonly value: { readonly kind: string } };
        };
      } | null;
    };
  }
}

let shop: Shop;
let view: TestPage;

beforeAll(async () => {
  shop = await openShop();
  view = await openPlayer(shop, { viewport: { width: 1000, height: 760 }, timezoneId: 'America/New_York' });
});
afterAll(() => shop?.close());

/** How far a zone's clock is ahead of UTC now, ms. */
function offsetOf(timeZone: string): number {
  const now = Math.floor(Date.now() / 1000) * 1000;
  return new Date(`${new Date(now).toLocaleString('sv-SE', { timeZone }).replace(' ', 'T')}Z`).getTime() - now;
}

test('a snapshot is the picture on the screen: its name has the camera’s time, its pixels have its clock', async () => {
  const { page } = view;
  const shown = await until('a clock', async () => (await readPicture(page))?.burnt);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('s')]);
  expect(download.suggestedFilename()).toMatch(/^Yard \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d[+-]\d{4}\.png$/);
  await page.getByText('Snapshot saved').waitFor();
  const file = (await readFile(await download.path())).toString('base64');
  const { strip, width, height } = await page.evaluate(async (png) => {
    const picture = await createImageBitmap(
      new Blob([Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0)], { type: 'image/png' }),
    );
    const canvas = new OffscreenCanvas(picture.width, 4);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0, picture.width, Math.floor(picture.height / 15), 0, 0, picture.width, 4);
    return { width: picture.width, height: picture.height, strip: [...(context?.getImageData(0, 2, picture.width, 1).data ?? [])] };
  }, file);
  expect([width, height]).toEqual([1280, 720]);
  const saved = readClock(Uint8ClampedArray.from(strip), width, 1);
  expect(saved).not.toBeNull();
  expect(((saved ?? 0) - shown) | 0).toBeGreaterThanOrEqual(0);
  // The name is the moment of the picture by the camera's clock, whatever the viewer's.
  const [, day, time, offset] = /(\S+) (\S+)([+-]\d{4})\.png$/.exec(download.suggestedFilename()) ?? [];
  const { timeZone } = await shop.owner.cameras.get(shop.cameraId);
  const minutes = Number(offset?.slice(0, 3)) * 60 + Number(`${offset?.[0]}${offset?.slice(3)}`);
  expect(minutes * 60_000).toBe(offsetOf(timeZone));
  const local = new Date(new Date(`${day}T${time?.replaceAll('.', ':')}Z`).getTime() - offsetOf(timeZone));
  const apart = (local.getTime() - (saved ?? 0)) % 2 ** 32;
  // A wrong zone would be hours away.
  expect(Math.abs(apart | 0)).toBeLessThan(60_000);
});

test('zoom: wheel, drag, keys and double click move only the picture; the map moves the view; Escape shows the whole picture', async () => {
  const { page } = view;
  const box = await stageOf(page).boundingBox();
  if (!box) throw new Error('There is no stage.');
  const [x, y] = [box.x + box.width * 0.25, box.y + box.height * 0.5];
  const edges = (): Promise<{ left: number; top: number }> =>
    page
      .locator('.wp-picture')
      .evaluate((picture) => ({ left: picture.getBoundingClientRect().left, top: picture.getBoundingClientRect().top }));
  await page.mouse.move(x, y);
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -200);
  await until('the picture to be enlarged', async () => (await zoomOf(page)) > 3);
  await page.locator('.wp-map').waitFor();
  // A quarter from the left stays a quarter from the left.
  const grown = await zoomOf(page);
  expect((await edges()).left).toBeCloseTo(x - (x - box.x) * grown, 0);

  const before = await edges();
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 30, { steps: 4 });
  await page.mouse.up();
  const after = await edges();
  expect(after.left - before.left).toBeCloseTo(-60, 0);
  expect(after.top - before.top).toBeCloseTo(-30, 0);

  await page.locator('.wp-map').click({ position: { x: 140, y: 76 } });
  expect((await edges()).left).toBeCloseTo(box.x + box.width - box.width * grown, 0);
  await stageOf(page).focus();
  await page.keyboard.press('ArrowLeft');
  expect((await edges()).left).toBeGreaterThan(box.x + box.width - box.width * grown + 20);
  await page.keyboard.press('Escape');
  expect(await zoomOf(page)).toBe(1);
  expect(await page.locator('.wp-map').count()).toBe(0);
  await page.mouse.dblclick(x, y);
  expect(await zoomOf(page)).toBe(2.5);
  await page.mouse.dblclick(x, y);
  expect(await zoomOf(page)).toBe(1);
  expect((await page.locator('.wp-bar').boundingBox())?.width).toBe(box.width);

  // On the way through a long page the wheel belongs to the page.
  await page.evaluate(() => {
    document.body.style.paddingBottom = '2000px';
    scrollTo(0, 150);
  });
  await page.getByLabel('Search').focus();
  await page.evaluate(() => scrollTo(0, 150));
  await page.mouse.move(x, y - 150);
  await page.mouse.wheel(0, -60);
  await until('the page to scroll', () => page.evaluate(() => scrollY < 150));
  expect(await zoomOf(page)).toBe(1);
  await page.evaluate(() => {
    document.body.style.paddingBottom = '';
    scrollTo(0, 0);
  });
});

test('full screen holds the controls and their menus', async () => {
  const { page } = view;
  await stageOf(page).focus();
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Exit full screen' }).waitFor();
  expect(await page.evaluate(() => document.querySelector('watchpost-camera')?.shadowRoot?.fullscreenElement?.className)).toContain(
    'wp-player',
  );
  await page.getByRole('button', { name: /^Quality/ }).click();
  await page.getByRole('menuitemradio', { name: 'High' }).click();
  await until('the full stream', () =>
    page.evaluate(() => document.querySelector('watchpost-camera')?.player?.controller.quality.value === 'high'),
  );
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Full screen' }).waitFor();
});

test('keys: the map, the statistics, a marked clip; a text field of the page keeps its keys', async () => {
  const { page } = view;
  await page.evaluate(() =>
    document.addEventListener('watchpost-mark', (event) =>
      Object.assign(globalThis, { marked: (event as CustomEvent<{ time: number }>).detail.time }),
    ),
  );
  const shown = await until('a picture with a clock', async () => {
    const picture = await readPicture(page);
    const age = picture && ageOf(picture);
    return picture && age !== null && { at: picture.now - age };
  });
  await page.keyboard.press('e');
  const marked = await until('the mark', () => page.evaluate(() => (globalThis as unknown as { marked?: number }).marked));
  const later = await until('a picture with a clock', async () => {
    const picture = await readPicture(page);
    const age = picture && ageOf(picture);
    return picture && age !== null && picture.now - age;
  });
  // The moment of the picture that was shown then, as exactly as the camera's clock is known.
  expect(marked).toBeGreaterThan(shown.at - 3_000);
  expect(marked).toBeLessThan(later + 3_000);
  await page.keyboard.press('i');
  const statistics = page.getByRole('region', { name: 'Statistics' });
  await until('figures', async () =>
    /Transport(WebSocket|WebRTC|LL-HLS).*Resolution1280 × 720.*Buffer\d+ ms/.test((await statistics.textContent()) ?? ''),
  );
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('i');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await keys.waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('k');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });
  await page.getByLabel('Search').fill('');
  await page.keyboard.type('kslive 0?');
  expect(await page.getByLabel('Search').inputValue()).toBe('kslive 0?');
  expect(await page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  await seeLive(page);
});

test('picture in picture, of a video and of a canvas, opened and closed by P', async () => {
  const { page } = view;
  await stageOf(page).focus();
  const shown = (): Promise<string | null> =>
    page.evaluate(() => {
      const video = document.querySelector('watchpost-camera')?.shadowRoot?.pictureInPictureElement;
      return video instanceof HTMLVideoElement ? (video.srcObject ? 'canvas' : 'video') : null;
    });
  await page.keyboard.press('p');
  await until('the small window', async () => (await shown()) === 'video');
  await page.keyboard.press('p');
  await until('it to close', async () => (await shown()) === null);

  const transport = (name: string): Promise<void> =>
    page.evaluate((value) => document.querySelector('watchpost-camera')?.setAttribute('transport', value), name);
  await transport('webcodecs');
  await until('a picture on the canvas', () =>
    page.evaluate(
      () =>
        document.querySelector('watchpost-camera')?.player?.controller.transport.value === 'webcodecs' &&
        document.querySelector('watchpost-camera')?.player?.controller.state.value.kind === 'live',
    ),
  );
  await page.keyboard.press('p');
  await until('the small window of the canvas', async () => (await shown()) === 'canvas');
  await page.keyboard.press('p');
  await until('it to close again', async () => (await shown()) === null);
  expect(await page.evaluate(() => document.querySelector('watchpost-camera')?.shadowRoot?.querySelectorAll('video').length)).toBe(1);
  await transport('auto');
  await seeLive(page);
});

test('recordings: speeds by menu and by key, single frames forward and back by the burnt-in clock, and back to live', async () => {
  const { page } = view;
  await until(
    'ten seconds of footage',
    async () => {
      const { oldest, newest } = await shop.owner.archive.footage(shop.cameraId, { from: Date.now() - 120_000, to: Date.now() });
      return oldest !== null && newest !== null && newest - oldest > 12_000;
    },
    60_000,
  );
  await stageOf(page).focus();
  await page.keyboard.press('j');
  await page.getByText(/^Recorded/).waitFor();
  await until('a recorded picture', async () => {
    const picture = await readPicture(page);
    const age = picture && ageOf(picture);
    return age !== null && age > 4_000;
  });
  await page.getByRole('button', { name: 'Speed, 1×' }).click();
  // A partner's light colours do not reach what lies over the picture.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.style.setProperty('--wp-ink', '#101010'));
  expect(await findings(page)).toEqual([]);
  await page.getByRole('menuitemradio', { name: '½×' }).click();
  await page.getByRole('button', { name: 'Speed, ½×' }).waitFor();
  await until('the video to be slow', () =>
    page.evaluate(() => document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video')?.playbackRate === 0.5),
  );
  await page.keyboard.press('Shift+Period');
  await page.getByRole('button', { name: 'Speed, 1×' }).waitFor();

  await page.keyboard.press('k');
  await page.getByRole('button', { name: 'Play' }).waitFor();
  const start = await standingClock(page);
  const moved = async (key: string, from: number): Promise<number> => {
    await page.keyboard.press(key);
    return (
      (await until(`another frame by ${key}`, async () => {
        const now = await standingClock(page);
        return now !== from && now;
      })) - from
    );
  };
  // A key frame would be two seconds away. Back is the very same frame.
  const on = await moved('.', start);
  expect(on).toBeGreaterThan(20);
  expect(on).toBeLessThan(1_900);
  expect(await moved(',', start + on)).toBe(-on);
  await page.keyboard.press('0');
  await seeLive(page);
});

test('without pointer movement only the time stays visible; any movement shows the controls again', async () => {
  const { page } = view;
  await stageOf(page).focus();
  await page.keyboard.press('0');
  await page.getByText(/^LIVE/).first().waitFor();
  await page.getByLabel('Search').focus();
  await page.mouse.move(5, 750);
  const opacity = (name: RegExp): Promise<string> =>
    page.getByRole('button', { name }).evaluate((button) => getComputedStyle(button).opacity);
  await until('the controls to step back', async () => (await opacity(/Full screen/)) === '0');
  expect(await page.locator('.wp-tag').evaluate((tag) => getComputedStyle(tag).opacity)).toBe('1');
  await stageOf(page).hover();
  await until('the controls to be there', async () => (await opacity(/Full screen/)) === '1');
});

test('the strict policy refused nothing and the page reported no error', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
