import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCameraAccess } from './cameras-access.ts';
import { createCameraAudience } from './cameras-audience.ts';

describeDatabases('the audience of a camera', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
  });
  afterEach(() => database.close());

  test('is exactly the users whose access resolves', async () => {
    const { db } = database;
    const names = ['owner', 'viewer', 'full', 'expired', 'soon', 'deleted', 'evening', 'stranger'];
    const ids = new Map<string, string>();
    for (const name of names) ids.set(name, await insertCustomer(db, `${name}@example.com`));
    const id = (name: string): string => ids.get(name) ?? '';
    const cameraId = await insertCamera(db, id('owner'));
    const other = await insertCamera(db, id('stranger'));
    await insertGrant(db, cameraId, id('viewer'));
    await insertGrant(db, cameraId, id('full'), { access: 'full' });
    await insertGrant(db, cameraId, id('expired'), { expires_at: clock.now() });
    await insertGrant(db, cameraId, id('soon'), { expires_at: clock.now() + 1 });
    await insertGrant(db, cameraId, id('deleted'));
    // At noon, UTC.
    await insertGrant(db, cameraId, id('evening'), { daily_from: 18 * 60, daily_until: 20 * 60 });
    await insertGrant(db, other, id('owner'));
    await db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', id('deleted')).execute();

    const audience = createCameraAudience({ db, clock });
    const readAccessToken = async () => {
      throw new AppError('unauthorized');
    };
    const deps = { db, clock, tokens: createTokens(Buffer.alloc(32, 7)) };
    const access = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken,
      isSessionRunning: async () => true,
    });
    const resolved = async (camera: string, right: 'isVisible' | 'canWatch') => {
      const seeing: string[] = [];
      for (const customerId of ids.values()) if ((await access.resolve(customerId, camera))?.capabilities[right]) seeing.push(customerId);
      return seeing.sort();
    };
    const expectSame = async () => {
      for (const camera of [cameraId, other, 'unknown']) {
        expect((await audience(camera)).sort()).toEqual(await resolved(camera, 'isVisible'));
        expect((await audience(camera, 'watch')).sort()).toEqual(await resolved(camera, 'canWatch'));
      }
    };

    expect((await audience(cameraId)).sort()).toEqual([id('owner'), id('viewer'), id('full'), id('soon'), id('evening')].sort());
    expect(await audience(cameraId, 'watch')).not.toContain(id('evening'));
    await expectSame();
    clock.advance(1);
    expect(await audience(cameraId)).not.toContain(id('soon'));
    await expectSame();
    await db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', id('owner')).execute();
    expect(await audience(cameraId)).toEqual([]);
    await expectSame();
  });
});
