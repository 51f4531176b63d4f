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

test('an old browser without a frame encoder publishes with its recorder', async () => {
  const [{ registrationToken }, mine, phone] = await Promise.all([
    owner.client.addCamera.createRegistration(),
    browser.newPage({ storageState: storedSession(owner, product.url) }),
    asPhone(),
  ]);
  // What Safari lacked until iOS 16.4: its pictures come out of the recorder, its sound out of a worklet.
  await phone.context.addInitScript(() => {
    for (const name of ['VideoEncoder', 'AudioEncoder', 'MediaStreamTrackProcessor']) Reflect.deleteProperty(globalThis, name);
  });
  await phone.page.goto(`${product.url}/phone-camera#${registrationToken}`);
  await phone.page.getByRole('button', { name: 'Start the camera' }).click();
  await says(phone.page, 'LIVE');
  const camera = await until(
    'the camera to be online',
    async () => (await owner.client.cameras.list()).find(({ state }) => state === 'online'),
    30_000,
  );
  await mine.page.goto(`${product.url}/cameras/${camera.id}`);
  await seeMoving(mine.page);
  for (const each of [mine, phone]) expect([...(await each.violations()), ...each.errors]).toEqual([]);
});

test('an encoder that hangs is replaced: the camera is opened again', async () => {
  const [{ registrationToken }, phone] = await Promise.all([owner.client.addCamera.createRegistration(), asPhone()]);
  const before = new Set((await owner.client.cameras.list()).map(({ id }) => id));
  await phone.context.addInitScript(() => {
    // The first encoder takes every frame, and returns nothing.
    const hanging = new Set<VideoEncoder>();
    const { encode } = VideoEncoder.prototype;
    VideoEncoder.prototype.encode = function (...args) {
      if (hanging.size === 0) hanging.add(this);
      if (!hanging.has(this)) encode.apply(this, args);
    };
  });
  await phone.page.goto(`${product.url}/phone-camera#${registrationToken}`);
  await phone.page.getByRole('button', { name: 'Start the camera' }).click();
  await says(phone.page, 'LIVE');
  await until(
    'the camera to be online',
    async () => (await owner.client.cameras.list()).some(({ id, state }) => !before.has(id) && state === 'online'),
    30_000,
  );
  expect([...(await phone.violations()), ...phone.errors]).toEqual([]);
});
