/**
 * Measures a phone as a camera: from opening the link on the phone until its moving picture is on the owner's page, with immediate
 * presses on the phone; and how soon it is back after a reload of the phone's page. Chromium plays both roles, with its fake camera.
 */
import { updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import { getCamera, listCameras } from '@watchpost/contract/endpoints/cameras';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { readPicture } from '../../e2e/support/picture.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { signIn } from '../support/account.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);

const server = await startServer();
const account = await signIn(server);
const person = await signInWithoutPage(server, 'bench@example.test');
const browser = await launchChromium('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream');

const firsts: number[] = [];
const returns: number[] = [];
const confirmations: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const [owner, phone] = await Promise.all([
    browser.newPage({ storageState: storedSession(person, server.url) }),
    browser.newPage({ viewport: { width: 390, height: 844 }, permissions: ['camera', 'microphone'] }),
  ]);
  await owner.page.goto(`${server.url}/cameras/add?step=phone`);
  const link = await owner.page.getByRole('textbox', { name: 'Link for the phone' }).inputValue();

  const openedAt = performance.now();
  await phone.page.goto(link);
  await phone.page.getByRole('button', { name: 'Start the camera' }).click();
  const first = await until('a picture on the owner’s page', () => readPicture(owner.page), 30_000);
  await until('it to move', async () => {
    const picture = await readPicture(owner.page);
    return picture !== null && picture.fingerprint !== first.fingerprint;
  });
  firsts.push((performance.now() - openedAt) / 1000);

  const [camera] = await account.call<Camera[]>(listCameras);
  const id = camera?.id ?? '';
  const before = await account.call<Camera>(getCamera, { params: { id } });
  const reloadedAt = performance.now();
  await phone.page.reload();
  await until(
    'the camera to be back',
    async () => {
      const { state, stateSince } = await account.call<Camera>(getCamera, { params: { id } });
      return state === 'online' && stateSince > before.stateSince;
    },
    30_000,
  );
  returns.push((performance.now() - reloadedAt) / 1000);

  const set = (isMicrophoneOn: boolean): Promise<unknown> =>
    account.call(updateDeviceSettings, { params: { id }, body: { isMicrophoneOn } });
  await until('the control channel', () =>
    set(false).then(
      () => true,
      () => false,
    ),
  );
  const askedAt = performance.now();
  await set(true);
  confirmations.push((performance.now() - askedAt) / 1000);

  await person.client.cameras.remove(id);
  await Promise.all([owner.context.close(), phone.context.close()]);
}

report('phone-to-live', [
  figure('from the link to a moving picture', 's', firsts, { of: 'p95', atMost: 15 }),
  figure('back after a reload of the phone’s page', 's', returns),
  figure('the microphone turned on by the owner, confirmed', 's', confirmations, { of: 'p95', atMost: 1 }),
]);
await browser.close();
await server.dispose();
process.exit();
