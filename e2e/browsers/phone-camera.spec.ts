import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchFirefox } from '../support/browsers/firefox.ts';
import { isMissing } from '../support/browsers/missing.ts';
import { launchBrowser, type TestPage } from '../support/chromium.ts';
import { openPhoneStage, says, seeMoving, type PhoneStage } from '../support/phone-camera/phone-stage.ts';
import { until } from '../support/product.ts';
import { storedSession } from '../support/signed-in.ts';

describe.skipIf(isMissing('firefox'))('Firefox', () => {
  let stage: PhoneStage;
  beforeAll(async () => {
    stage = await openPhoneStage(() => launchFirefox());
  });
  afterAll(() => stage?.close());

  /** Makes a phone of a page in Firefox. @param prepare runs in it before anything else */
  async function film(prepare?: () => void): Promise<TestPage & { readonly id: string }> {
    const { product, browser, owner } = stage;
    const { registrationToken } = await owner.client.addCamera.createRegistration();
    const known = (await owner.client.cameras.list()).map(({ id }) => id);
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    if (prepare) await phone.context.addInitScript(prepare);
    await phone.page.goto(`${product.url}/phone-camera#${registrationToken}`);
    await phone.page.getByRole('button', { name: 'Start the camera' }).click();
    await says(phone.page, 'LIVE');
    const { id } = await until(
      'the camera to be online',
      async () => (await owner.client.cameras.list()).find((camera) => camera.state === 'online' && !known.includes(camera.id)),
      30_000,
    );
    return { ...phone, id };
  }
  /** Watches a camera in Chromium until its picture moves. */
  async function watch(id: string): Promise<TestPage> {
    const chromium = await launchBrowser();
    onTestFinished(() => chromium.close());
    const mine = await chromium.newPage({ storageState: storedSession(stage.owner, stage.product.url) });
    await mine.page.goto(`${stage.product.url}/cameras/${id}`);
    await seeMoving(mine.page);
    return mine;
  }

  test('a microphone that never delivers, as while the page’s sound is suspended, keeps the picture from nobody', async () => {
    const phone = await film(() => {
      globalThis.AudioContext = class extends AudioContext {
        constructor(options?: AudioContextOptions) {
          super(options);
          void this.suspend();
        }
        override resume(): Promise<void> {
          return new Promise(() => {});
        }
      };
    });
    const mine = await watch(phone.id);
    expect([...phone.errors, ...mine.errors]).toEqual([]);
    await phone.context.close();
  });

  test('phone-camera: what it films is live in Chromium, and a clip of it is decoded without an error', async () => {
    const { owner } = stage;
    const phone = await film();
    const { id } = phone;
    const mine = await watch(id);

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
