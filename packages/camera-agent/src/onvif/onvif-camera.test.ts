import { ptzMoveCommand, ptzReadCommand } from '@watchpost/contract/schemas/ptz';
import { readSettingsCommand, restartCommand, writeSettingsCommand } from '@watchpost/contract/schemas/camera-settings';
import { createDevicePtz, createDeviceSettings, startOnvifDevice, type OnvifDeviceOptions } from '@watchpost/onvif/testing';
import { expect, onTestFinished, test } from 'vitest';
import { ownNetwork } from './onvif-access.ts';
import { meetOnvifCamera } from './onvif-camera.ts';

const user = { username: 'admin', password: "a'b %41@#/ ü" };
const context = { signal: new AbortController().signal, progress: () => undefined };

/** A dome on loopback, by a clock that the test moves. */
async function setUp(over: Partial<OnvifDeviceOptions> = {}) {
  let monotonic = 0;
  const clock = { now: () => Date.UTC(2026, 10, 21), monotonic: () => monotonic, after: () => () => undefined };
  const settings = createDeviceSettings({ clock });
  const dome = createDevicePtz();
  const main = { token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3:8554/main', more: dome.configuration };
  const profiles = [main, { token: 'low', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://10.1.2.3:8554/low' }];
  const device = await startOnvifDevice({ clock, user, profiles, services: [...settings.services, dome.service], ...over });
  onTestFinished(device.close);
  const meet = (access: { username?: string; password?: string } = user) => meetOnvifCamera({ access: { address: device.url, ...access }, clock, network: ownNetwork });
  return { device, dome, settings, main, meet, pass: (milliseconds: number) => (monotonic += milliseconds) };
}

test('its streams are found, with the user in them, at the host that was named; asked once for both', async () => {
  const { device, main, meet, pass } = await setUp();
  const camera = await meet();
  const secret = 'a%27b%20%2541%40%23%2F%20%C3%BC';
  expect(await camera.streams()).toEqual({ main: `rtsp://admin:${secret.replace('%27', "'")}@127.0.0.1:8554/main`, low: expect.stringMatching(/\/low$/) });
  expect(camera.hasLow).toBe(true);
  expect(decodeURIComponent(new URL((await camera.streams()).main).password)).toBe(user.password);
  expect(device.calls.filter((call) => call === 'GetStreamUri')).toHaveLength(2);
  main.uri = 'rtsp://10.1.2.3:9554/moved';
  pass(5000);
  expect((await camera.streams()).main).toMatch(/127\.0\.0\.1:9554\/moved$/);
});

test('a picture that can not be passed on is not chosen; a camera with no other is refused', async () => {
  const h265 = { token: 'best', encoding: 'H265', width: 3840, height: 2160, uri: 'rtsp://h/best' };
  const { meet } = await setUp({ profiles: [h265, { token: 'small', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://h/small' }] });
  expect((await (await meet()).streams()).main).toMatch(/\/small$/);
  await expect((await setUp({ profiles: [h265] })).meet()).rejects.toThrow(/H\.264/);
});

test('it is steered, set and restarted by the camera itself, and what follows from a setting is told', async () => {
  const { dome, settings, meet } = await setUp();
  const written: unknown[] = [];
  const handlers = (await meet()).handlers(async (change, state) => void written.push([change, state.settings.nightVision]));
  const ask = (name: string, parameters: unknown): Promise<unknown> => {
    const handler = handlers.find((one) => one.name === name);
    return handler ? handler.handle(parameters, context) : Promise.reject(new Error(`no ${name}`));
  };
  expect(handlers.map(({ name }) => name)).toEqual(expect.arrayContaining(['settings.read', 'settings.write', 'camera.restart', 'ptz.read', 'ptz.move', 'ptz.go']));
  expect(ptzReadCommand.result.parse(await ask('ptz.read', {})).presets).toEqual([{ id: '1', name: 'Gate' }]);
  await ask(ptzMoveCommand.name, { pan: 0.5, tilt: 0, zoom: 0, lifetime: 2000 });
  expect(dome.moves).toMatchObject([{ pan: 0.5, timeout: 2 }]);
  expect(readSettingsCommand.result.parse(await ask(readSettingsCommand.name, {})).network.map(({ name }) => name)).toEqual(['eth0', 'ra0']);
  await ask(writeSettingsCommand.name, { nightVision: 'on' });
  expect([settings.state.filter, written]).toEqual(['OFF', [[{ nightVision: 'on' }, 'on']]]);
  await ask(restartCommand.name, {});
  expect(settings.state.restarts).toBe(1);
  await expect(ask(writeSettingsCommand.name, { isFlashlightOn: true })).rejects.toMatchObject({ name: 'CommandError', code: 'camera-unsupported' });
  await expect(ask(ptzMoveCommand.name, { pan: 7 })).rejects.toMatchObject({ code: 'camera-unsupported' });
  expect(written).toHaveLength(1);
});

test('a camera without a motor does not offer to be steered', async () => {
  const { meet } = await setUp({ services: [] });
  expect((await meet()).handlers(async () => undefined).map(({ name }) => name)).toEqual(['settings.read', 'settings.write', 'camera.restart']);
});

test('what is wrong is said to whoever started the agent, without the password', async () => {
  const { meet } = await setUp();
  const wrong = meet({ username: 'admin', password: 'wr0ng' });
  await expect(wrong).rejects.toMatchObject({ name: 'SourceError', message: expect.stringMatching(/user name or the password/) });
  await expect(wrong).rejects.not.toThrow(/wr0ng/);
  const clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };
  await expect(meetOnvifCamera({ access: { address: 'ftp://10.0.0.1' }, clock, network: ownNetwork })).rejects.toThrow(/192\.168\.1\.20/);
});
