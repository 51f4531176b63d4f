import { liveMedia, livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { insertCustomer, insertGrant, insertInvite } from '../../testing/people.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scene = encodeScene({ seconds: 6 });
type Headers = { readonly authorization: string };

/** A live camera with sound. */
describe.skipIf(!scene)('live HLS under way', () => {
  let server: TestServer;
  let db: Db;
  let clock: SettlingClock;
  let agent: SceneAgent;
  let ownerId: string;
  let inviteId: string;
  let first: Headers;
  let second: Headers;

  beforeAll(async () => {
    clock = createSettlingClock({ settle: () => new Promise((settled) => setImmediate(settled)), start: Date.UTC(2026, 0, 15, 12) });
    server = await startTestServer({ clock });
    db = openDatabase(locateDatabase(server.config));
    ownerId = await insertCustomer(db, 'owner@example.com');
    const headers = await signIn(ownerId);
    if (scene) agent = await startSceneAgent(server, { headers }, scene, clock);
  }, 60_000);
  afterAll(async () => {
    agent.stop();
    await db.destroy();
    await server.close();
  });
  beforeEach(async () => {
    inviteId = await insertInvite(db, agent.cameraId, ownerId, { max_viewers: 2 });
    [first, second] = [await join(), await join()];
  });

  const signIn = async (customerId: string): Promise<Headers> => ({ authorization: `Bearer ${await server.openSession(customerId)}` });
  let people = 0;
  /** Another user of the link. */
  const join = async (): Promise<Headers> => {
    const id = await insertCustomer(db, `viewer-${(people += 1)}@example.com`);
    await insertGrant(db, agent.cameraId, id, { invite_id: inviteId });
    return signIn(id);
  };
  const change = (values: Parameters<typeof insertGrant>[3]) =>
    db
      .updateTable('camera_grants')
      .set(values ?? {})
      .where('invite_id', '=', inviteId)
      .execute();
  const request = (headers: Headers, file?: string): Promise<Response> => {
    const path = file === undefined ? livePlaylist.path : liveMedia.path;
    return fetch(server.url + fillPath(path, { id: agent.cameraId, file: file ?? '' }), { headers });
  };
  const statusOf = async (headers: Headers, file?: string): Promise<number> => {
    const response = await request(headers, file);
    await response.arrayBuffer();
    return response.status;
  };
  /** Begins to play, while time passes and the camera sends. Returns the files of the playlist: its init section first. */
  const play = async (headers: Headers): Promise<readonly string[]> => {
    const answer = request(headers).then(async (response) => [response.status, await response.text()] as const);
    let isThere = false;
    void answer.finally(() => (isThere = true));
    while (!isThere) await clock.advance(100);
    const [status, playlist] = await answer;
    expect(status).toBe(200);
    const [init = ''] = /init-\w+\.mp4/.exec(playlist) ?? [];
    return [
      init,
      ...new Set(playlist.match(/\b\d+(\.\d+)?\.m4s/g)?.filter((file) => !playlist.includes(`PRELOAD-HINT:TYPE=PART,URI="${file}"`))),
    ];
  };
  /** Returns which of the files a viewer gets with sound, and which without. */
  const soundOf = async (headers: Headers, files: readonly string[]) => {
    const [heard, silent]: [string[], string[]] = [[], []];
    for (const file of files) {
      const response = await request(headers, file);
      const bytes = Buffer.from(await response.arrayBuffer());
      if (response.status !== 200) continue;
      const hasSound = file.startsWith('init') ? bytes.includes('mp4a') : walkSegment(bytes).fragments.some(({ kind }) => kind === 'audio');
      (hasSound ? heard : silent).push(file);
    }
    return { heard, silent };
  };

  test('R24: a viewer who loses the sound gets no file with it any more, neither by its old name nor by the new playlist', async () => {
    const before = await play(first);
    const { heard } = await soundOf(first, before);
    expect(heard).toContain(before[0]);
    expect(heard.length).toBeGreaterThan(2);
    await change({ with_audio: 0 });
    expect((await soundOf(first, before)).heard).toEqual([]);
    const after = await play(first);
    expect(after.length).toBeGreaterThan(2);
    expect(await soundOf(first, after)).toEqual({ heard: [], silent: after });
  });

  test.each([
    ['expires', 404, () => change({ expires_at: clock.now() + 10_000 })],
    ['is outside of its hours', 403, () => change({ daily_from: 60, daily_until: 120 })],
    ['is revoked', 404, () => db.deleteFrom('camera_grants').where('invite_id', '=', inviteId).execute()],
  ])('R24: 10 s after access that %s, every request is refused', async (_, refused, withdraw) => {
    const files = await play(first);
    expect(await Promise.all([statusOf(first), statusOf(first, files[0]), statusOf(first, files[1])])).toEqual([200, 200, 200]);
    await withdraw();
    await clock.advance(10_000);
    expect(await Promise.all([statusOf(first), statusOf(first, files[0]), statusOf(first, files[1])])).toEqual([refused, refused, refused]);
  });

  test('R24: a lowered number of viewers refuses the next request of the newest; the others go on', async () => {
    await play(first);
    await play(second);
    const [init] = await play(first);
    expect([await statusOf(first, init), await statusOf(second, init)]).toEqual([200, 200]);
    await db.updateTable('invites').set({ max_viewers: 1 }).where('id', '=', inviteId).execute();
    expect([await statusOf(first, init), await statusOf(second, init), await statusOf(second)]).toEqual([200, 409, 409]);
  });
});
