import { ptzMoveCommand, ptzReadCommand } from '@watchpost/contract/schemas/ptz';
import { readSettingsCommand, restartCommand, writeSettingsCommand, type DeviceState } from '@watchpost/contract/schemas/camera-settings';
import { createDevicePtz, createDeviceSettings, startOnvifDevice, type OnvifDeviceOptions } from '@watchpost/onvif/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SourceError } from '../sources/frame-source.ts';
import { unadjusted, type Adjustment } from '../sources/adjustment.ts';
import { ownNetwork } from './onvif-access.ts';
import { meetOnvifCamera } from './onvif-camera.ts';
import type { OnvifHandlersDeps } from './onvif-handlers.ts';
import { createOnvifSettings } from './onvif-settings.ts';

const user = { username: 'admin', password: "a'b %41@#/ ü" };
const context = { signal: new AbortController().signal, progress: () => undefined };

/** A dome camera on loopback, on a clock that the test advances. */
async function setUp(over: Partial<OnvifDeviceOptions> = {}) {
  let monotonic = 0;
  const clock = { now: () => Date.UTC(2026, 10, 21), monotonic: () => monotonic, after: () => () => undefined };
  const settings = createDeviceSettings({ clock });
  const dome = createDevicePtz();
  const main = { token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3:8554/main', more: dome.configuration };
  const profiles = [main, { token: 'low', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://10.1.2.3:8554/low' }];
  const device = await startOnvifDevice({ clock, user, profiles, services: [...settings.services, dome.service], ...over });
  onTestFinished(device.close);
  const meet = (access: { username?: string; password?: string } = user) =>
    meetOnvifCamera({ access: { address: device.url, ...access }, clock, network: ownNetwork });
  return { device, dome, settings, main, meet, pass: (milliseconds: number) => (monotonic += milliseconds) };
}

/** The settings that the agent stores. */
function ownSide(over: Partial<OnvifHandlersDeps> = {}) {
  const applied: Adjustment[] = [];
  const problems: string[] = [];
  const store = { current: unadjusted, save: async (next: Adjustment) => void (store.current = next) };
  return {
    store,
    applied,
    problems,
    deps: {
      store,
      hasSound: true,
      apply: async (next: Adjustment) => void applied.push(next),
      onProblem: (problem: string) => void problems.push(problem),
      ...over,
    },
  };
}

test('finds its streams, with the user in their addresses, at the named host, with one request for both', async () => {
  const { device, main, meet, pass } = await setUp();
  const camera = await meet();
  const secret = 'a%27b%20%2541%40%23%2F%20%C3%BC';
  expect(await camera.streams(false)).toEqual({
    main: `rtsp://admin:${secret.replace('%27', "'")}@127.0.0.1:8554/main`,
    low: expect.stringMatching(/\/low$/),
  });
  expect(camera.hasLow).toBe(true);
  expect(decodeURIComponent(new URL((await camera.streams(false)).main).password)).toBe(user.password);
  expect(device.calls.filter((call) => call === 'GetStreamUri')).toHaveLength(2);
  main.uri = 'rtsp://10.1.2.3:9554/moved';
  expect((await camera.streams(false)).main).toMatch(/8554\/main$/);
  expect((await camera.streams(true)).main).toMatch(/9554\/moved$/);
  main.uri = 'rtsp://10.1.2.3:7554/later';
  pass(5000);
  expect((await camera.streams(false)).main).toMatch(/127\.0\.0\.1:7554\/later$/);
});

test('skips a stream in an unsupported encoding; refuses a camera without any other', async () => {
  const h265 = { token: 'best', encoding: 'H265', width: 3840, height: 2160, uri: 'rtsp://h/best' };
  const { meet } = await setUp({ profiles: [h265, { token: 'small', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://h/small' }] });
  expect((await (await meet()).streams(false)).main).toMatch(/\/small$/);
  await expect((await setUp({ profiles: [h265] })).meet()).rejects.toThrow(/H\.264/);
});

test('the camera itself handles PTZ, settings and restarts, and its clock also applies to the recordings', async () => {
  const { dome, settings, meet } = await setUp();
  const { deps, store, applied } = ownSide();
  const handlers = (await meet()).handlers(deps);
  const ask = (name: string, parameters: unknown): Promise<unknown> => {
    const handler = handlers.find((one) => one.name === name);
    return handler ? handler.handle(parameters, context) : Promise.reject(new Error(`no ${name}`));
  };
  expect(handlers.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['settings.read', 'settings.write', 'camera.restart', 'ptz.read', 'ptz.move', 'ptz.go']),
  );
  expect(ptzReadCommand.result.parse(await ask('ptz.read', {})).presets).toEqual([{ id: '1', name: 'Gate' }]);
  await ask(ptzMoveCommand.name, { pan: 0.5, tilt: 0, zoom: 0, lifetime: 2000 });
  expect(dome.moves).toMatchObject([{ pan: 0.5, timeout: 2 }]);
  expect(readSettingsCommand.result.parse(await ask(readSettingsCommand.name, {})).network.map(({ name }) => name)).toEqual([
    'eth0',
    'ra0',
  ]);
  await ask(writeSettingsCommand.name, { nightVision: 'on', timeZone: 'Europe/Madrid' });
  expect([settings.state.filter, store.current.timeZone, applied]).toEqual(['OFF', 'Europe/Madrid', []]);
  await ask(restartCommand.name, {});
  expect(settings.state.restarts).toBe(1);
  await expect(ask(writeSettingsCommand.name, { isFlashlightOn: true })).rejects.toMatchObject({
    name: 'CommandError',
    code: 'camera-unsupported',
  });
  await expect(ask(ptzMoveCommand.name, { pan: 7 })).rejects.toMatchObject({ code: 'camera-unsupported' });
});

test('a camera without a motor does not offer PTZ', async () => {
  const { meet } = await setUp({ services: [] });
  expect((await meet()).handlers(ownSide().deps).map(({ name }) => name)).toEqual([
    'settings.read',
    'settings.write',
    'camera.restart',
    'camera.key-frame',
  ]);
});

test('reports problems to the operator, without the password', async () => {
  const { meet } = await setUp();
  const wrong = meet({ username: 'admin', password: 'wr0ng' });
  await expect(wrong).rejects.toMatchObject({
    name: 'SourceError',
    isRefused: true,
    message: expect.stringMatching(/user name or the password/),
  });
  await expect(wrong).rejects.not.toThrow(/wr0ng/);
  const clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };
  await expect(meetOnvifCamera({ access: { address: 'ftp://10.0.0.1' }, clock, network: ownNetwork })).rejects.toMatchObject({
    message: expect.stringContaining('192.168.1.20'),
    isRefused: false,
  });
});

describe('its sound', () => {
  const state = (settings: DeviceState['settings']): DeviceState => ({ settings, choices: {}, network: [] });
  /** A camera with these settings. */
  const setUpSound = (has: DeviceState['settings'], over: Partial<OnvifHandlersDeps> = {}) => {
    const commands: unknown[] = [];
    const side = ownSide(over);
    const run = async (name: string, parameters: unknown): Promise<DeviceState> => {
      if (name === writeSettingsCommand.name) {
        commands.push(parameters);
        Object.assign(has, parameters);
      }
      return state({ ...has });
    };
    return { ...side, commands, settings: createOnvifSettings({ ...side.deps, run }) };
  };

  test('is muted in the camera and here, so that no stream has sound', async () => {
    const { settings, commands, store, applied } = setUpSound({ isMicrophoneOn: true, rotation: 0 });
    expect((await settings.write({ isMicrophoneOn: false })).settings).toMatchObject({ isMicrophoneOn: false, microphoneSensitivity: 50 });
    expect([commands, store.current.isMicrophoneOn, applied.map(({ isMicrophoneOn }) => isMicrophoneOn)]).toEqual([
      [{ isMicrophoneOn: false }],
      false,
      [false],
    ]);
    // The camera turns it on by itself: it stays off here, and is shown as off.
    const again = setUpSound({ isMicrophoneOn: true }, { store });
    expect((await again.settings.read()).settings.isMicrophoneOn).toBe(false);
  });
  test('is muted and adjusted only here when the camera has no such setting', async () => {
    const { settings, commands, applied } = setUpSound({ nightVision: 'auto' });
    expect((await settings.read()).settings).toEqual({ nightVision: 'auto', isMicrophoneOn: true, microphoneSensitivity: 50 });
    expect((await settings.write({ isMicrophoneOn: false, microphoneSensitivity: 70 })).settings).toMatchObject({
      isMicrophoneOn: false,
      microphoneSensitivity: 70,
    });
    expect([commands, applied]).toEqual([[], [{ ...unadjusted, isMicrophoneOn: false, microphoneSensitivity: 70 }]]);
  });
  test('is not offered when the camera has none', async () => {
    const { settings, store } = setUpSound({ nightVision: 'auto' }, { hasSound: false });
    expect((await settings.read()).settings).toEqual({ nightVision: 'auto' });
    await expect(settings.write({ isMicrophoneOn: false })).rejects.toMatchObject({ code: 'camera-unsupported' });
    expect(store.current).toEqual(unadjusted);
  });
  test('a rotated picture is opened again; a picture that has not arrived yet does not make the change fail', async () => {
    const { settings, problems } = setUpSound({ rotation: 0 }, { apply: () => Promise.reject(new SourceError('The camera restarts.')) });
    expect((await settings.write({ rotation: 90 })).settings.rotation).toBe(90);
    expect(problems).toEqual([expect.stringMatching(/The camera restarts/)]);
  });
  test('applies two concurrent changes', async () => {
    const { settings, store } = setUpSound({ nightVision: 'auto' });
    await Promise.all([settings.write({ isMicrophoneOn: false }), settings.write({ microphoneSensitivity: 20 })]);
    expect(store.current).toMatchObject({ isMicrophoneOn: false, microphoneSensitivity: 20 });
  });
});
