import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../packages/server/src/db/database.ts';
import { startS3Server } from '../../packages/server/src/testing/object-store/s3-server.ts';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { readFootageRange, readRecordings, type RecordedCamera, type RecordedRange } from '../support/archive/read-recordings.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const disposals: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});
const atEnd = (dispose: () => Promise<unknown> | void): void => void disposals.push(dispose);

test(
  'a whole server moves its recordings to a bucket and back while a camera is being recorded: every moment plays at each step',
  { timeout: atMost(300_000) },
  async () => {
    const store = await startS3Server();
    atEnd(store.remove);
    const { endpoint, bucket, region, accessKey, secretKey } = store.settings;
    const inBucket = {
      WATCHPOST_S3_ENDPOINT: endpoint,
      WATCHPOST_S3_BUCKET: bucket,
      WATCHPOST_S3_REGION: region,
      WATCHPOST_S3_ACCESS_KEY: accessKey,
      WATCHPOST_S3_SECRET_KEY: secretKey,
    };
    const scene = await startSceneCamera('warehouse');
    atEnd(scene.stop);
    const first = await startProduct();
    atEnd(first.dispose);
    const { dataDir } = first;
    const db = openDatabase({ kind: 'sqlite', file: join(dataDir, 'watchpost.db') });
    atEnd(() => db.destroy());
    const owner = await createOwner(first);
    atEnd(() => owner.dispose());
    const { id: cameraId } = await owner.addCamera.addRtsp({ url: scene.url, title: 'Yard' });
    const token = (await owner.session.accessToken()) ?? '';
    const cameraAt = ({ url }: Pick<Product, 'url'>): RecordedCamera => ({ url, token, cameraId });
    /** Waits until a camera has been recorded up to a moment. @returns all that it has */
    const footageUntil = (camera: RecordedCamera, moment: number): Promise<RecordedRange> => {
      const reaches = async (): Promise<RecordedRange | false> => {
        const range = await readFootageRange(camera);
        return range !== null && range.to >= moment && range;
      };
      return until('footage', reaches, 60_000);
    };
    /** Starts the server again, with other settings. */
    const restart = async (running: Product, environment: Readonly<Record<string, string>>): Promise<Product> => {
      await running.stop('SIGTERM');
      const product = await startProduct({ ...environment, DATA_DIR: dataDir });
      atEnd(product.dispose);
      return product;
    };
    /** Starts of the segments that are files, Unix ms. */
    const files = async (): Promise<number[]> =>
      (await readdir(join(dataDir, 'footage', cameraId), { recursive: true }))
        .flatMap((name) => /(\d{1,16})\.m4s$/.exec(name)?.[1] ?? [])
        .map(Number);

    // On the disk; an object has 1 MB at least.
    const begin = (await footageUntil(cameraAt(first), 0)).from;
    const onDisk = await footageUntil(cameraAt(first), begin + 20_000);
    const recorded = await readRecordings(cameraAt(first), onDisk);
    expect(recorded.size).toBeGreaterThan(3);

    // To the bucket, while the camera goes on.
    const second = await restart(first, inBucket);
    const secondAt = Date.now();
    await until('the files to be in the bucket', async () => (await files()).every((start) => start >= onDisk.to), 90_000);
    expect(await readRecordings(cameraAt(second), onDisk)).toEqual(recorded);
    const inBoth = await footageUntil(cameraAt(second), secondAt + 5000);
    const whole = await readRecordings(cameraAt(second), inBoth);
    expect(whole.size).toBeGreaterThan(recorded.size);

    // And back.
    const third = await restart(second, { ...inBucket, WATCHPOST_S3_MOVE: 'to-disk' });
    const thirdAt = Date.now();
    const isEmpty = async (): Promise<boolean> => {
      const stored = await db.selectFrom('stored_segments').select('start_ms').limit(1).execute();
      const objects = await db.selectFrom('footage_objects').select('id').where('remove_after', 'is', null).limit(1).execute();
      return stored.length + objects.length === 0;
    };
    await until('the bucket to be empty', isEmpty, 150_000);
    await store.kill();
    expect(await readRecordings(cameraAt(third), inBoth)).toEqual(whole);
    await footageUntil(cameraAt(third), thirdAt + 5000);
  },
);
