import { readSettingsCommand, writeNetworkCommand } from '@watchpost/contract/schemas/camera-settings';
import { createRequire } from 'node:module';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlDevice } from '../testing/onvif-control.ts';
import { createDeviceNetwork, type DeviceNetworkOptions } from '../testing/onvif-device-network.ts';
import { startOnvifDevice } from '../testing/onvif-device.ts';
import { onvifNetwork } from './onvif-network-change.ts';
import { onvifSettings } from './onvif-settings.ts';

const user = { username: 'admin', password: 'secret' };
const fixed = {
  name: 'eth0',
  ipMode: 'static',
  ip: '127.0.0.3',
  prefixLength: 16,
  gateway: '127.0.0.1',
  primaryDns: '9.9.9.9',
  secondaryDns: null,
} as const;

async function setUp(options: Partial<DeviceNetworkOptions> = {}) {
  const moves: Promise<void>[] = [];
  const made = createDeviceNetwork({ ip: '127.0.0.1', onMove: (ip) => void moves.push(device.move(ip)), ...options });
  const device = await startOnvifDevice({
    clock,
    user,
    services: [made.service],
    profiles: [{ token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://10.1.2.3/main' }],
  });
  onTestFinished(device.close);
  const at = (host: string) => {
    const control = controlDevice({
      access: { address: `${host}:${device.port}`, ...user },
      handlers: [...onvifSettings, ...onvifNetwork],
    });
    onTestFinished(() => control.close());
    return control;
  };
  return { made, device, at, moved: () => Promise.all(moves) };
}

describe('the network of an ONVIF camera', () => {
  test('is changed completely; the camera is at its new address then, even if it left before it could answer', async () => {
    const { made, at, moved } = await setUp();
    expect(await at('127.0.0.1').send(writeNetworkCommand, fixed)).toEqual({ isRestarting: false });
    await moved();
    expect(made.state.cable).toEqual({ isDhcp: false, ip: '127.0.0.3', prefixLength: 16, gateway: '127.0.0.1', dns: ['9.9.9.9'] });
    const { network } = await at('127.0.0.3').send(readSettingsCommand, {});
    expect(network).toMatchObject([
      {
        name: 'eth0',
        ipMode: 'static',
        ip: '127.0.0.3',
        mask: '255.255.0.0',
        prefixLength: 16,
        gateway: '127.0.0.1',
        primaryDns: '9.9.9.9',
        secondaryDns: null,
      },
    ]);
    await expect(at('127.0.0.1').send(readSettingsCommand, {})).rejects.toMatchObject({ code: 'camera-offline' });
  });
  test('takes effect after a restart if the camera requires it: it is restarted', async () => {
    const { made, at, moved } = await setUp({ needsRestart: true });
    expect(await at('127.0.0.1').send(writeNetworkCommand, { ...fixed, ip: '127.0.0.1', gateway: null })).toEqual({ isRestarting: true });
    await moved();
    expect(made.state).toMatchObject({ restarts: 1, cable: { isDhcp: false, ip: '127.0.0.1' } });
    expect(await at('127.0.0.1').send(writeNetworkCommand, { name: 'eth0', ipMode: 'dhcp' })).toEqual({ isRestarting: true });
    expect(made.state).toMatchObject({ restarts: 2, cable: { isDhcp: true, dns: [] } });
  });
  test('stays untouched for another name or invalid values', async () => {
    const { made, at } = await setUp();
    const before = made.state.cable;
    await expect(at('127.0.0.1').send(writeNetworkCommand, { ...fixed, name: 'wlan0' })).rejects.toMatchObject({
      code: 'camera-unsupported',
    });
    for (const wrong of [{ ip: '127.0.0.3<x/>' }, { ip: '::1' }, { prefixLength: 31 }, { gateway: '10.0.0.1' }]) {
      await expect(at('127.0.0.1').run(writeNetworkCommand.name, { ...fixed, ...wrong })).rejects.toMatchObject({
        code: 'camera-unsupported',
      });
    }
    expect(made.state.cable).toEqual(before);
  });
});

test('the test device speaks ONVIF: the client of the npm package changes its network with the same requests', async () => {
  const { made, device, at } = await setUp();
  type Done = (error: Error | null) => void;
  interface Cam {
    setNetworkDefaultGateway(options: object, done: Done): void;
    setDNS(options: object, done: Done): void;
    setNetworkInterfaces(options: object, done: Done): void;
  }
  const onvif: { Cam: new (options: object, done: (this: Cam, error: Error | null) => void) => Cam } = createRequire(import.meta.url)(
    'onvif',
  );
  const cam = await new Promise<Cam>((resolve, reject) => {
    new onvif.Cam({ hostname: '127.0.0.1', port: device.port, ...user, timeout: 5000 }, function done(error) {
      if (error) reject(error);
      else resolve(this);
    });
  });
  const call = (start: (done: Done) => void): Promise<void> =>
    new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())));
  await call((done) => cam.setNetworkDefaultGateway({ IPv4Address: '127.0.0.9' }, done));
  await call((done) =>
    cam.setDNS(
      {
        fromDHCP: false,
        DNSManual: [
          { type: 'IPv4', IPv4Address: '9.9.9.9' },
          { type: 'IPv4', IPv4Address: '1.1.1.1' },
        ],
      },
      done,
    ),
  );
  await call((done) =>
    cam.setNetworkInterfaces(
      {
        interfaceToken: 'if-0',
        networkInterface: { enabled: true, IPv4: { enabled: true, DHCP: false, manual: { address: '127.0.0.1', prefixLength: 20 } } },
      },
      done,
    ),
  );
  expect(made.state.cable).toEqual({ isDhcp: false, ip: '127.0.0.1', prefixLength: 20, gateway: '127.0.0.9', dns: ['9.9.9.9', '1.1.1.1'] });
  const { network } = await at('127.0.0.1').send(readSettingsCommand, {});
  expect(network).toMatchObject([
    { ipMode: 'static', prefixLength: 20, gateway: '127.0.0.9', primaryDns: '9.9.9.9', secondaryDns: '1.1.1.1' },
  ]);
});
