import type { Screen, View } from './screen.ts';

/** The camera is on a cable: the code without a Wi-Fi. */
async function showCode({ page }: View): Promise<void> {
  await page.locator('.add-step > .wp-button-quiet').click();
  await page.locator('.qr-code').waitFor();
}

const discovered = [
  { address: 'http://192.168.1.64:80/onvif/device_service', name: 'Northgate', model: 'NG-2143G2', isAdded: false },
  { address: 'http://192.168.1.65:8000/onvif/device_service', name: 'Loading bay, the gate behind the shed', model: 'IPC', isAdded: true },
  { address: 'http://192.168.1.66/onvif/device_service', name: '', model: '', isAdded: false },
];
const device = { manufacturer: 'Northgate', model: 'NVR-8', hasLowStream: true };
const tracks = [{ kind: 'video', encoding: 'H264', playable: true, width: 2560, height: 1440 }];
const channels = [
  { channel: '1', width: 2560, height: 1440, isAdded: true },
  { channel: '2', width: 1920, height: 1080, isAdded: false },
  { channel: '3', width: 0, height: 0, isAdded: false },
];

/** A network with cameras: those of the machine that takes the pictures are nobody's business. */
async function searchNetwork({ page }: View): Promise<void> {
  await page.route('**/registrations/discovery', (route) => route.fulfill({ json: { isAvailable: true, cameras: discovered } }));
  await page.route('**/registrations/discovery/picture', (route) =>
    route.fulfill({ status: 422, json: { error: { code: 'camera-wrong-password', message: 'Wrong password.' } } }),
  );
  await page.locator('.add-search-start button').click();
  await page.locator('.add-search .wp-list li').last().waitFor();
}

async function chooseFound(view: View): Promise<void> {
  await searchNetwork(view);
  await view.page.locator('.add-search .wp-list li button').first().click();
  await view.page.locator('.add-chosen').waitFor();
}

/** What the server answers about a typed address. */
type Probe = { readonly json: unknown; readonly status?: number } | 'never';
const connect =
  (probe: Probe, shown: string) =>
  async ({ page, stage }: View): Promise<void> => {
    await page.route('**/registrations/probe', (route) => (probe === 'never' ? undefined : route.fulfill(probe)));
    await page.getByLabel(stage.t('add-camera-address:url')).fill('192.168.1.64');
    await page.locator('.add-submit .wp-button-primary').first().click();
    await page.locator(shown).first().waitFor();
  };
const refused = (code: string, message: string): Probe => ({ status: 422, json: { error: { code, message } } });

/** Why a camera can't be added by its address; the app has a text for each in its own language. */
const reasons: readonly string[] = [
  'address-forbidden',
  'address-loopback',
  'host-unknown',
  'unreachable',
  'timeout',
  'not-rtsp',
  'not-onvif',
  'stream-not-found',
  'redirects',
  'audio-only',
  'multicast-only',
  'transport-refused',
  'codec-unsupported',
  'no-video',
];

export const addCameraScreens: readonly Screen[] = [
  { name: 'add-camera', path: '/cameras/add' },
  { name: 'add-camera-address', path: '/cameras/add?step=address' },
  { name: 'add-camera-found', path: '/cameras/add?step=address', prepare: searchNetwork },
  { name: 'add-camera-chosen', path: '/cameras/add?step=address', prepare: chooseFound },
  { name: 'add-camera-connecting', path: '/cameras/add?step=address', prepare: connect('never', '.connecting-steps') },
  {
    name: 'add-camera-channels',
    path: '/cameras/add?step=address',
    prepare: connect(
      { json: { tracks, device, channels, found: { kind: 'onvif', address: discovered[0]?.address } } },
      '.add-step .wp-list',
    ),
  },
  {
    name: 'add-camera-refused',
    path: '/cameras/add?step=address',
    prepare: connect(refused('camera-login-unsupported', 'Login unsupported.'), '[aria-invalid=true]'),
  },
  {
    name: 'add-camera-password',
    path: '/cameras/add?step=address',
    prepare: connect(refused('camera-wrong-password', 'Wrong password.'), '[aria-invalid=true]'),
  },
  ...reasons.map((reason): Screen => ({
    name: `add-camera-refused-${reason}`,
    path: '/cameras/add?step=address',
    prepare: connect(refused(`camera-${reason}`, 'Refused.'), '[aria-invalid=true]'),
    isVariant: true,
  })),
  {
    name: 'add-camera-refused-account',
    path: '/cameras/add?step=address',
    prepare: connect({ status: 409, json: { error: { code: 'camera-connected-here', message: 'Connected.' } } }, '.note.bad'),
    isVariant: true,
  },
  {
    name: 'add-camera-refused-typed',
    path: '/cameras/add?step=address',
    prepare: async ({ page, stage }) => {
      await page.getByLabel(stage.t('add-camera-address:url')).fill('rtsp://admin:12/34@camera/live');
      await page.locator('.add-submit .wp-button-primary').first().click();
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
    isVariant: true,
  },
  { name: 'phone-link', path: '/cameras/add?step=phone', prepare: ({ page }) => page.locator('.qr-code').waitFor() },
  {
    name: 'phone-camera',
    as: 'anonymous',
    path: `/phone-camera#${'a'.repeat(43)}`,
    prepare: ({ page }) => page.locator('.phone-page-message button').waitFor(),
  },
  { name: 'add-camera-code', path: '/cameras/add?step=wifi&model=watchpost-camera', prepare: showCode },
  { name: 'add-camera-name', path: ({ cameraId }) => `/cameras/add?step=name&camera=${cameraId}` },
];
