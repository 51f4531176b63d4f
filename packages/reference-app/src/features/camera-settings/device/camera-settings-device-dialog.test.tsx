// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import type { DeviceSettings } from '@watchpost/sdk-core';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { prepareApp } from '../../../shared/testing/render-app.tsx';
import type { PreparedApp } from '../../../shared/testing/render-app.tsx';
import { DeviceDialog } from './camera-settings-device-dialog.tsx';
import { PhoneSettings } from './camera-settings-phone.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const device = '/public/api/v2/cameraphone/cameras/{id}/settings/device';
const [read, write] = [
  { method: 'GET', path: device },
  { method: 'PATCH', path: device },
] as const;
// The player's tests cover its picture.
vi.mock('../../../shared/settings/settings-stage.tsx', () => ({ SettingsStage: () => null }));
const restart = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/restart' } as const;

const network: DeviceSettings['network'] = [
  {
    type: 'wireless',
    name: 'wlan0',
    mac: '00:11:22:33:44:55',
    essid: 'Home',
    signal: 0.7,
    isActive: true,
    ipMode: 'dhcp',
    ip: '192.168.1.20',
    mask: '255.255.255.0',
    prefixLength: 24,
    gateway: '192.168.1.1',
    primaryDns: '9.9.9.9',
    secondaryDns: null,
  },
];
const whole: DeviceSettings = {
  settings: {
    isMicrophoneOn: true,
    microphoneSensitivity: 50,
    isFlashlightOn: false,
    rotation: 0,
    isMirroredHorizontally: false,
    isMirroredVertically: false,
    nightVision: 'auto',
    timeZone: 'Europe/Moscow',
  },
  choices: { rotation: [0, 90, 180, 270], nightVision: ['on', 'off', 'auto'] },
  network,
  canRestart: true,
  canChangeNetwork: true,
};

async function opened(
  settings: DeviceSettings = whole,
  before: (app: PreparedApp) => void = () => undefined,
): Promise<PreparedApp & { onClose: () => void }> {
  const app = await prepareApp({ email: 'anna@example.com' });
  app.server.deviceSettings.set('door', settings);
  before(app);
  const onClose = vi.fn<() => void>();
  render(app.around(<DeviceDialog camera={{ id: 'door' }} onClose={onClose} />));
  return { ...app, onClose };
}
const changes = ({ server }: PreparedApp): unknown[] => server.requestsTo(write).map(({ body }) => body);
const isOn = (name: RegExp): boolean => screen.getByRole<HTMLInputElement>('switch', { name }).checked;

describe('a camera that has everything', () => {
  test('a switch applies immediately and shows on once the camera confirms', async () => {
    const app = await opened();
    await screen.findByRole('switch', { name: /^Flashlight/ });
    let answer = (): void => undefined;
    app.server.answerNext(
      write,
      () =>
        new Promise(
          (resolve) => (answer = () => resolve(Response.json({ ...whole, settings: { ...whole.settings, isFlashlightOn: true } }))),
        ),
    );
    fireEvent.click(screen.getByRole('switch', { name: /^Flashlight/ }));
    await screen.findByText('Applying the setting…');
    expect(isOn(/^Flashlight/)).toBe(false);
    await vi.waitFor(() => expect(changes(app)).toEqual([{ isFlashlightOn: true }]));
    answer();
    await vi.waitFor(() => expect(isOn(/^Flashlight/)).toBe(true));
  });
  test('each setting is changed by its own control', async () => {
    const app = await opened();
    await screen.findByRole('switch', { name: /^Microphone/ });
    const idle = (): Promise<void> =>
      vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /^Microphone/ }).disabled).toBe(false));
    fireEvent.click(screen.getByRole('radio', { name: 'On' }));
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'On' }).checked).toBe(true));
    await idle();
    fireEvent.change(screen.getByLabelText('Orientation'), { target: { value: '90' } });
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Orientation').value).toBe('90'));
    await idle();
    for (const name of [/^Mirror horizontally/, /^Mirror vertically/]) {
      fireEvent.click(screen.getByRole('switch', { name }));
      await vi.waitFor(() => expect(isOn(name)).toBe(true));
      await idle();
    }
    const slider = screen.getByLabelText<HTMLInputElement>('Microphone sensitivity');
    fireEvent.input(slider, { target: { value: '80' } });
    expect(changes(app)).toHaveLength(4);
    fireEvent.pointerUp(slider);
    await idle();
    fireEvent.click(screen.getByRole('switch', { name: /^Microphone/ }));
    await vi.waitFor(() => expect(isOn(/^Microphone/)).toBe(false));
    expect(changes(app)).toEqual([
      { nightVision: 'on' },
      { rotation: 90 },
      { isMirroredHorizontally: true },
      { isMirroredVertically: true },
      { microphoneSensitivity: 80 },
      { isMicrophoneOn: false },
    ]);
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Microphone sensitivity').disabled).toBe(true));
  });
  test('a change that the camera refuses is reported, and the control shows the camera’s value', async () => {
    const { server } = await opened();
    server.answerNext(write, 'camera-failed');
    fireEvent.click(await screen.findByRole('switch', { name: /^Flashlight/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/Something went wrong.*could not do it/);
    expect(isOn(/^Flashlight/)).toBe(false);
  });
  test('Network shows everything that the camera reports, and Back restores focus', async () => {
    await opened();
    fireEvent.click(await screen.findByRole('button', { name: /^Network/ }));
    screen.getByRole('heading', { name: 'Network' });
    const rows = [...document.querySelectorAll('.device-network > div')].map((row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]);
    expect(rows).toEqual([
      ['Type', 'Wi-Fi'],
      ['Name', 'wlan0'],
      ['MAC address', '00:11:22:33:44:55'],
      ['Network name (ESSID)', 'Home'],
      ['Signal', '70 %'],
      ['State', 'Active'],
      ['IP mode', 'Automatic (DHCP)'],
      ['IP address', '192.168.1.20'],
      ['Mask', '255.255.255.0'],
      ['Prefix length', '24'],
      ['Gateway', '192.168.1.1'],
      ['Primary DNS', '9.9.9.9'],
    ]);
    expect(document.activeElement?.textContent).toBe('Back');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(document.activeElement?.textContent).toMatch(/^Network/);
  });
  test('a time zone is found by its city and set; then the settings are shown again', async () => {
    const app = await opened();
    fireEvent.click(await screen.findByRole('button', { name: /^Time zone/ }));
    expect(screen.getByRole('button', { pressed: true }).textContent).toBe('(GMT+03:00) Moscow, Saint Petersburg');
    fireEvent.change(screen.getByLabelText('Find a city or an offset'), { target: { value: 'omsk' } });
    fireEvent.click(screen.getByRole('button', { name: '(GMT+06:00) Omsk' }));
    expect((await screen.findByRole('button', { name: /^Time zone/ })).textContent).toMatch(/\(GMT\+06:00\) Omsk/);
    expect(changes(app)).toEqual([{ timeZone: 'Asia/Omsk' }]);
  });
  test('a restart asks for confirmation and reports success', async () => {
    const { server } = await opened();
    fireEvent.click(await screen.findByRole('button', { name: /^Restart camera/ }));
    const dialog = screen.getByRole('alertdialog');
    server.answerNext(restart, 'camera-silent');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restart camera' }));
    await within(dialog).findByText(/did not answer/);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Restart camera' }));
    await screen.findByText('The camera is restarting');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.requestsTo(restart)).toHaveLength(2);
  });
});

test('settings that a camera lacks are not shown', async () => {
  await opened({ settings: { timeZone: null }, choices: {}, network: [], canRestart: false, canChangeNetwork: false });
  expect((await screen.findByRole('button', { name: /^Time zone/ })).textContent).toMatch(/Unknown/);
  for (const role of ['switch', 'slider', 'radio', 'combobox']) expect(screen.queryByRole(role)).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Network|Restart)/ })).toBeNull();
  screen.getByText(/can’t be configured from here/);
});

describe('loading', () => {
  test('shows the remaining time and can be cancelled', async () => {
    const { server, onClose } = await opened(whole, (app) => void (app.server.latency = 60_000));
    expect((await screen.findByRole('progressbar', { name: /Loading camera settings/ })).getAttribute('aria-valuenow')).toBe('0');
    screen.getByText('2:00 left');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
    expect(server.requestsTo(read)).toHaveLength(1);
  });
  test.each([
    ['camera-silent', 'Something went wrong'],
    ['camera-offline', 'Something went wrong'],
    ['invalid-request', 'Request failed'],
    ['forbidden', 'Unauthorized'],
    ['camera-wrong-password', 'Unauthorized'],
  ] as const)('%s is "%s", and Retry asks again', async (code, heading) => {
    await opened(whole, ({ server }) => server.answerNext(read, code));
    await screen.findByText(heading);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('switch', { name: /^Flashlight/ });
  });
});

describe('a phone', () => {
  const phone = buildCamera({ id: 'door', platform: 'Mobile' });
  const shown = async (
    settings: DeviceSettings['settings'],
    before: (app: PreparedApp) => void = () => undefined,
  ): Promise<PreparedApp> => {
    const app = await prepareApp({ email: 'anna@example.com' });
    app.server.cameras = [phone];
    app.server.deviceSettings.set('door', { settings, choices: {}, network: [], canRestart: false, canChangeNetwork: false });
    before(app);
    render(app.around(<PhoneSettings camera={phone} />));
    return app;
  };
  test('has lens, flashlight and Wi-Fi only, with the phone’s values', async () => {
    const app = await shown({ lens: 'rear', isFlashlightOn: false, isWiFiOnly: false });
    fireEvent.click(await screen.findByRole('radio', { name: 'Front' }));
    await vi.waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Front' }).checked).toBe(true));
    fireEvent.click(screen.getByRole('switch', { name: /^Wi-Fi only/ }));
    await vi.waitFor(() => expect(isOn(/^Wi-Fi only/)).toBe(true));
    expect(changes(app)).toEqual([{ lens: 'front' }, { isWiFiOnly: true }]);
  });
  test('without a torch shows none; an offline phone is reported as such', async () => {
    await shown({ lens: 'front' }, ({ server }) => server.answerNext(read, 'camera-offline'));
    await screen.findByText('Camera is unavailable');
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('radio', { name: 'Front' });
    expect(screen.queryByRole('switch')).toBeNull();
  });
});
