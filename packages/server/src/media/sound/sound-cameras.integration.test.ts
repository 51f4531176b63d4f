import { spawnSync } from 'node:child_process';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { listEvents } from '@watchpost/contract/endpoints/events';
import { listSoundDetections, updateSoundDetection } from '@watchpost/contract/endpoints/smart-events';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { eventPageSchema } from '@watchpost/contract/schemas/events';
import { listSoundDetectionsAnswer } from '@watchpost/contract/schemas/smart-events';
import { expect, test } from 'vitest';
import { startFieldCamera } from '../../testing/field-cameras/field-camera.ts';
import { createSoundMaker, joinSounds } from '../../testing/live/sounds.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const timeout = 40_000;

/** A smoke alarm as A-law of 8 kHz: a group of beeps, 4 s. */
function encodeAlarm(): Buffer {
  const maker = createSoundMaker(8000);
  const beep = joinSounds(maker.tone(500, 3100, 0.4), maker.noise(500, 0.003));
  const sound = joinSounds(beep, beep, beep, maker.noise(1000, 0.003));
  return spawnSync('ffmpeg', ['-v', 'error', '-f', 'f32le', '-ar', '8000', '-ac', '1', '-i', '-', '-f', 'alaw', '-'], {
    input: Buffer.from(sound.buffer),
  }).stdout;
}

test.skipIf(missing.includes('ffmpeg'))(
  'a camera of RTSP with G.711: a smoke alarm beside it is an event with a picture',
  { timeout: atMost(90_000) },
  async () => {
    const alarm = encodeAlarm();
    const camera = await startFieldCamera({
      name: 'alarm',
      source: 'conformant',
      does: 'sends G.711',
      sends: {
        sound: 'pcma',
        payload: (payload, index) => {
          const at = (index * payload.length) % alarm.length;
          return alarm.subarray(at, at + payload.length);
        },
      },
      seen: {},
    });
    const server = await startTestServer();
    try {
      const { headers } = await server.signIn('owner@example.com');
      const token = await server.call(createRegistrationToken, { headers, body: {} });
      const { registrationToken } = registrationTokenAnswer.parse(await token.json());
      const registered = await server.call(registerCamera, { body: { registrationToken, source: { kind: 'rtsp', url: camera.url } } });
      const { id } = registerCameraAnswer.parse(await registered.json()).camera;
      const list = async () =>
        listSoundDetectionsAnswer.parse(
          await (await server.call({ ...listSoundDetections, path: fillPath(listSoundDetections.path, { id }) }, { headers })).json(),
        );
      await expect.poll(async () => (await list()).analysis, { timeout }).toEqual({ state: 'ready' });
      const path = fillPath(updateSoundDetection.path, { id, type: 'smokeAlarm' });
      expect((await server.call({ ...updateSoundDetection, path }, { headers, body: { isEnabled: true } })).status).toBe(200);
      const read = async () =>
        eventPageSchema.parse(await (await server.call({ ...listEvents, path: `${listEvents.path}?type=smokeAlarm` }, { headers })).json())
          .events;
      await expect.poll(read, { timeout }).toMatchObject([{ type: 'smokeAlarm', pictureUrl: expect.any(String), score: null }]);
    } finally {
      await server.close();
      await camera.close();
    }
  },
);
