import { ptzMoveCommand, type PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import type { CameraGrantsTable } from '../../db/sharing-tables.ts';
import { requireRight, type CameraAccess } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { createAccessChanges, type AccessChanges } from '../../kernel/module/access-changes.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { accessOf, createAccessWatch, readAccessRows, type CameraAccessResolver } from '../cameras/index.ts';
import type { PtzMover } from './ptz-access.ts';
import { createPtzService, type PtzService } from './ptz-service.ts';

const left: PtzVelocity = { pan: -1, tilt: 0, zoom: 0 };
const noon = Date.UTC(2026, 0, 15, 12);
const log = pino({ level: 'silent' });

describe('R24: a camera that moves for a user who loses the right to', () => {
  let database: TestDatabase;
  let db: Db;
  let clock: SettlingClock;
  let accessChanges: AccessChanges;
  let service: PtzService;
  let cameraId: string;
  let ownerId: string;
  let viewerId: string;
  /** What the camera was sent, and when. */
  let sent: string[];
  /** Answers a command to go to a preset; null answers at once. */
  let arrival: Promise<unknown> | null;
  let resolve: (customerId: string) => Promise<PtzMover>;

  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    ({ db } = database);
    // SQLite answers without waiting for anything.
    clock = createSettlingClock({ settle: () => new Promise((settled) => setImmediate(settled)), start: noon });
    accessChanges = createAccessChanges();
    ownerId = await insertCustomer(db, 'owner@example.com');
    viewerId = await insertCustomer(db, 'viewer@example.com');
    cameraId = await insertCamera(db, ownerId, { time_zone: 'UTC' });
    sent = [];
    arrival = null;
    const control: Pick<CameraControl, 'send'> = {
      send: async (_, command, parameters) => {
        const isStop = ptzMoveCommand.parameters.safeParse(parameters).data?.pan === 0;
        sent.push(`${isStop ? 'stop' : command.name} ${clock.now() - noon}`);
        if (command.name === 'ptz.go') await arrival;
        return command.result.parse({});
      },
    };
    const find = async (customerId: string): Promise<CameraAccess> => {
      const [row] = await readAccessRows(db, customerId, [cameraId]);
      const found = row && accessOf(row, customerId, clock.now());
      if (!found) throw new AppError('access-ended');
      return found;
    };
    resolve = async (customerId) => ({ access: await find(customerId), familyId: 'family' });
    const recheck: CameraAccessResolver['recheck'] = async ({ customerId }, right) => {
      const access = await find(customerId);
      requireRight(access, right);
      return access;
    };
    const watchAccess = createAccessWatch({ access: { recheck }, accessChanges, clock, log });
    service = createPtzService({ db, clock, log, control, viewings: { steer: () => undefined }, watchAccess });
  });
  afterEach(async () => {
    await service.close();
    await database.close();
  });

  const grant = (over: Partial<CameraGrantsTable> = {}) => insertGrant(db, cameraId, viewerId, { with_ptz: 1, ...over });
  const move = async (): Promise<void> => service.move(await resolve(viewerId), 'page', 0, left);
  const withdraw = async (values: Partial<CameraGrantsTable>): Promise<void> => {
    await db.updateTable('camera_grants').set(values).execute();
    accessChanges.changed(cameraId, viewerId);
    await clock.settle();
  };

  test.each([
    ['without the right to move', { with_ptz: 0 }],
    ['outside of its hours', { daily_from: 0, daily_until: 60 }],
    ['expired', { expires_at: noon }],
  ] as const)('stops at once: %s', async (_, values) => {
    await grant();
    await move();
    await withdraw(values);
    expect(sent).toEqual(['ptz.move 0', 'stop 0']);
    // It is free for others.
    await service.move(await resolve(ownerId), 'page', 0, left);
    expect(sent).toEqual(['ptz.move 0', 'stop 0', 'ptz.move 0']);
  });

  test.each([
    ['the access expires', { expires_at: noon + 700 }],
    ['the hours end', { daily_from: 0, daily_until: 12 * 60 }],
  ] as const)('stops at the moment when %s', async (_, values) => {
    const isHours = 'daily_until' in values;
    if (isHours) clock.setWallClock(noon - 700);
    await grant(values);
    await move();
    await clock.advance(5000);
    expect(sent).toEqual(isHours ? ['ptz.move -700', 'stop 0'] : ['ptz.move 0', 'stop 700']);
  });

  test('stops on its way to a preset, also when the camera answers only later', async () => {
    await grant();
    await service.go(await resolve(viewerId), 'page', { kind: 'preset', presetId: '1' });
    await clock.advance(20_000);
    await withdraw({ with_ptz: 0 });
    expect(sent).toEqual(['ptz.go 0', 'stop 20000']);

    await withdraw({ with_ptz: 1 });
    const { promise, resolve: arrive } = Promise.withResolvers<null>();
    arrival = promise;
    const going = service.go(await resolve(viewerId), 'page', { kind: 'home' });
    await withdraw({ with_ptz: 0 });
    expect(sent.slice(2)).toEqual(['ptz.go 20000']);
    arrive(null);
    await going;
    await clock.settle();
    expect(sent.slice(2)).toEqual(['ptz.go 20000', 'stop 20000']);
  });

  test('goes on when the viewer loses something else, or another user has it by now', async () => {
    await grant();
    await move();
    await withdraw({ with_audio: 0, archive_from: noon });
    expect(sent).toEqual(['ptz.move 0']);
    await clock.advance(3000);
    await service.go(await resolve(viewerId), 'page', { kind: 'home' });
    await clock.advance(3000);
    await service.move(await resolve(ownerId), 'page', 0, left);
    await withdraw({ with_ptz: 0 });
    expect(sent).toEqual(['ptz.move 0', 'stop 1500', 'ptz.go 3000', 'ptz.move 6000']);
  });

  test('nothing is watched any more once it has stopped by itself', async () => {
    await grant();
    await move();
    await service.go(await resolve(viewerId), 'page', { kind: 'home' });
    await clock.advance(30_000);
    await withdraw({ with_ptz: 0 });
    expect(sent).toEqual(['ptz.move 0', 'ptz.go 0']);
  });
});
