import { expect, test } from 'vitest';
import { findTools } from '../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../tooling/lib/postgres.ts';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;

test.skipIf(initdb === null)(
  'R11: PostgreSQL is stopped five times under load: the server stays, answers 503, records all of it, and is well within 5 s',
  { timeout: atMost(120_000) },
  async () => {
    const postgres = await startPostgres(initdb ?? '');
    const product = await startProduct({ DATABASE_URL: postgres.url });
    const camera = await startSceneCamera('porch');
    const owner = await createOwner(product);
    const { pid } = product;
    const { id } = await owner.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
    const footage = () => owner.archive.footage(id, { from: Date.now() - 600_000, to: Date.now() });
    await until('footage', async () => (await footage()).newest !== null, 40_000);

    // Connections are in use at any moment.
    let isOver = false;
    const seen = new Set<number>();
    const load = Array.from({ length: 20 }, async () => {
      while (!isOver) {
        seen.add((await fetch(`${product.url}/readyz`)).status);
        await Promise.allSettled([owner.cameras.list(), owner.account.saveLocale('ru')]);
      }
    });
    for (const mode of ['immediate', 'fast', 'immediate', 'fast', 'immediate'] as const) {
      await until('requests to be answered', async () => (await fetch(`${product.url}/readyz`)).status === 200, 5000);
      seen.clear();
      await postgres.shutDown(mode);
      await until('503', () => seen.has(503));
      await postgres.start();
      await until(
        'the server to be well',
        () =>
          owner.cameras.list().then(
            () => true,
            () => false,
          ),
        5000,
      );
      expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      process.kill(pid, 0);
    }
    isOver = true;
    await Promise.all(load);

    const restoredAt = Date.now();
    await until('footage from after the outages', async () => ((await footage()).newest ?? 0) > restoredAt, 40_000);
    // Parts less than 2 s apart are one.
    expect((await footage()).recordings).toHaveLength(1);
    owner.dispose();
    await product.dispose();
    await camera.stop();
    await postgres.stop();
  },
);
