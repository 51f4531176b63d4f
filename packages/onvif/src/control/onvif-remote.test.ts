import { ptzReadCommand } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, onTestFinished, test } from 'vitest';
import { controlDevice } from '../testing/onvif-control.ts';
import { createDevicePtz } from '../testing/onvif-device-ptz.ts';
import { startOnvifDevice, type OnvifDeviceOptions } from '../testing/onvif-device.ts';
import { createOnvifPtz } from './onvif-ptz.ts';

const user = { username: 'admin', password: 'secret' };

async function startDome(options: Partial<OnvifDeviceOptions> = {}) {
  const clock = createManualClock();
  const ptz = createDevicePtz();
  const uri = 'rtsp://10.1.2.3/main';
  const device = await startOnvifDevice({
    clock,
    user,
    profiles: [{ token: 'main', encoding: 'H264', width: 1920, height: 1080, uri, more: ptz.configuration }],
    services: [ptz.service],
    ...options,
  });
  const access = { address: device.url, username: 'admin', password: 'wrong' };
  const control = controlDevice({ access, clock, handlers: createOnvifPtz() });
  onTestFinished(async () => {
    control.close();
    await device.close();
  });
  return { clock, device, control };
}

test.each([
  ['', {}],
  [' that lists its services to anyone', { open: ['GetSystemDateAndTime', 'GetServices'] }],
] satisfies [string, Partial<OnvifDeviceOptions>][])(
  'a wrong password is sent to a camera%s ever more rarely, no matter who asks',
  async (_, options) => {
    const { clock, device, control } = await startDome(options);
    const ask = async (): Promise<void> => {
      control.commands();
      await expect(control.send(ptzReadCommand, {})).rejects.toMatchObject({ code: 'camera-wrong-password' });
    };
    for (let round = 0; round < 20; round += 1) await ask();
    expect(device.refusals()).toBe(2);
    for (const [minutes, refusals] of [
      [1, 3],
      [1, 3],
      [1, 4],
      [4, 5],
      [8, 6],
      [15, 7],
      [14, 7],
      [1, 8],
    ] as const) {
      clock.advance(minutes * 60_000);
      for (let round = 0; round < 3; round += 1) await ask();
      expect(device.refusals()).toBe(refusals);
    }
  },
);
