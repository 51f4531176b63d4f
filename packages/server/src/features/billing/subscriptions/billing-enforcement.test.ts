import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFootageLedger } from '../../../media/recording/footage-ledger.ts';
import { createFootagePaths } from '../../../media/recording/footage-paths.ts';
import { createOutages } from '../../../media/recording/outages.ts';
import { createRetention } from '../../../media/retention/retention.ts';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { createPlanAdministration } from '../plans/billing-plan-administration.ts';
import { readReducedCameras } from './billing-enforcement.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** The first period lasts from 31 January to 28 February. */
const periodMs = 28 * day;

describeDatabases('what a plan promises is kept', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => void (scene = await createBillingScene(engine)));
  afterEach(() => scene.close());

  const buy = async (planId: string): Promise<void> => {
    const order = await scene.order([{ cameraId: scene.cameraId, planId }]);
    if (order.toPay > 0) await scene.payByCard(order.id, 'visa');
    else
      await scene.billing.payments.pay(scene.customerId, {
        orderId: order.id,
        body: { method: 'balance' },
        key: `k-${order.id}`.padEnd(16, '-'),
        locale: 'en',
      });
    await scene.settle();
  };

  /** Retention on the same database and the same clock. */
  const createArchive = async () => {
    const { db } = scene.database;
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-billing-archive-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const paths = createFootagePaths(dataDir);
    await mkdir(paths.root, { recursive: true });
    const log = pino({ level: 'silent' });
    const ledger = createFootageLedger(db);
    /** Starts over with each look: it distrusts a clock that jumps, and this one only jumps. */
    const look = async (): Promise<void> => {
      const retention = createRetention({
        db,
        clock: scene.clock,
        log,
        paths,
        ledger,
        outages: createOutages({ db, log }),
        readSpace: async () => ({ free: 1e12, total: 1e12 }),
      });
      await retention.run();
      await retention.close();
    };
    return {
      record: () =>
        ledger.add([{ camera_id: scene.cameraId, start_ms: scene.clock.now(), duration_ms: 4000, size: 1, init_hash: 'aaaaaaaa' }]),
      /** Moves the time in steps of half a day. @returns the times of the recordings that are left */
      later: async (ms: number): Promise<number[]> => {
        for (let left = ms; left > 0; left -= 12 * hour) {
          await scene.later(Math.min(left, 12 * hour));
          await look();
        }
        return (await db.selectFrom('segments').select('start_ms').orderBy('start_ms').execute()).map(({ start_ms: start }) => start);
      },
    };
  };

  test('a camera has the picture of its plan, after a restart, too', async () => {
    const { db } = scene.database;
    const plans = createPlanAdministration({ db, clock: scene.clock, currency: 'RUB' });
    const small = { name: { en: 'Small', ru: 'Малый' }, period: 'Monthly', price: 9900, archiveDays: 7 } as const;
    await plans.put('small', { ...small, isHd: false, isMostPopular: false, endDate: null });
    await scene.settle();
    expect(scene.pictures).toEqual([[scene.cameraId, true]]);
    expect(await readReducedCameras(db)).toEqual([]);
    await buy('small.1');
    expect(scene.pictures.slice(1)).toEqual([[scene.cameraId, false]]);
    expect(await readReducedCameras(db)).toEqual([scene.cameraId]);
    // What was bought stays as bought.
    await plans.put('small', { ...small, isHd: true, isMostPopular: false, endDate: null });
    const another = await scene.open();
    await another.run();
    expect(scene.pictures.slice(2)).toEqual([[scene.cameraId, false]]);
    // A plan that has ended keeps its picture: live video goes on.
    await scene.later(periodMs);
    for (let days = 0; days < 4; days += 1) await scene.later(day);
    expect(await scene.subscription()).toMatchObject({ state: 'Blocked' });
    expect(await readReducedCameras(db)).toEqual([scene.cameraId]);
    await buy('small.2');
    expect(scene.pictures.at(-1)).toEqual([scene.cameraId, true]);
    expect(await readReducedCameras(db)).toEqual([]);
  });

  test('a paused service loses no footage before the days that were paid for are over', async () => {
    const archive = await createArchive();
    await buy('week.1');
    await scene.later(periodMs - hour);
    await archive.record();
    const paidDay = scene.clock.now();
    // Not paid: it goes on for the days of grace, and then it stops.
    expect(await archive.later(2 * day)).toEqual([paidDay]);
    await archive.record();
    const graceDay = scene.clock.now();
    await archive.later(day + 2 * hour);
    const { state, footageKeptUntil } = await scene.subscription();
    expect(state).toBe('Blocked');
    expect(footageKeptUntil).toBeGreaterThanOrEqual(graceDay + 7 * day);
    // Each recording is kept for the seven days of the plan, and goes within the hours after.
    expect(await archive.later(paidDay + 7 * day - scene.clock.now())).toEqual([paidDay, graceDay]);
    expect(await archive.later(day)).toEqual([graceDay]);
    expect(await archive.later(graceDay + 7 * day - scene.clock.now())).toEqual([graceDay]);
    expect(await archive.later(day)).toEqual([]);
  });

  test('a larger archive keeps what is there, a smaller one deletes what is older than its days', async () => {
    const archive = await createArchive();
    await buy('week.1');
    await archive.record();
    const first = scene.clock.now();
    await archive.later(6 * day);
    await buy('month.1');
    expect(await archive.later(14 * day)).toEqual([first]);
    await archive.record();
    const second = scene.clock.now();
    await buy('week.1');
    expect(await archive.later(hour)).toEqual([second]);
  });
});
