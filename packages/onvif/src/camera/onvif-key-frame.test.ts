import { requestKeyFrameCommand } from '@watchpost/contract/schemas/cameras';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { expect, onTestFinished, test } from 'vitest';
import { controlDevice } from '../testing/onvif-control.ts';
import { startOnvifDevice, type DeviceService } from '../testing/onvif-device.ts';
import { onvifKeyFrames } from './onvif-key-frame.ts';

const user = { username: 'admin', password: 'secret' };
const profiles = [
  { token: 'sub', encoding: 'H264', width: 640, height: 360, uri: 'rtsp://10.1.2.3/sub' },
  { token: 'main_1', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main' },
];

async function deviceOf(generation: 1 | 2, services: readonly DeviceService[]) {
  const device = await startOnvifDevice({ clock, profiles, user, generation, services });
  onTestFinished(device.close);
  const control = controlDevice({ access: { address: `127.0.0.1:${device.port}`, ...user }, handlers: onvifKeyFrames });
  onTestFinished(control.close);
  return control;
}

test.each([1, 2] as const)('media service %i gets the request for a key frame of the main stream', async (generation) => {
  const requests: string[] = [];
  const namespace = `http://www.onvif.org/ver${generation}0/media/wsdl`;
  const control = await deviceOf(generation, [
    {
      namespace,
      prefix: 'media',
      answers: { SetSynchronizationPoint: (body) => (requests.push(/ProfileToken>([^<]*)</.exec(body)?.[1] ?? ''), '') },
    },
  ]);
  expect(await control.send(requestKeyFrameCommand, {})).toEqual({});
  expect(requests).toEqual(['main_1']);
});

test('a camera without support for it reports that', async () => {
  await expect((await deviceOf(1, [])).send(requestKeyFrameCommand, {})).rejects.toMatchObject({ code: 'camera-failed' });
});
