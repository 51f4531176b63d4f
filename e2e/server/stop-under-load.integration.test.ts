import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { updateProfile } from '@watchpost/contract/endpoints/account';
import { archiveMedia, archivePlaylist } from '@watchpost/contract/endpoints/archive';
import { liveSocket } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { liveSubprotocol, type LiveClientMessage } from '@watchpost/contract/protocols/live';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { segmentTimes, walkSegment } from '../../packages/server/src/media/packaging/segment-walker.ts';
import { openLiveViewer } from '../../packages/server/src/testing/live-viewer.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';

const disposals: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});
const atEnd = (dispose: () => Promise<unknown> | void): void => void disposals.push(dispose);

test(
  'R5: SIGTERM under load: over within 10 s, no answer is cut, nothing is half written, and viewers have a picture 15 s after the restart',
  { timeout: atMost(120_000) },
  async () => {
    const product = await startProduct();
    atEnd(product.dispose);
    const owner = await createOwner(product);
    atEnd(() => owner.dispose());
    const ids: string[] = [];
    for (const scene of ['porch', 'street'] as const) {
      const camera = await startSceneCamera(scene);
      atEnd(camera.stop);
      ids.push((await owner.addCamera.addRtsp({ url: camera.url, title: scene })).id);
    }
    const newest = async (id: string): Promise<number> =>
      (await owner.archive.footage(id, { from: Date.now() - 600_000, to: Date.now() })).newest ?? 0;
    for (const id of ids) await until('footage', async () => (await newest(id)) > 0, 40_000);
    const token = (await owner.session.accessToken()) ?? '';
    const subscribe: readonly LiveClientMessage[] = [
      { type: 'authorize', token },
      { type: 'subscribe', channel: 1, cameraId: ids[0] ?? '' },
    ];

    const sleeper = new WebSocket(product.url.replace('http', 'ws') + liveSocket.path, liveSubprotocol).on('error', () => undefined);
    atEnd(() => sleeper.terminate());
    await once(sleeper, 'open');
    for (const message of subscribe) sleeper.send(JSON.stringify(message));
    await once(sleeper, 'message');
    // A phone that fell asleep: it reads nothing, and answers nothing.
    sleeper.pause();

    // Playlists, media and writes at any moment.
    const faults: string[] = [];
    let answered = 0;
    let isStopping = false;
    const ask = async (path: string, init: RequestInit = {}): Promise<string | null> => {
      const headers = { authorization: `Bearer ${token}`, ...(init.body !== undefined && { 'content-type': 'application/json' }) };
      const answer = await fetch(product.url + path, { ...init, headers }).catch(() => null);
      if (!answer) {
        if (!isStopping) faults.push(`${path}: no answer`);
        return null;
      }
      const text = await answer.text().catch(() => null);
      if (text === null) faults.push(`${path}: cut`);
      else answered += 1;
      if (answer.status >= 500 && !(isStopping && answer.status === 503)) faults.push(`${path}: ${answer.status} ${text ?? ''}`);
      return text;
    };
    const clients = Array.from({ length: 12 }, async (_, client) => {
      const id = ids[client % ids.length] ?? '';
      for (let round = client; ; round += 1) {
        const list = await ask(`${fillPath(archivePlaylist.path, { id })}?from=${Date.now() - 60_000}&to=${Date.now()}`);
        const file = list?.match(/^\d+\.m4s/gm)?.at(-1);
        if (file !== undefined) await ask(fillPath(archiveMedia.path, { id, file }));
        const locale = round % 2 === 0 ? 'ru' : 'en';
        // Nobody answers any more.
        if ((await ask(updateProfile.path, { method: updateProfile.method, body: JSON.stringify({ locale }) })) === null) return;
      }
    });
    await until('the load', () => answered > 200);
    isStopping = true;
    const stoppedAt = performance.now();
    await product.stop('SIGTERM');
    expect(performance.now() - stoppedAt).toBeLessThan(atMost(10_000));
    await Promise.all(clients);
    expect(faults).toEqual([]);
    expectWholeFootage(product);

    const restartedAt = Date.now();
    await product.start();
    const viewer = await openLiveViewer(product.url, null);
    atEnd(viewer.close);
    for (const message of subscribe) viewer.send(message);
    await until('a picture', () => viewer.media.length > 1);
    expect(Date.now() - restartedAt).toBeLessThan(atMost(15_000));
    for (const id of ids) await until('footage of after the restart', async () => (await newest(id)) > restartedAt, 40_000);
  },
);

/** Expects that each file of footage is whole and indexed as it is, and that the index has nothing else. */
function expectWholeFootage({ dataDir }: Product): void {
  const database = new DatabaseSync(join(dataDir, 'watchpost.db'), { readOnly: true });
  const indexed = database
    .prepare(`select camera_id || ' ' || start_ms || '.m4s ' || start_ms || ' ' || duration_ms || ' ' || size as line from segments`)
    .all()
    .map(({ line }) => String(line));
  const problems = database.prepare('pragma integrity_check').all();
  database.close();
  expect(problems).toEqual([{ integrity_check: 'ok' }]);
  const root = join(dataDir, 'footage');
  const written = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('init-'))
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name));
      const walked = walkSegment(bytes);
      const { startMs = 0, endMs = 0 } = segmentTimes(walked) ?? {};
      const [cameraId = ''] = relative(root, parentPath).split(sep);
      return `${cameraId} ${name} ${startMs} ${endMs - startMs} ${walked.wholeBytes === bytes.byteLength ? bytes.byteLength : 'cut'}`;
    });
  expect(new Set(written)).toEqual(new Set(indexed));
}
