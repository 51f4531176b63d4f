import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
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
