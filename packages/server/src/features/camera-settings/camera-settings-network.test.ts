import type { DeviceState, NetworkInterface, UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraControl } from '../../media/control/camera-control.ts';
import { changeNetwork } from './camera-settings-network.ts';

const { signal } = new AbortController();
const cable: NetworkInterface = {
  type: 'ethernet',
  name: 'eth0',
  mac: null,
  essid: null,
  signal: null,
  isActive: true,
  ipMode: 'dhcp',
  ip: '192.168.1.20',
  mask: '255.255.255.0',
  prefixLength: 24,
  gateway: null,
  primaryDns: null,
  secondaryDns: null,
};
const fixed: UpdateNetworkBody = {
  name: 'eth0',
  ipMode: 'static',
  ip: '192.168.1.30',
  prefixLength: 24,
  gateway: null,
  primaryDns: null,
  secondaryDns: null,
};

/**
 * Sets up a camera at an address, and a server that queries it.
 * @param obeys how the camera applies a requested change
 */
function setUp(obeys: (requested: UpdateNetworkBody) => Partial<NetworkInterface>, { hidesFor = 0 } = {}) {
  const clock = createManualClock();
  let camera = cable;
  let currentHost = '192.168.1.20';
  let hidden = 0;
  const kept: string[] = [];
  const sent: string[] = [];
  const send = async (_: string, name: string, parameters: unknown): Promise<unknown> => {
    sent.push(name);
    if (name === 'network.write') {
      camera = { ...camera, ...obeys(parameters as UpdateNetworkBody) };
      hidden = hidesFor;
      return { isRestarting: hidesFor > 0 };
    }
    if (camera.ip !== currentHost || (hidden -= 1) >= 0) throw new AppError('camera-offline');
    return { settings: {}, choices: {}, network: [camera] } satisfies DeviceState;
  };
  const places = {
    hostOf: () => currentHost,
    tryHost: (__: string, host: string) => void (currentHost = host),
    keepHost: async (__: string, host: string) => void kept.push(host),
  };
  const control = createCameraControl({ driverOf: () => ({ send, report: () => null }) });
  const checkAddress = async (__: string, address: string): Promise<void> => {
    if (address.startsWith('169.254.')) throw new AppError('camera-address-forbidden');
  };
  const change = (to: UpdateNetworkBody, asking: AbortSignal = signal): Promise<DeviceState> =>
    changeNetwork({ clock, control, checkAddress, places }, 'cam', to, asking);
  /** Advances the clock until the work is done. */
  const passing = async <T>(work: Promise<T>): Promise<T> => {
    let isOver = false;
    const done = work.finally(() => (isOver = true));
    done.catch(() => undefined);
    while (!isOver) {
      clock.advance(2000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return done;
  };
  return { change, passing, kept, sent, currentHost: () => currentHost };
}
const obedient = (requested: UpdateNetworkBody): Partial<NetworkInterface> => requested;

test('a camera that moves is queried at its new address, which is stored once it has answered there', async () => {
  const { change, passing, kept, currentHost } = setUp(obedient, { hidesFor: 5 });
  expect((await passing(change(fixed))).network).toMatchObject([{ ip: '192.168.1.30', ipMode: 'static' }]);
  expect([kept, currentHost()]).toEqual([['192.168.1.30'], '192.168.1.30']);
});

test('the camera is followed even if the user leaves meanwhile', async () => {
  const left = new AbortController();
  const { change, passing, kept } = setUp((requested) => (left.abort(new Error('left')), requested), { hidesFor: 3 });
  await passing(change(fixed, left.signal));
  expect(kept).toEqual(['192.168.1.30']);
  const early = setUp(obedient);
  await expect(early.change(fixed, left.signal)).rejects.toThrow('left');
  expect(early.sent).not.toContain('network.write');
});

test('a camera that keeps its address is read back, and nothing is stored', async () => {
  const { change, kept, currentHost } = setUp(obedient);
  const state = await change({ ...fixed, ip: '192.168.1.20', prefixLength: 16 });
  expect(state.network).toMatchObject([{ ipMode: 'static', prefixLength: 16 }]);
  expect([kept, currentHost()]).toEqual([[], '192.168.1.20']);
});

test('a camera that confirms but does nothing is queried at its old address, and the failure is reported', async () => {
  const { change, passing, kept, currentHost } = setUp(() => ({}));
  await expect(passing(change(fixed))).rejects.toMatchObject({ code: 'camera-failed' });
  expect([kept, currentHost()]).toEqual([[], '192.168.1.20']);
  const dhcp = setUp(() => ({ ipMode: 'static' }));
  await expect(dhcp.passing(dhcp.change({ name: 'eth0', ipMode: 'dhcp' }))).rejects.toMatchObject({ code: 'camera-failed' });
});

test('no camera moves to a forbidden address; unsupported settings can not be changed', async () => {
  const { change, sent, currentHost } = setUp(obedient);
  await expect(change({ ...fixed, ip: '169.254.169.254' })).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  await expect(change({ ...fixed, name: 'wlan0' })).rejects.toMatchObject({ code: 'camera-unsupported' });
  expect(sent).not.toContain('network.write');
  expect(currentHost()).toBe('192.168.1.20');
});
