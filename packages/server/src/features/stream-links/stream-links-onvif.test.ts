import { createStreamLink, revokeStreamLink, updateStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { fillPath } from '@watchpost/contract/kernel';
import { streamLinkSchema, type StreamLink } from '@watchpost/contract/schemas/stream-links';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const refused = '401 Sender NotAuthorized';

describeDatabases('the ONVIF port', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: ManualClock;
  let owner: string;
  let cameraId: string;

  beforeAll(async () => {
    clock = createManualClock();
    place = await createDatabasePlace(engine);
    server = await startTestServer({ ...place, clock, rtspPort: 0, onvifPort: 0 });
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    owner = await insertCustomer(db, `owner-${crypto.randomUUID()}@example.com`);
    cameraId = await insertCamera(db, owner, { title: 'Yard & gate' });
    // Wrong passwords are counted by the minute.
    clock.advance(60_000);
  });

  const headersOf = async (customerId: string) => ({ authorization: `Bearer ${await server.openSession(customerId)}` });
  const create = async (over: object = {}, customerId = owner): Promise<StreamLink> => {
    const body = { name: 'Recorder', cameraId, withOnvif: true, ...over };
    const answer = await server.call(createStreamLink, { headers: await headersOf(customerId), body });
    return streamLinkSchema.parse(await answer.json());
  };
  const secretOf = ({ urls }: StreamLink): string => /\/streams\/\w{10}(\w{32})\//.exec(urls.hls ?? '')?.[1] ?? '';
  const addressOf = ({ urls }: StreamLink): string => urls.onvif ?? '';
  /** Asks for the profiles of a link. */
  const ask = async (link: StreamLink, { username = link.id, password = secretOf(link), address = addressOf(link) } = {}) => {
    const body = soapRequest('media', 'GetProfiles', { header: tokenHeader({ username, password, at: clock.now() }) });
    const answer = await fetch(address, { method: 'POST', body });
    const text = await answer.text();
    return answer.status === 200 ? (/<tt:Name>([^<]*)</.exec(text)?.[1] ?? '') : [answer.status, ...faultCodes(text)].join(' ');
  };

  test('describes the camera of a link to every client that has its password', async () => {
    const link = await create();
    expect(link.urls.onvif).toMatch(new RegExp(`^http://localhost:\\d+/onvif/${link.id}/device_service$`));
    expect(await ask(link)).toBe('Yard &#38; gate');
    expect(await ask(link, { address: addressOf(link).replace(`/${link.id}`, '') })).toBe('Yard &#38; gate');
    const other = await create();
    expect(await ask(link, { password: secretOf(other) })).toBe(refused);
    expect(await ask(link, { username: other.id, password: secretOf(other) })).toBe(refused);
    for (const username of ['', 'Zzzzzz9999', `${link.id}x`, 'a&#233;b']) expect(await ask(link, { username })).toBe(refused);
  });

  test.each<[string, object]>([
    ['does not say so', { withOnvif: false }],
    ['has no RTSP', { formats: ['hls', 'snapshot'] }],
  ])('is closed for a link that %s', async (_, over) => {
    const device = await create();
    const link = await create(over);
    expect(link.urls.onvif).toBeNull();
    expect(await ask(link, { address: addressOf(device).replace(device.id, link.id) })).toBe(refused);
    const snapshotOf = async (one: StreamLink) =>
      (await fetch(addressOf(device).replace(`${device.id}/device_service`, `${one.id}${secretOf(one)}/snapshot.jpg`))).status;
    // The camera is offline.
    expect([await snapshotOf(device), await snapshotOf(link)]).toEqual([409, 404]);
  });

  test('is closed at once for a link that was changed, revoked or has expired, and for a deleted account', async () => {
    const headers = await headersOf(owner);
    const link = await create();
    const change = async (withOnvif: boolean) => {
      const path = fillPath(updateStreamLink.path, { id: link.id });
      await server.call({ ...updateStreamLink, path }, { headers, body: { withOnvif } });
    };
    await change(false);
    expect(await ask(link)).toBe(refused);
    await change(true);
    expect(await ask(link)).toBe('Yard &#38; gate');
    await server.call({ ...revokeStreamLink, path: fillPath(revokeStreamLink.path, { id: link.id }) }, { headers });
    expect(await ask(link)).toBe(refused);

    const short = await create({ expiresAt: clock.now() + 1000 });
    expect(await ask(short)).toBe('Yard &#38; gate');
    clock.advance(1000);
    expect(await ask(short)).toBe(refused);

    const lasting = await create();
    await db.updateTable('customers').set({ deleted_at: clock.now() }).where('id', '=', owner).execute();
    expect(await ask(lasting)).toBe(refused);
  });

  test('is closed when the creator of the link can no longer share the camera', async () => {
    const guard = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    await insertGrant(db, cameraId, guard);
    const grant = (values: object) =>
      db.updateTable('camera_grants').set(values).where('camera_id', '=', cameraId).where('customer_id', '=', guard).execute();
    await grant({ access: 'full' });
    const link = await create({}, guard);
    expect(await ask(link)).toBe('Yard &#38; gate');
    for (const values of [{ access: 'view' }, { access: 'full', has_watermark: 1 }]) {
      await grant(values);
      expect(await ask(link)).toBe(refused);
    }
    await grant({ has_watermark: 0 });
    expect(await ask(link)).toBe('Yard &#38; gate');
    await db.deleteFrom('camera_grants').where('camera_id', '=', cameraId).execute();
    expect(await ask(link)).toBe(refused);
  });

  test('never logs a password', async () => {
    const link = await create();
    await ask(link, { password: 'wrong-password' });
    await ask(link);
    await fetch(addressOf(link).replace('/device_service', `${secretOf(link)}/snapshot.jpg`));
    expect(server.logLines.join('\n')).not.toContain(secretOf(link));
    expect(server.logLines.join('\n')).not.toContain('wrong-password');
  });
});
