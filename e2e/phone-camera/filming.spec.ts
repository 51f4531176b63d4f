import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestBrowser } from '../support/chromium.ts';
import { openPhoneStage, says, seeMoving, type PhoneStage } from '../support/phone-camera/phone-stage.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { storedSession, type Person } from '../support/signed-in.ts';

let stage: PhoneStage;
let product: RunningProduct;
let browser: TestBrowser;
let owner: Person;
let asPhone: PhoneStage['asPhone'];

beforeAll(async () => {
  stage = await openPhoneStage();
  ({ product, browser, owner, asPhone } = stage);
});
afterAll(() => stage?.close());

/** Waits until a camera is live; a failure says what its page shows and what the server knows of it. */
async function seeOnline(id: string, page: Page): Promise<void> {
  await until('the camera to be online', async () => (await owner.client.cameras.get(id)).state === 'online', 30_000).catch(
    async (cause: unknown) => {
      throw new Error(
        `The camera is not online. The phone shows: ${await page.locator('body').innerText()}\nThe server: ${product.log().slice(-2000)}`,
        { cause },
      );
    },
  );
}

test('a phone becomes a camera by a link, is live with sound, resumes after a reload, and stops when it is removed', async () => {
  const [mine, phone] = await Promise.all([browser.newPage({ storageState: storedSession(owner, product.url) }), asPhone()]);
  await mine.page.goto(`${product.url}/cameras/add`);
  await mine.page.getByRole('button', { name: /^Smartphone/ }).click();
  await mine.page.getByRole('heading', { name: 'Open this link on the phone' }).waitFor();
  await mine.page.getByRole('img', { name: /^QR code/ }).waitFor();
  const link = await mine.page.getByRole('textbox', { name: 'Link for the phone' }).inputValue();
  // Nothing of the token goes to a server, or into its log, by opening the link.
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/phone-camera#[\w-]{16,}$/);

  await phone.page.goto(link);
  await phone.page.getByRole('heading', { name: 'Make this phone a camera' }).waitFor();
  await phone.page.getByRole('button', { name: 'Start the camera' }).click();
  await says(phone.page, 'LIVE');
  expect(phone.page.url()).toBe(`${product.url}/phone-camera`);

  await mine.page.getByRole('heading', { name: 'The phone is a camera now' }).waitFor();
  await mine.page.getByRole('textbox', { name: 'Name' }).fill('Hall');
  await mine.page.getByRole('button', { name: 'Done' }).click();
  await mine.page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await seeMoving(mine.page);
  const [camera] = await owner.client.cameras.list();
  const id = camera?.id ?? '';
  expect(camera).toMatchObject({ title: 'Hall', platform: 'Mobile', state: 'online' });
  const playlist = (): Promise<string> =>
    owner.client.http.request(`${product.url}/public/api/v3/cameras/${id}/live/index.m3u8`, { read: (answer) => answer.text() });
  /** The newest init section: sound may begin after the picture. */
  const section = async (): Promise<Buffer> => {
    const init = [...(await playlist()).matchAll(/#EXT-X-MAP:URI="([^"]+)"/g)].at(-1)?.[1] ?? '';
    const url = new URL(init, `${product.url}/public/api/v3/cameras/${id}/live/`).href;
    return Buffer.from(await owner.client.http.request(url, { read: (answer) => answer.arrayBuffer() }));
  };
  await until('live with sound', async () => (await section().catch(() => Buffer.alloc(0))).includes('mp4a'));

  // Remotely: it reports its power supply, and does what its owner asks for.
  await until('the battery level', async () => (await owner.client.cameras.get(id)).battery !== undefined, 30_000);
  expect((await owner.client.cameraSettings.updateDevice(id, { isMicrophoneOn: false })).settings).toMatchObject({ isMicrophoneOn: false });
  await phone.page.getByRole('button', { name: 'Turn the microphone on' }).click();
  await phone.page.getByRole('button', { name: 'Turn the microphone off' }).waitFor();

  // A link is for one phone.
  const other = await asPhone();
  await other.page.goto(link);
  await other.page.getByRole('button', { name: 'Start the camera' }).click();
  await other.page.getByText('This registration was used already').waitFor();

  await phone.page.reload();
  await says(phone.page, 'LIVE');
  await phone.page.getByRole('button', { name: 'Stop the camera' }).click();
  await phone.page.getByRole('heading', { name: 'The camera is off' }).waitFor();
  await until('the camera to be offline', async () => (await owner.client.cameras.get(id)).state === 'offline', 30_000);
  await phone.page.getByRole('button', { name: 'Start the camera' }).click();
  await says(phone.page, 'LIVE');
  await seeOnline(id, phone.page);

  await owner.client.cameras.remove(id);
  await phone.page.getByRole('heading', { name: 'The camera was removed' }).waitFor();
  expect(await phone.page.evaluate(() => localStorage.getItem('watchpost:phone-camera'))).toBe(null);
  for (const each of [mine, phone, other]) expect([...(await each.violations()), ...each.errors]).toEqual([]);
  expect(product.log()).not.toContain(link.split('#')[1]);
});
