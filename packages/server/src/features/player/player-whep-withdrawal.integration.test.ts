import { startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { insertCustomer, insertGrant, insertInvite } from '../../testing/people.ts';
import { startSceneAgent, type SceneAgent } from '../../testing/players/scene-agent.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createWhepViewer, type WhepViewer } from '../../testing/whep-viewer.ts';

const groupMs = 6000;
const minuteMs = 60_000;
/** One group of pictures. */
const scene = encodeScene({ seconds: groupMs / 1000, gop: groupMs / 100 });
type Headers = { readonly authorization: string };

/** Real peers: the server's clock is the test's, the connections' is not. */
describe.skipIf(!scene)('WebRTC under way', () => {
  let server: TestServer;
  let db: Db;
  let clock: SettlingClock;
  let agent: SceneAgent;
  let startedAt: number;
  let ownerId: string;
  let owner: Headers;
  let ownerSees: WhepViewer;
  const viewers: WhepViewer[] = [];

  beforeAll(async () => {
    clock = createSettlingClock({ settle: () => new Promise((settled) => setImmediate(settled)), start: Date.UTC(2026, 0, 15, 12) });
    server = await startTestServer({ clock });
    db = openDatabase(locateDatabase(server.config));
    ownerId = await insertCustomer(db, 'owner@example.com');
    owner = await signIn(ownerId);
    if (scene) agent = await startSceneAgent(server, { headers: owner }, scene, clock);
    startedAt = clock.monotonic();
    await db.updateTable('cameras').set({ time_zone: 'UTC' }).execute();
  });
  afterAll(async () => {
    agent.stop();
    await db.destroy();
    await server.close();
  });
  beforeEach(async () => {
    // Half a group of pictures is on its way: a viewer who comes now needs no further one, so that time can stand still while they connect.
    await clock.advance(groupMs - ((clock.monotonic() - startedAt + groupMs / 2) % groupMs));
    ownerSees = await watch(owner);
  });
  afterEach(async () => {
    for (const viewer of viewers.splice(0)) await viewer.close();
  });

  const signIn = async (customerId: string): Promise<Headers> => ({ authorization: `Bearer ${await server.openSession(customerId)}` });
  let people = 0;
  /** Another user with access. */
  const join = async (grant: Parameters<typeof insertGrant>[3]): Promise<Headers> => {
    const id = await insertCustomer(db, `viewer-${(people += 1)}@example.com`);
    await insertGrant(db, agent.cameraId, id, grant);
    return signIn(id);
  };
  const request = (headers: Headers, { offer }: WhepViewer): Promise<Response> =>
    fetch(server.url + fillPath(startWhep.path, { id: agent.cameraId }), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/sdp' },
      body: offer,
    });
  const newViewer = async (): Promise<WhepViewer> => {
    const viewer = await createWhepViewer();
    viewers.push(viewer);
    return viewer;
  };
  /** Connects, and waits for the first picture. */
  const watch = async (headers: Headers): Promise<WhepViewer> => {
    const viewer = await newViewer();
    const response = await request(headers, viewer);
    expect(response.status).toBe(201);
    await viewer.accept(await response.text());
    await viewer.received(1);
    return viewer;
  };
  /** Returns the status and the code with which a session is refused. */
  const refusal = async (headers: Headers): Promise<readonly [number, string]> => {
    const response = await request(headers, await newViewer());
    const { error }: { error: { code: string } } = JSON.parse(await response.text());
    return [response.status, error.code];
  };
  /** Lets a second pass, and waits for pictures of it. */
  const goOn = async (viewer: WhepViewer): Promise<void> => {
    const wanted = viewer.packets.length + 5;
    await clock.advance(1000);
    await viewer.received(wanted);
  };
  const expectEnd = async ({ packets }: WhepViewer): Promise<void> => {
    // What was sent before arrives while the owner goes on watching; then nothing more does.
    await goOn(ownerSees);
    const { length } = packets;
    await goOn(ownerSees);
    await goOn(ownerSees);
    expect(packets).toHaveLength(length);
  };

  test.each([
    ['has expired', [404, 'not-found'], (at: number) => ({ expires_at: at })],
    [
      'is outside of its hours',
      [403, 'access-outside-hours'],
      (at: number) => ({ daily_from: (at / minuteMs - 60) % 1440, daily_until: (at / minuteMs) % 1440 }),
    ],
  ])('R24: 10 s after access that %s, no picture arrives any more, and no other session begins', async (_, refused, until) => {
    const at = Math.ceil((clock.now() + 5000) / minuteMs) * minuteMs;
    const headers = await join(until(at));
    const viewer = await watch(headers);
    await clock.advance(at - clock.now() - 2000);
    await goOn(viewer);
    await clock.advance(at - clock.now() + 10_000);
    await expectEnd(viewer);
    expect(await refusal(headers)).toEqual(refused);
  });

  test('R24: one viewer too many is refused; 10 s after a lowered number of viewers the newest gets no picture, the others go on', async () => {
    const inviteId = await insertInvite(db, agent.cameraId, ownerId, { max_viewers: 2 });
    const [first, second, third] = [
      await join({ invite_id: inviteId }),
      await join({ invite_id: inviteId }),
      await join({ invite_id: inviteId }),
    ];
    const [stays, leaves] = [await watch(first), await watch(second)];
    expect(await refusal(third)).toEqual([409, 'viewer-limit-reached']);
    await clock.advance(10_000);
    await goOn(stays);
    await goOn(leaves);
    await db.updateTable('invites').set({ max_viewers: 1 }).where('id', '=', inviteId).execute();
    await clock.advance(10_000);
    await expectEnd(leaves);
    await goOn(stays);
    expect([await refusal(second), await refusal(third)]).toEqual(Array.from({ length: 2 }, () => [409, 'viewer-limit-reached']));
  });
});
