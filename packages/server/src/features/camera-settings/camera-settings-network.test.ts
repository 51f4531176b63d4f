import type { DeviceState, NetworkInterface, UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createCameraControl } from '../../media/control/camera-control.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { changeNetwork } from './camera-settings-network.ts';

const { signal } = new AbortController();
const cable: NetworkInterface = { type: 'ethernet', name: 'eth0', mac: null, essid: null, signal: null, isActive: true, ipMode: 'dhcp', ip: '192.168.1.20', mask: '255.255.255.0', prefixLength: 24, gateway: null, primaryDns: null, secondaryDns: null };
const fixed: UpdateNetworkBody = { name: 'eth0', ipMode: 'static', ip: '192.168.1.30', prefixLength: 24, gateway: null, primaryDns: null, secondaryDns: null };

/** A camera at an address, and a server that asks it somewhere. @param obeys what it makes of what it is told */
function setUp(obeys: (told: UpdateNetworkBody) => Partial<NetworkInterface>, { hidesFor = 0 } = {}) {
  const clock = createManualClock();
  let camera = cable;
  let asked = '192.168.1.20';
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
    if (camera.ip !== asked || (hidden -= 1) >= 0) throw new AppError('camera-offline');
    return { settings: {}, choices: {}, network: [camera] } satisfies DeviceState;
  };
  const places = { hostOf: () => asked, tryHost: (__: string, host: string) => void (asked = host), keepHost: async (__: string, host: string) => void kept.push(host) };
  const control = createCameraControl({ driverOf: () => ({ send, report: () => null }) });
  const isAllowed = (address: string): boolean => !address.startsWith('169.254.');
  const change = (to: UpdateNetworkBody, asking: AbortSignal = signal): Promise<DeviceState> => changeNetwork({ clock, control, isAllowed, places }, 'cam', to, asking);
  /** Lets the waiting pass, until it is over. */
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
  return { change, passing, kept, sent, asked: () => asked };
}
const obedient = (told: UpdateNetworkBody): Partial<NetworkInterface> => told;

test('a camera that moves is asked at its new address, which is kept once it has answered there', async () => {
  const { change, passing, kept, asked } = setUp(obedient, { hidesFor: 5 });
  expect((await passing(change(fixed))).network).toMatchObject([{ ip: '192.168.1.30', ipMode: 'static' }]);
  expect([kept, asked()]).toEqual([['192.168.1.30'], '192.168.1.30']);
});

test('whoever leaves meanwhile leaves no camera behind: it is followed all the same', async () => {
  const left = new AbortController();
  const { change, passing, kept } = setUp((told) => (left.abort(new Error('left')), told), { hidesFor: 3 });
  await passing(change(fixed, left.signal));
  expect(kept).toEqual(['192.168.1.30']);
  const early = setUp(obedient);
  await expect(early.change(fixed, left.signal)).rejects.toThrow('left');
  expect(early.sent).not.toContain('network.write');
});

test('one that stays where it is is read back, and nothing is moved', async () => {
  const { change, kept, asked } = setUp(obedient);
  const state = await change({ ...fixed, ip: '192.168.1.20', prefixLength: 16 });
  expect(state.network).toMatchObject([{ ipMode: 'static', prefixLength: 16 }]);
  expect([kept, asked()]).toEqual([[], '192.168.1.20']);
});

test('one that says yes and does nothing is asked where it was before, and that is told', async () => {
  const { change, passing, kept, asked } = setUp(() => ({}));
  await expect(passing(change(fixed))).rejects.toMatchObject({ code: 'camera-failed' });
  expect([kept, asked()]).toEqual([[], '192.168.1.20']);
  const dhcp = setUp(() => ({ ipMode: 'static' }));
  await expect(dhcp.passing(dhcp.change({ name: 'eth0', ipMode: 'dhcp' }))).rejects.toMatchObject({ code: 'camera-failed' });
});

test('no camera is sent where the server must not go; what it has not can not be changed', async () => {
  const { change, sent, asked } = setUp(obedient);
  await expect(change({ ...fixed, ip: '169.254.169.254' })).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  await expect(change({ ...fixed, name: 'wlan0' })).rejects.toMatchObject({ code: 'camera-unsupported' });
  expect(sent).not.toContain('network.write');
  expect(asked()).toBe('192.168.1.20');
});
