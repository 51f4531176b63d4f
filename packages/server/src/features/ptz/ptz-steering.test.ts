import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createOnvifPtz, createOnvifRemote } from '@watchpost/onvif';
import { createDevicePtz, startOnvifDevice } from '@watchpost/onvif/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { rest } from './ptz-motor.ts';
import { createPtzSteering } from './ptz-steering.ts';

const left: PtzVelocity = { pan: -1, tilt: 0, zoom: 0 };
const up: PtzVelocity = { pan: 0, tilt: 1, zoom: 0 };
const anna = { customerId: 'anna', steererId: 'anna-page-1' };
const boris = { customerId: 'boris', steererId: 'boris-page-1' };

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function setUp(answer: (velocity: PtzVelocity) => Promise<unknown> = () => Promise.resolve()) {
  const clock = createManualClock();
  const advance = async (milliseconds: number): Promise<void> => {
    await settled();
    clock.advance(milliseconds);
    await settled();
  };
  const sent: PtzVelocity[] = [];
  const lost: unknown[] = [];
  const steering = createPtzSteering({
    clock,
    send: (_, velocity) => (sent.push(velocity), answer(velocity)),
    onLost: (_, error) => lost.push(error),
  });
  return { advance, sent, lost, steering };
}

describe('the automatic stop', () => {
  test('the camera stops by itself without further requests', async () => {
    const { advance, sent, steering } = setUp();
    await steering.move('dome', anna, 0, left);
    await advance(1499);
    expect(sent).toEqual([left]);
    await advance(1);
    expect(sent).toEqual([left, rest]);
  });
  test('repeated requests keep it moving; letting go stops it immediately, and only once', async () => {
    const { advance, sent, steering } = setUp();
    for (let sequence = 0; sequence < 6; sequence += 1) {
      await steering.move('dome', anna, sequence, left);
      await advance(400);
    }
    expect(sent).not.toContain(rest);
    await steering.move('dome', anna, 6, rest);
    await advance(10_000);
    expect(sent.filter((velocity) => velocity === rest)).toHaveLength(1);
  });
  test('a movement that arrives late, after the stop, has no effect', async () => {
    const { advance, sent, steering } = setUp();
    await steering.move('dome', anna, 4, left);
    await steering.move('dome', anna, 6, rest);
    await steering.move('dome', anna, 5, left);
    await advance(5000);
    expect(sent).toEqual([left, rest]);
  });
  test('a move to a preset is not stopped on the way', async () => {
    const { advance, sent, steering } = setUp();
    await steering.move('dome', anna, 0, left);
    steering.take('dome', anna);
    await advance(5000);
    expect(sent).toEqual([left]);
  });
  test('a camera that can not be stopped is reported; closing the server stops moving cameras', async () => {
    const { advance, lost, steering } = setUp((velocity) =>
      velocity === rest ? Promise.reject(new AppError('camera-silent')) : Promise.resolve(),
    );
    await steering.move('dome', anna, 0, left);
    for (const time of [1500, 300, 300, 300]) await advance(time);
    expect(lost).toEqual([expect.objectContaining({ code: 'camera-silent' })]);
    const other = setUp();
    await other.steering.move('dome', anna, 0, left);
    await other.steering.close();
    await other.advance(5000);
    expect(other.sent).toEqual([left, rest]);
  });
});

test.each([[['stop']], [['stop', 'timeout']]] as const)(
  'a dome that refuses %s, and ignores timeouts, is stopped when its page goes',
  async (refuses) => {
    const ptz = createDevicePtz({ refuses });
    const profile = { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: 'rtsp://10.1.2.3/main', more: ptz.configuration };
    const device = await startOnvifDevice({ clock: systemClock, profiles: [profile], services: [ptz.service] });
    const network = { resolve: async (host: string) => host, isAllowed: () => true };
    const access = { address: device.url };
    const remote = createOnvifRemote({ access, clock: systemClock, network, handlers: createOnvifPtz() });
    onTestFinished(async () => {
      remote.close();
      await device.close();
    });
    const clock = createManualClock();
    const steering = createPtzSteering({
      clock,
      send: (_, velocity) => remote.run('ptz.move', { ...velocity, lifetime: 3000 }),
      onLost: (_, error) => expect.unreachable(String(error)),
    });
    await steering.move('dome', anna, 0, left);
    await expect.poll(ptz.isMoving).toBe(true);
    clock.advance(1500);
    await expect.poll(ptz.isMoving).toBe(false);
  },
);

describe('a camera that could not be stopped', () => {
  const lostDome = async () => {
    let isDeaf = true;
    const dome = setUp((velocity) => (velocity === rest && isDeaf ? Promise.reject(new AppError('camera-silent')) : Promise.resolve()));
    await dome.steering.move('dome', anna, 0, left);
    for (const time of [1500, 300, 300, 300]) await dome.advance(time);
    expect(dome.lost).toHaveLength(1);
    return { ...dome, answerAgain: () => void (isDeaf = false) };
  };
  const stops = (sent: readonly PtzVelocity[]): number => sent.filter((velocity) => velocity === rest).length;

  test('is stopped once it answers again, and then left alone', async () => {
    const { advance, sent, answerAgain } = await lostDome();
    for (const time of [1000, 300, 300, 300]) await advance(time);
    answerAgain();
    const before = stops(sent);
    for (const time of [1999, 1]) await advance(time);
    expect(stops(sent)).toBe(before + 1);
    await advance(600_000);
    expect(stops(sent)).toBe(before + 1);
  });
  test('is not tried without end, and reported once', async () => {
    const { advance, sent, lost } = await lostDome();
    for (let round = 0; round < 400; round += 1) await advance(1000);
    const before = stops(sent);
    for (let round = 0; round < 100; round += 1) await advance(10_000);
    expect(stops(sent)).toBe(before);
    expect(lost).toHaveLength(1);
  });
  test('is not stopped under a user who moves it by then, nor when it was removed', async () => {
    for (const takeOver of ['move', 'take', 'forget'] as const) {
      const { advance, sent, steering, answerAgain } = await lostDome();
      answerAgain();
      const before = stops(sent);
      if (takeOver === 'move') await steering.move('dome', anna, 1, up);
      else if (takeOver === 'take') steering.take('dome', anna);
      else steering.forget('dome');
      await advance(1499);
      expect(stops(sent), takeOver).toBe(before);
    }
  });
  test('is stopped a last time when the server closes, however long ago a user moved it', async () => {
    const { advance, sent, steering, answerAgain } = await lostDome();
    for (let round = 0; round < 20; round += 1) await advance(300);
    answerAgain();
    const before = stops(sent);
    await steering.close();
    expect(stops(sent)).toBe(before + 1);
    await advance(600_000);
    expect(stops(sent)).toBe(before + 1);
  });
});

describe('two users', () => {
  test('the second user is refused until the first has rested for 3 s, and then takes over', async () => {
    const { advance, sent, steering } = setUp();
    await steering.move('dome', anna, 0, left);
    await steering.move('dome', anna, 1, rest);
    await advance(2999);
    await expect(steering.move('dome', boris, 0, up)).rejects.toMatchObject({ code: 'camera-steered' });
    expect(() => steering.take('dome', boris)).toThrow('camera-steered');
    expect(steering.holder('dome')).toBe('anna');
    await advance(1);
    expect(steering.holder('dome')).toBeNull();
    await steering.move('dome', boris, 0, up);
    await expect(steering.move('dome', anna, 2, left)).rejects.toMatchObject({ code: 'camera-steered' });
    expect(sent).toEqual([left, rest, up]);
  });
  test('the first user’s automatic stop does not stop the second', async () => {
    const { advance, sent, steering } = setUp();
    await steering.move('dome', anna, 0, left);
    await advance(3000);
    await steering.move('dome', boris, 0, up);
    await advance(1000);
    expect(sent).toEqual([left, rest, up]);
  });
  test('a user on another page takes over their own control; each camera has a separate one', async () => {
    const { sent, steering } = setUp();
    await steering.move('dome', anna, 9, left);
    await settled();
    await steering.move('dome', { ...anna, steererId: 'anna-page-2' }, 0, up);
    await steering.move('gate', boris, 0, left);
    expect(sent).toEqual([left, up, left]);
    expect([steering.holder('dome'), steering.holder('gate')]).toEqual(['anna', 'boris']);
  });
});

test('a movement does not wait for the camera, so its failure is reported with the next one; a stop reports its own', async () => {
  const { steering } = setUp(() => Promise.reject(new AppError('camera-unsupported')));
  await steering.move('dome', anna, 0, left);
  await settled();
  await expect(steering.move('dome', anna, 1, left)).rejects.toMatchObject({ code: 'camera-unsupported' });
  await expect(steering.move('dome', anna, 2, rest)).rejects.toMatchObject({ code: 'camera-unsupported' });
});

test('the rest time is known, and forgotten with a removed camera', async () => {
  const { advance, sent, steering } = setUp();
  expect(steering.idleMsOf('dome')).toBe(Number.POSITIVE_INFINITY);
  await steering.move('dome', anna, 0, left);
  await advance(700);
  expect(steering.idleMsOf('dome')).toBe(700);
  steering.forget('dome');
  await advance(5000);
  expect([sent, steering.holder('dome')]).toEqual([[left], null]);
});
