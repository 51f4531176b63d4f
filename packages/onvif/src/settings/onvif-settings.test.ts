import {
  readSettingsCommand,
  restartCommand,
  writeSettingsCommand,
  type UpdateDeviceSettingsBody,
} from '@watchpost/contract/schemas/camera-settings';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OnvifError } from '../kernel/onvif-error.ts';
import { controlDevice, openNetwork } from '../testing/onvif-control.ts';
import { createDeviceSettings, type DeviceSettingsOptions } from '../testing/onvif-device-settings.ts';
import { startOnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { onvifSettings } from './onvif-settings.ts';

const user = { username: 'admin', password: 'p@ss <wörd>' };
const at = Date.UTC(2026, 10, 21, 18, 30);

async function setUp({
  settings = {},
  device: over = {},
  bare = false,
}: { settings?: Partial<DeviceSettingsOptions>; device?: Partial<OnvifDeviceOptions>; bare?: boolean } = {}) {
  const clock = createManualClock(at);
  const made = createDeviceSettings({ clock, ...settings });
  // Read at each request, because a profile may gain or lose audio.
  const profile = Object.defineProperty(
    { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://10.1.2.3/main' },
    'more',
    { get: () => (bare ? '' : made.profilePart.more) },
  );
  const device = await startOnvifDevice({
    clock,
    user,
    profiles: [profile],
    services: bare ? [] : made.services,
    ...(settings.generation && { generation: settings.generation }),
    ...over,
  });
  const control = controlDevice({ access: { address: device.url, ...user }, clock, handlers: onvifSettings });
  onTestFinished(async () => {
    control.close();
    await device.close();
  });
  return {
    clock,
    device,
    control,
    state: made.state,
    read: () => control.send(readSettingsCommand, {}),
    write: (change: UpdateDeviceSettingsBody) => control.send(writeSettingsCommand, change),
  };
}

describe.each([1, 2] as const)('a camera with media service version %i', (generation) => {
  test('reports what it supports, and its network', async () => {
    const { read } = await setUp({ settings: { generation } });
    expect(await read()).toEqual({
      settings: { rotation: 0, nightVision: 'auto', isMicrophoneOn: true, timeZone: 'Asia/Shanghai' },
      choices: { rotation: [0, 90, 180, 270], nightVision: ['on', 'off', 'auto'] },
      network: [
        {
          type: 'ethernet',
          name: 'eth0',
          mac: '00:11:22:33:44:55',
          essid: null,
          signal: null,
          isActive: true,
          ipMode: 'dhcp',
          ip: '192.168.1.20',
          mask: '255.255.252.0',
          prefixLength: 22,
          gateway: '192.168.1.1',
          primaryDns: '192.168.1.1',
          secondaryDns: '9.9.9.9',
        },
        {
          type: 'wireless',
          name: 'ra0',
          mac: null,
          essid: 'Home & Garden',
          signal: 0.7,
          isActive: false,
          ipMode: 'static',
          ip: '10.0.0.9',
          mask: '255.0.0.0',
          prefixLength: 8,
          gateway: null,
          primaryDns: null,
          secondaryDns: null,
        },
      ],
    });
  });
  test.each([
    [{ rotation: 90 }, { rotate: '<tt:Mode>ON</tt:Mode><tt:Degree>90</tt:Degree>' }],
    [{ rotation: 0 }, { rotate: '<tt:Mode>OFF</tt:Mode>' }],
    [{ nightVision: 'on' }, { filter: 'OFF' }],
    [{ nightVision: 'off' }, { filter: 'ON' }],
    [{ isMicrophoneOn: false }, { hasSound: false }],
    [{ timeZone: 'Europe/Berlin' }, { zone: 'CET-1CEST,M3.5.0,M10.5.0/3', setAt: 'true 2026 11 21 18 30' }],
    [
      { rotation: 180, nightVision: 'on', isMicrophoneOn: true },
      { rotate: '<tt:Mode>ON</tt:Mode><tt:Degree>180</tt:Degree>', filter: 'OFF', hasSound: true },
    ],
  ] satisfies [UpdateDeviceSettingsBody, object][])('executes %o and reports it', async (change, expected) => {
    const { write, state } = await setUp({ settings: { generation } });
    const { settings } = await write(change);
    expect(settings).toMatchObject(change);
    expect(state).toMatchObject(expected);
  });
  test('restores its audio', async () => {
    const { write } = await setUp({ settings: { generation } });
    expect((await write({ isMicrophoneOn: false })).settings.isMicrophoneOn).toBe(false);
    expect((await write({ isMicrophoneOn: true })).settings.isMicrophoneOn).toBe(true);
  });
});

test('an unsupported setting is not reported; changing it fails without any other change', async () => {
  const { read, write, state } = await setUp({ bare: true });
  expect(await read()).toMatchObject({ settings: { timeZone: null }, choices: {}, network: [] });
  const whole = await setUp();
  for (const change of [{ isFlashlightOn: true }, { nightVision: 'on', isMirroredVertically: true }] satisfies UpdateDeviceSettingsBody[]) {
    await expect(write(change)).rejects.toMatchObject({ code: 'camera-unsupported' });
    await expect(whole.write(change)).rejects.toMatchObject({ code: 'camera-unsupported' });
  }
  expect([state.filter, whole.state.filter]).toEqual(['AUTO', 'AUTO']);
});

test('a camera that confirms a change without making it reports its actual state', async () => {
  const { write } = await setUp({ settings: { isStubborn: true } });
  expect((await write({ nightVision: 'on' })).settings.nightVision).toBe('auto');
});

test('a clock that the network sets gets only the time zone', async () => {
  const { write, state } = await setUp({ settings: { timeBy: 'NTP' } });
  expect((await write({ timeZone: 'Europe/Moscow' })).settings.timeZone).toBe('Europe/Moscow');
  expect(state).toMatchObject({ zone: 'MSK-3', setAt: 'false' });
});

test('two concurrent changes are both made', async () => {
  const { write, read } = await setUp();
  await Promise.all([write({ rotation: 270 }), write({ nightVision: 'off' })]);
  expect((await read()).settings).toMatchObject({ rotation: 270, nightVision: 'off' });
});

test('lists its supported commands, and restarts', async () => {
  const { control, state, device } = await setUp();
  expect(control.commands()).toBe(null);
  expect(await control.learn()).toEqual(['settings.read', 'settings.write', 'camera.restart']);
  expect(control.commands()).toHaveLength(3);
  await control.send(restartCommand, {});
  expect(state.restarts).toBe(1);
  // One session for all of it.
  expect(device.calls.filter((call) => call === 'GetServices')).toHaveLength(1);
});

describe('errors', () => {
  test.each([
    [
      'a refusal',
      (operation: string, response: { writeHead(status: number): { end(): void } }) =>
        operation === 'GetServices' && (response.writeHead(401).end(), true),
      'camera-wrong-password',
    ],
    ['a page of a router', (_: string, response: { end(text: string): void }) => (response.end('<!doctype html>'), true), 'camera-failed'],
  ] as const)('%s is reported, and the next attempt starts over', async (_, hostile, code) => {
    let isHostile = true;
    const { read } = await setUp({ device: { hostile: (operation, response) => isHostile && hostile(operation, response) } });
    await expect(read()).rejects.toMatchObject({ code });
    isHostile = false;
    expect((await read()).settings.nightVision).toBe('auto');
  });
  test('a camera that is offline', async () => {
    const port = await closedPort();
    const control = withAddress(`127.0.0.1:${port}`);
    await expect(control.send(readSettingsCommand, {})).rejects.toMatchObject({ code: 'camera-offline' });
  });
  test('a forbidden address gets no request, whatever the command', async () => {
    const control = withAddress('127.0.0.1', { ...openNetwork, isAllowed: () => false });
    await expect(control.send(readSettingsCommand, {})).rejects.toMatchObject({ code: 'camera-address-forbidden' });
    expect(control.commands()).toBe(null);
  });
  test('an offline camera is not queried repeatedly for its abilities', async () => {
    let tries = 0;
    const clock = createManualClock(at);
    const network = { ...openNetwork, resolve: () => ((tries += 1), Promise.reject(new OnvifError('camera-host-unknown'))) };
    const control = controlDevice({ access: { address: 'cam.local' }, clock, network, handlers: onvifSettings });
    for (let ask = 0; ask < 5; ask += 1) {
      expect(control.commands()).toBe(null);
      await new Promise(setImmediate);
    }
    expect(tries).toBe(1);
    clock.advance(60_000);
    control.commands();
    expect(tries).toBe(2);
  });
});

function withAddress(address: string, network = openNetwork) {
  const control = controlDevice({ access: { address }, clock: createManualClock(at), network, handlers: onvifSettings });
  onTestFinished(() => control.close());
  return control;
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
