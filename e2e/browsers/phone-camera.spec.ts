import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchFirefox } from '../support/browsers/firefox.ts';
import { isMissing } from '../support/browsers/missing.ts';
import { launchBrowser } from '../support/chromium.ts';
import { openPhoneStage, says, seeMoving, type PhoneStage } from '../support/phone-camera/phone-stage.ts';
import { until } from '../support/product.ts';
import { storedSession } from '../support/signed-in.ts';

describe.skipIf(isMissing('firefox'))('Firefox', () => {
  let stage: PhoneStage;
  beforeAll(async () => {
    stage = await openPhoneStage(() => launchFirefox());
  });
  afterAll(() => stage?.close());

  test('phone-camera: what it films is live in Chromium, and a clip of it is decoded without an error', async () => {
    const { product, browser, owner } = stage;
    const { registrationToken } = await owner.client.addCamera.createRegistration();
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await phone.page.goto(`${product.url}/phone-camera#${registrationToken}`);
    await phone.page.getByRole('button', { name: 'Start the camera' }).click();
    await says(phone.page, 'LIVE');
    const { id } = await until(
      'the camera to be online',
      async () => (await owner.client.cameras.list()).find(({ state }) => state === 'online'),
      30_000,
    );
    const chromium = await launchBrowser();
    onTestFinished(() => chromium.close());
    const mine = await chromium.newPage({ storageState: storedSession(owner, product.url) });
    await mine.page.goto(`${product.url}/cameras/${id}`);
    await seeMoving(mine.page);

    const range = await until(
      'some seconds of footage',
      async () => {
        const [recording] = (await owner.client.archive.footage(id, { from: Date.now() - 600_000, to: Date.now() })).recordings;
        return recording && recording.to - recording.from > 5000 && { from: recording.from, to: recording.to };
      },
      60_000,
    );
    const { file } = await owner.client.archive.clip(id, range);
    const input = new Uint8Array(await file.arrayBuffer());
    const decoded = spawnSync('ffmpeg', ['-v', 'error', '-i', '-', '-map', '0:v', '-fps_mode', 'vfr', '-f', 'null', '-'], { input });
    expect([decoded.status, decoded.stderr.toString()]).toEqual([0, '']);
    expect([...phone.errors, ...mine.errors]).toEqual([]);
  });
});
