import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createPtzMotor, rest } from './ptz-motor.ts';

const left: PtzVelocity = { pan: -1, tilt: 0, zoom: 0 };
const right: PtzVelocity = { pan: 1, tilt: 0, zoom: 0 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Sets up a camera whose answers the test controls. */
function setUp() {
  const clock = createManualClock();
  const sent: PtzVelocity[] = [];
  const answers: { readonly done: () => void; readonly fail: (error: Error) => void }[] = [];
  const motor = createPtzMotor({
    clock,
    send: (velocity) => new Promise<void>((done, fail) => (sent.push(velocity), answers.push({ done, fail }))),
  });
  return { clock, sent, answers, motor };
}

test('a slow camera receives one command at a time, and of those requested meanwhile only the newest', async () => {
  const { sent, answers, motor } = setUp();
  const first = motor.drive(left);
  void motor.drive({ pan: 0.2, tilt: 0, zoom: 0 });
  void motor.drive(right);
  const stop = motor.drive(rest);
  expect(sent).toEqual([left]);
  answers[0]?.done();
  await settled();
  expect(sent).toEqual([left, rest]);
  answers[1]?.done();
  await Promise.all([first, stop]);
  expect(sent).toHaveLength(2);
});

test('the same speed is repeated only just before the camera would stop by itself', async () => {
  const { clock, sent, answers, motor } = setUp();
  const drive = async (): Promise<void> => {
    const driven = motor.drive(left);
    answers.at(-1)?.done();
    await driven;
  };
  for (let repeat = 0; repeat < 8; repeat += 1) {
    await drive();
    clock.advance(400);
  }
  // 3.2 s: immediately and after each second.
  expect(sent).toHaveLength(3);
  motor.reset();
  await drive();
  expect(sent).toHaveLength(4);
});

test('a failed stop is retried, and reported when it never succeeds', async () => {
  const { clock, sent, answers, motor } = setUp();
  const stop = motor.drive(rest);
  stop.catch(() => undefined);
  for (let attempt = 0; attempt < 4; attempt += 1) {
    answers[attempt]?.fail(new AppError('camera-silent'));
    await settled();
    clock.advance(300);
    await settled();
  }
  await expect(stop).rejects.toMatchObject({ code: 'camera-silent' });
  expect(sent).toEqual([rest, rest, rest, rest]);
});

test('a failed movement is not retried; neither is a stop of a camera without a motor', async () => {
  const { sent, answers, motor } = setUp();
  const move = motor.drive(left);
  answers[0]?.fail(new AppError('camera-failed'));
  await expect(move).rejects.toMatchObject({ code: 'camera-failed' });
  const stop = motor.drive(rest);
  answers[1]?.fail(new AppError('camera-unsupported'));
  await expect(stop).rejects.toMatchObject({ code: 'camera-unsupported' });
  expect(sent).toEqual([left, rest]);
});

test('a failed movement gives way to a stop requested meanwhile', async () => {
  const { sent, answers, motor } = setUp();
  const move = motor.drive(left);
  const stop = motor.drive(rest);
  answers[0]?.fail(new AppError('camera-silent'));
  await settled();
  answers[1]?.done();
  await Promise.all([move, stop]);
  expect(sent).toEqual([left, rest]);
});
