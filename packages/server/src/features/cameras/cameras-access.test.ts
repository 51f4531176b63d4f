import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '../../kernel/app-error.ts';
import { createTokens, signEmbedToken } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createManualClock, type ManualClock } from '../../testing/manual-clock.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCameraAccess, type CameraAccessResolver } from './cameras-access.ts';

const tokens = createTokens(Buffer.alloc(32, 7));
const origin = 'https://shop.example';

describeDatabases('access to a camera', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let access: CameraAccessResolver;
  let owner: string;
  let viewer: string;
  let cameraId: string;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    const readAccessToken = async (token: string) => {
      if (token !== 'access.viewer') throw new AppError('unauthorized');
      return { customerId: viewer };
    };
    access = createCameraAccess({ db: database.db, clock, tokens, readAccessToken });
    owner = await insertCustomer(database.db, 'owner@example.com');
    viewer = await insertCustomer(database.db, 'viewer@example.com');
    cameraId = await insertCamera(database.db, owner);
  });
  afterEach(() => database.close());

  const embed = (over: Partial<Parameters<typeof signEmbedToken>[1]> = {}) =>
    signEmbedToken(tokens, { cameraId, customerId: owner, origin, withAudio: true, withArchive: true, exp: clock.now() + 60_000, ...over });

  test('the owner may everything, a stranger does not see it, a grant gives what it says', async () => {
    expect(await access.resolve(owner, cameraId)).toMatchObject({ isOwner: true, isFullAccess: true, withAudio: true, withArchive: true });
    expect(await access.resolve(viewer, cameraId)).toBeNull();
    await insertGrant(database.db, cameraId, viewer, { with_audio: 0 });
    expect(await access.resolve(viewer, cameraId)).toMatchObject({ isOwner: false, isFullAccess: false, withAudio: false, withArchive: true });
    expect(await access.resolve(viewer, 'unknown')).toBeNull();
  });

  test('temporary access ends on the millisecond', async () => {
    await insertGrant(database.db, cameraId, viewer, { expires_at: clock.now() + 1000 });
    clock.advance(999);
    expect(await access.resolve(viewer, cameraId)).not.toBeNull();
    clock.advance(1);
    expect(await access.resolve(viewer, cameraId)).toBeNull();
  });

  test('an access token on a socket', async () => {
    await expect(access.authorizeToken('access.viewer', cameraId, null)).rejects.toMatchObject({ code: 'not-found' });
    await insertGrant(database.db, cameraId, viewer);
    await expect(access.authorizeToken('access.viewer', cameraId, null)).resolves.toMatchObject({ customerId: viewer, origin: null });
    await expect(access.authorizeToken('nonsense', cameraId, null)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('an embed token: its camera, its page, its hour, read-only', async () => {
    await expect(access.authorizeToken(embed(), cameraId, origin)).resolves.toEqual({
      cameraId,
      customerId: owner,
      isOwner: false,
      isFullAccess: false,
      withAudio: true,
      withArchive: true,
      origin,
    });
    await expect(access.authorizeToken(embed({ withAudio: false, withArchive: false }), cameraId, origin)).resolves.toMatchObject({ withAudio: false, withArchive: false });
    const other = await insertCamera(database.db, owner);
    await expect(access.authorizeToken(embed(), other, origin)).rejects.toMatchObject({ code: 'not-found' });
    for (const foreign of ['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', null]) {
      await expect(access.authorizeToken(embed(), cameraId, foreign)).rejects.toMatchObject({ code: 'origin-forbidden' });
    }
    await expect(access.authorizeToken(`${embed()}x`, cameraId, origin)).rejects.toMatchObject({ code: 'unauthorized' });
    const token = embed();
    clock.advance(60_000);
    await expect(access.authorizeToken(token, cameraId, origin)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('an embed token gives no more than its issuer has, and nothing once the issuer has lost it', async () => {
    await insertGrant(database.db, cameraId, viewer, { with_archive: 0 });
    await expect(access.authorizeToken(embed({ customerId: viewer }), cameraId, origin)).resolves.toMatchObject({ withAudio: true, withArchive: false });
    await database.db.deleteFrom('camera_grants').execute();
    await expect(access.authorizeToken(embed({ customerId: viewer }), cameraId, origin)).rejects.toMatchObject({ code: 'not-found' });
  });
});
