import { once } from 'node:events';
import { createServer } from 'node:net';
import { readSettingsCommand, restartCommand } from '@watchpost/contract/schemas/camera-settings';
import { systemClock } from '@watchpost/contract/timing/clock';
import { onvifSettings, type OnvifAccess } from '@watchpost/onvif';
import { createDeviceSettings, startOnvifDevice, type OnvifDeviceOptions } from '@watchpost/onvif/testing';
import { expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createCameraControl } from '../control/camera-control.ts';
import { createOnvifControl } from './onvif-control.ts';
import { readOnvifSource } from './onvif-source.ts';

const clock = systemClock;

function controlOf(accessOf: (cameraId: string) => OnvifAccess | null) {
  const driver = createOnvifControl({
    clock,
    networkOf: () => createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    accessOf,
    handlers: onvifSettings,
  });
  onTestFinished(() => driver.close());
  return { driver, control: createCameraControl({ driverOf: () => driver }) };
}
async function startDevice(over: Partial<OnvifDeviceOptions> = {}) {
  const made = createDeviceSettings({ clock });
  const device = await startOnvifDevice({
    clock,
    profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://10.1.2.3/main' }],
    services: made.services,
    ...over,
  });
  onTestFinished(device.close);
  return { device, state: made.state };
}

test('nothing is sent to a forbidden address, however it is written', async () => {
  let hits = 0;
  const canary = createServer((socket) => ((hits += 1), socket.destroy())).listen(0, '127.0.0.1');
  await once(canary, 'listening');
  onTestFinished(() => void canary.close());
  const address = canary.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: false });
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '0.0.0.0', '2130706433']) {
    const reading = readOnvifSource({ address: `${host}:${port}`, clock, network });
    await expect(reading, host).rejects.toBeInstanceOf(AppError);
    await expect(reading, host).rejects.toMatchObject({ code: expect.stringMatching(/^camera-address-(forbidden|loopback)$/) });
  }
  const { control } = controlOf(() => ({ address: '169.254.169.254' }));
  await expect(control.send('cam', readSettingsCommand, {})).rejects.toMatchObject({ name: 'AppError', code: 'camera-address-forbidden' });
  expect(hits).toBe(0);
});

test('each camera is contacted with its own access, and reports its capabilities', async () => {
  const { device, state } = await startDevice();
  const access = new Map([['cam', { address: device.url }]]);
  const { driver, control } = controlOf((cameraId) => access.get(cameraId) ?? null);
  await expect
    .poll(() => control.report('cam'))
    .toEqual({
      commands: ['settings.read', 'settings.write', 'camera.restart'],
      firmwareVersion: null,
      appVersion: null,
      battery: null,
      signal: null,
    });
  await control.send('cam', restartCommand, {});
  expect(state.restarts).toBe(1);
  expect(driver.report('other')).toBe(null);
  await expect(control.send('other', restartCommand, {})).rejects.toMatchObject({ name: 'AppError', code: 'camera-unsupported' });
  access.delete('cam');
  driver.forget('cam');
  expect(driver.report('cam')).toBe(null);
});

test('a refusal of the camera is reported as an error of the server', async () => {
  const { device } = await startDevice({ user: { username: 'admin', password: 'secret' } });
  const { control } = controlOf(() => ({ address: device.url, username: 'admin', password: 'wrong' }));
  await expect(control.send('cam', readSettingsCommand, {})).rejects.toMatchObject({ name: 'AppError', code: 'camera-wrong-password' });
  await expect(
    readOnvifSource({
      address: device.url,
      username: 'admin',
      password: 'wrong',
      clock,
      network: createNetworkPolicy({ allowPrivate: true, allowLoopback: true }),
    }),
  ).rejects.toMatchObject({ name: 'AppError', code: 'camera-wrong-password' });
});

test('a client that left does not wait for the result', async () => {
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  const { device } = await startDevice({ hostile: () => (resolve(), true) });
  const { control } = controlOf(() => ({ address: device.url }));
  const leaving = new AbortController();
  const reading = control.send('cam', readSettingsCommand, {}, { signal: leaving.signal });
  await requested;
  leaving.abort(new Error('left'));
  await expect(reading).rejects.toThrow('left');
  await expect(control.send('cam', readSettingsCommand, {}, { signal: leaving.signal })).rejects.toThrow('left');
});
