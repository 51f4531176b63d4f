import { deleteAccount, requestDeletionCode } from '@watchpost/contract/endpoints/account';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { waitForLiveCamera } from '../../testing/live-camera.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { insertGrant } from '../../testing/people.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

test(
  'the deletion stops recording cameras, also for their viewers; they stay stopped over a restart, and record again when the owner restores the account',
  { timeout: atMost(120_000) },
  async () => {
    let server = await startTestServer({ demo: true });
    const db = openDatabase(locateDatabase(server.config));
    try {
      const owner = await server.signIn('owner@example.com');
      const { cameraId } = await waitForLiveCamera(server, owner.access_token);
      const guest = await server.signIn('guest@example.com');
      await insertGrant(db, cameraId, guest.customer_id);
      const viewer = await openLiveViewer(server.url, null);
      viewer.send({ type: 'authorize', token: guest.access_token });
      await viewer.next('authorized');
      viewer.send({ type: 'subscribe', channel: 1, cameraId });
      await expect.poll(() => viewer.media.length, { timeout: atMost(10_000) }).toBeGreaterThan(5);

      const otp = await server.mailedCode(owner.email, () => server.call(requestDeletionCode, { headers: owner.headers }));
      expect((await server.call(deleteAccount, { headers: owner.headers, body: { otp } })).status).toBe(204);
      const deletedAt = Date.now();
      const seen = viewer.media.length;
      const segments = () =>
        db.selectFrom('segments').select(['start_ms', 'duration_ms']).where('camera_id', '=', cameraId).orderBy('start_ms').execute();
      const recorded = await segments();
      expect(recorded.length).toBeGreaterThan(0);

      // The agent retries again and again (its pauses are 0.5 s to 15 s); five seconds of it leave no trace.
      await expect.poll(() => Date.now() - deletedAt, { timeout: atMost(10_000), interval: 500 }).toBeGreaterThan(5000);
      expect(await segments()).toEqual(recorded);
      expect(viewer.media).toHaveLength(seen);
      expect(await partialFiles(join(server.dataDir, 'footage', cameraId))).toEqual([]);
      const refusal = await viewer.next('error');
      expect([refusal.channel, refusal.error.code]).toEqual([1, 'access-ended']);
      viewer.close();

      server = await server.restart();
      const restartedAt = Date.now();
      await expect.poll(() => Date.now() - restartedAt, { timeout: atMost(10_000), interval: 500 }).toBeGreaterThan(2000);
      expect(await segments()).toEqual(recorded);

      const restoredAt = Date.now();
      const back = await server.signIn(owner.email);
      expect(back.is_restored).toBe(true);
      const online = async () =>
        cameraListSchema.parse(await (await server.call(listCameras, { headers: back.headers })).json()).map(({ state }) => state);
      await expect.poll(online, { timeout: atMost(30_000) }).toEqual(['online', 'online', 'online']);
      await expect.poll(async () => (await segments()).length, { timeout: atMost(20_000) }).toBeGreaterThan(recorded.length);
      for (const { start_ms: from, duration_ms: duration } of await segments())
        expect(from + duration <= deletedAt + 1000 || from >= restoredAt - 1000).toBe(true);
    } finally {
      await db.destroy();
      await server.close();
    }
  },
);

/** Segments that are still being written. */
async function partialFiles(folder: string): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.part'));
}
