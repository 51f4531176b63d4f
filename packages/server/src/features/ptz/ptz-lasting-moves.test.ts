import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { createSettlingClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { cameraAccess } from '../../testing/camera-access.ts';
import type { PtzMover } from './ptz-access.ts';
import { createPtzLastingMoves } from './ptz-lasting-moves.ts';
import { rest } from './ptz-motor.ts';
import { createPtzSteering } from './ptz-steering.ts';

const left: PtzVelocity = { pan: -1, tilt: 0, zoom: 0 };
const up: PtzVelocity = { pan: 0, tilt: 1, zoom: 0 };
const moverOf = (customerId: string): PtzMover => ({ access: cameraAccess({ cameraId: 'dome', customerId }), familyId: null });
const anna = moverOf('anna');
const boris = moverOf('boris');

function setUp(answer: (velocity: PtzVelocity) => Promise<unknown> = () => Promise.resolve()) {
  const clock = createSettlingClock();
  const sent: string[] = [];
  const failed: unknown[] = [];
  const steering = createPtzSteering({
    clock,
    send: (_, velocity) => {
      const what = velocity.pan === 0 && velocity.tilt === 0 ? 'stop' : velocity.pan === 0 ? 'up' : 'left';
      sent.push(`${what} ${clock.monotonic()}`);
      return answer(velocity);
    },
    onLost: () => undefined,
  });
  const moves = createPtzLastingMoves({
    clock,
    move: ({ access: { cameraId, customerId } }, steererId, sequence, velocity) =>
      steering.move(cameraId, { customerId, steererId }, sequence, velocity),
    isHeldBy: steering.isHeldBy,
    onFailed: (_, error) => failed.push(error),
  });
  const move = (mover: PtzMover, velocity: PtzVelocity, lastsMs = 3000, askedAt = clock.now()): Promise<void> =>
    moves.move(mover, 'link a', { velocity, lastsMs, askedAt });
  return { clock, sent, failed, steering, moves, move };
}

describe('a movement that is asked for once', () => {
  test('lasts as long as it says, and the camera is stopped once', async () => {
    const { clock, sent, steering, move } = setUp();
    await move(anna, left);
    await clock.advance(2999);
    // The motor repeats what the camera has every second.
    expect(sent).toEqual(['left 0', 'left 1200', 'left 2400']);
    expect(steering.isMoving('dome')).toBe(true);
    await clock.advance(20_000);
    expect(sent).toEqual(['left 0', 'left 1200', 'left 2400', 'stop 3000']);
    expect([steering.isMoving('dome'), clock.pending]).toEqual([false, 0]);
  });

  test('shorter than a repetition, it ends in time', async () => {
    const { clock, sent, move } = setUp();
    await move(anna, left, 100);
    await clock.advance(5000);
    expect(sent).toEqual(['left 0', 'stop 100']);
  });

  test('ends with a stop, and with the next movement', async () => {
    const { clock, sent, move } = setUp();
    await move(anna, left);
    await clock.advance(500);
    await move(anna, up, 600);
    await clock.advance(300);
    await move(anna, rest);
    await clock.advance(20_000);
    expect(sent).toEqual(['left 0', 'up 500', 'stop 800']);
    expect(clock.pending).toBe(0);
  });

  test('ends when the user’s page moves the camera, or sends it to a preset', async () => {
    const { clock, sent, steering, move, moves } = setUp();
    await move(anna, left, 30_000);
    await clock.advance(300);
    await steering.move('dome', { customerId: 'anna', steererId: 'page-0001' }, 0, up);
    await clock.advance(20_000);
    expect(sent).toEqual(['left 0', 'up 300', 'stop 1800']);

    await move(anna, left, 30_000);
    steering.take('dome', { customerId: 'anna', steererId: 'page-0001' });
    moves.end('dome');
    await clock.advance(20_000);
    expect(sent.slice(3)).toEqual(['left 20300']);
  });

  test('ends when the right does, which frees the camera', async () => {
    const { clock, sent, steering, move } = setUp();
    await move(anna, left, 30_000);
    await clock.advance(300);
    steering.halt('dome', 'anna');
    await clock.advance(20_000);
    expect(sent).toEqual(['left 0', 'stop 300']);
    expect(steering.holder('dome')).toBeNull();
  });

  test('another user is refused meanwhile, and changes nothing', async () => {
    const { clock, sent, move } = setUp();
    await move(anna, left, 5000);
    await clock.advance(4000);
    for (const velocity of [up, rest]) await expect(move(boris, velocity)).rejects.toMatchObject({ code: 'camera-steered' });
    await clock.advance(999);
    expect(sent.filter((what) => !what.startsWith('left'))).toEqual([]);
    await clock.advance(20_000);
    expect(sent.at(-1)).toBe('stop 5000');
    await move(boris, up, 100);
    expect(sent.at(-1)).toMatch(/^up /);
  });

  test('that a stop has overtaken has no effect; after a clock that was set, it does', async () => {
    const { clock, sent, move } = setUp();
    const now = clock.now();
    await move(anna, left, 3000, now);
    await move(anna, rest, 0, now + 50);
    await move(anna, up, 3000, now + 20);
    expect(sent).toEqual(['left 0', 'stop 0']);
    await move(anna, up, 3000, now + 50);
    expect(sent).toEqual(['left 0', 'stop 0', 'up 0']);
    await move(anna, rest, 0, now + 3_600_000);
    await move(anna, left, 100, now + 60);
    expect(sent.slice(3)).toEqual(['stop 0', 'left 0']);
  });

  test('that the camera refuses ends: it is not asked for again and again', async () => {
    const { clock, sent, failed, move } = setUp((velocity) =>
      velocity === rest ? Promise.resolve() : Promise.reject(new AppError('camera-failed')),
    );
    await move(anna, left, 30_000);
    await clock.advance(20_000);
    expect(failed).toEqual([expect.objectContaining({ code: 'camera-failed' })]);
    // With the second, it is known; then the camera stops as if a page had vanished.
    expect(sent).toEqual(['left 0', 'left 400', 'stop 1900']);
  });

  test('ends with the server', async () => {
    const { clock, sent, steering, moves, move } = setUp();
    await move(anna, left, 30_000);
    moves.close();
    await steering.close();
    await clock.advance(20_000);
    expect(sent).toEqual(['left 0', 'stop 0']);
    expect(clock.pending).toBe(0);
  });
});
