import {
  becomeGuest,
  getGuestInvitation,
  getInvitation,
  getInvitationPicture,
  leaveGuest,
  renewGuest,
  revokeInvite,
  updateCameraUser,
  updateInvite,
} from '@watchpost/contract/endpoints/sharing';
import { guestSchema, invitationSchema } from '@watchpost/contract/schemas/sharing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadKeys } from '../../../kernel/keys.ts';
import { createTokens, readGuestToken } from '../../../kernel/tokens.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertGrant } from '../../../testing/people.ts';
import { createSharingScene, testPicture, type SharingPerson, type SharingScene } from '../../../testing/sharing-scene.ts';

const pictured = 'cam_pictured';
let names = 0;
const fresh = (name: string): string => `${name}-${(names += 1)}`;

describeDatabases('guests of a link', (engine) => {
  let scene: SharingScene;
  let owner: SharingPerson;
  let cameraId: string;

  beforeAll(async () => {
    scene = await createSharingScene(engine, { publicOrigin: 'https://cams.example', pictured: [pictured] });
    owner = await scene.person('owner');
    await insertCamera(scene.db, owner.id, { id: pictured });
  }, 60_000);
  beforeEach(async () => {
    cameraId = await insertCamera(scene.db, owner.id);
  });
  afterAll(() => scene.close());

  const shareWithGuests = (over: object = {}) => scene.share(owner, [cameraId], { allowsGuests: true, ...over });
  const join = (token: string, headers: Record<string, string> = {}) => scene.call(null, becomeGuest, { parameters: { token }, headers });
  const cookieOf = (headers: Headers): string => headers.get('set-cookie') ?? '';
  const pairOf = (headers: Headers): string => cookieOf(headers).split(';')[0] ?? '';
  const renew = (id: string, cookie: string) => scene.call(null, renewGuest, { parameters: { id }, headers: { cookie } });
  const countGuests = async (id: string) => (await scene.db.selectFrom('guests').select('id').where('invite_id', '=', id).execute()).length;

  test('the browser gets a cookie that scripts can’t read, and a token of ten minutes', async () => {
    const link = await shareWithGuests({ archiveRange: { kind: 'from-acceptance' } });
    const before = Date.now();
    const { status, body, headers } = await join(link.token, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
    });
    expect(status).toBe(200);
    const guest = guestSchema.parse(body);
    expect(cookieOf(headers)).toMatch(
      new RegExp(`^wp-guest-${link.id}=[\\w-]{43}; Max-Age=7776000; Path=/public/api/v3; HttpOnly; Secure; SameSite=Lax$`),
    );
    expect(guest.tokenExpiresAt - before).toBeGreaterThanOrEqual(600_000);
    expect(guest.tokenExpiresAt - Date.now()).toBeLessThanOrEqual(600_000);
    expect(guest.invitation).toMatchObject({ id: link.id, allowsGuests: true, cameras: [{ id: cameraId }] });
    const claims = readGuestToken(createTokens(loadKeys(scene.server.config).tokens), guest.token);
    const [row] = await scene.db.selectFrom('guests').selectAll().where('invite_id', '=', link.id).execute();
    expect(claims).toEqual({ guestId: row?.id, inviteId: link.id, exp: guest.tokenExpiresAt });
    expect(row).toMatchObject({ browser: 'Firefox', system: 'Linux' });
    expect(JSON.stringify(row)).not.toContain(pairOf(headers).split('=')[1]);
  });

  test('the same browser stays the same guest, another one is another', async () => {
    const link = await shareWithGuests();
    const first = await join(link.token);
    const cookie = pairOf(first.headers);
    const again = await join(link.token, { cookie });
    expect(pairOf(again.headers)).toBe(cookie);
    expect(await countGuests(link.id)).toBe(1);
    expect(pairOf((await join(link.token, { cookie: `wp-guest-${link.id}=${'x'.repeat(43)}` })).headers)).not.toBe(cookie);
    expect(await countGuests(link.id)).toBe(2);
    const renewed = await renew(link.id, cookie);
    expect([renewed.status, guestSchema.parse(renewed.body).invitation.id]).toEqual([200, link.id]);
  });

  test('the cookie of one link does not count for another, and without it nobody is a guest', async () => {
    const link = await shareWithGuests();
    const other = await shareWithGuests();
    const secret = pairOf((await join(link.token)).headers).split('=')[1] ?? '';
    for (const cookie of ['', `wp-guest-${other.id}=${secret}`, `wp-guest-${link.id}=`])
      expect((await renew(other.id, cookie)).status).toBe(404);
    expect((await renew('inv_unknown', `wp-guest-inv_unknown=${secret}`)).status).toBe(404);
  });

  test('a token and a cookie end with the link', async () => {
    const expiresAt = Date.now() + 90_000;
    const link = await shareWithGuests({ expiresAt });
    const { body, headers } = await join(link.token);
    expect(guestSchema.parse(body).tokenExpiresAt).toBe(expiresAt);
    expect(Number(/Max-Age=(\d+)/.exec(cookieOf(headers))?.[1])).toBeLessThanOrEqual(90);
    await scene.db.updateTable('invites').set({ expires_at: 1 }).where('id', '=', link.id).execute();
    expect((await renew(link.id, pairOf(headers))).status).toBe(404);
    expect((await join(link.token)).status).toBe(404);
  });

  test('revoking the link, closing it for guests, and its creator losing the right each end a guest', async () => {
    const full = await scene.person(fresh('full'));
    await insertGrant(scene.db, cameraId, full.id, { access: 'full' });
    const guestOf = async (person: SharingPerson) => {
      const link = await scene.share(person, [cameraId], { allowsGuests: true });
      const cookie = pairOf((await join(link.token)).headers);
      expect((await renew(link.id, cookie)).status).toBe(200);
      return { link, cookie };
    };
    const revoked = await guestOf(owner);
    await scene.call(owner, revokeInvite, { parameters: { id: revoked.link.id } });
    const closed = await guestOf(owner);
    await scene.call(owner, updateInvite, { parameters: { id: closed.link.id }, body: { allowsGuests: false } });
    const lost = await guestOf(full);
    await scene.call(owner, updateCameraUser, { parameters: { id: cameraId, customerId: full.id }, body: { access: 'view' } });
    for (const { link, cookie } of [revoked, closed, lost]) {
      expect((await renew(link.id, cookie)).status).toBe(404);
      expect((await join(link.token)).status).toBe(404);
      expect((await scene.call(null, getGuestInvitation, { parameters: { token: link.token } })).status).toBe(404);
    }
    expect(await countGuests(revoked.link.id)).toBe(0);
  });

  test('a link without guests is unknown to a browser without an account', async () => {
    const link = await scene.share(owner, [cameraId, pictured], { hasPicture: true });
    expect((await join(link.token)).status).toBe(404);
    expect((await scene.call(null, getGuestInvitation, { parameters: { token: link.token } })).status).toBe(404);
    const picture = { parameters: { token: link.token, cameraId: pictured } };
    expect((await scene.call(null, getInvitationPicture, picture)).status).toBe(404);
    expect((await scene.call(owner, getInvitationPicture, picture)).status).toBe(200);
  });

  test('a page of another site can’t use the cookie', async () => {
    const link = await shareWithGuests();
    const cookie = pairOf((await join(link.token, { 'sec-fetch-site': 'same-origin' })).headers);
    const foreign = { cookie, 'sec-fetch-site': 'cross-site' };
    const options = { parameters: { id: link.id, token: link.token }, headers: foreign };
    for (const endpoint of [becomeGuest, renewGuest, leaveGuest]) expect((await scene.call(null, endpoint, options)).status).toBe(403);
    expect(await countGuests(link.id)).toBe(1);
  });

  test('a guest who leaves is forgotten', async () => {
    const link = await shareWithGuests();
    const cookie = pairOf((await join(link.token)).headers);
    const stay = pairOf((await join(link.token)).headers);
    const left = await scene.call(null, leaveGuest, { parameters: { id: link.id }, headers: { cookie } });
    expect([left.status, cookieOf(left.headers).split('=')[0]]).toEqual([204, `wp-guest-${link.id}`]);
    expect((await renew(link.id, cookie)).status).toBe(404);
    expect((await renew(link.id, stay)).status).toBe(200);
    expect((await scene.call(null, leaveGuest, { parameters: { id: link.id } })).status).toBe(204);
  });

  test('browsers that stay away for 90 days are forgotten when the next one joins', async () => {
    const link = await shareWithGuests();
    await join(link.token);
    await scene.db
      .updateTable('guests')
      .set({ last_seen_at: Date.now() - 91 * 86_400_000 })
      .where('invite_id', '=', link.id)
      .execute();
    await join(link.token);
    expect(await countGuests(link.id)).toBe(1);
  });

  test('pictures are shown only by a link that has them, and only in its hours', async () => {
    const closedNow = new Date(Date.now() + 12 * 60 * 60_000).getUTCHours() * 60;
    const dailyWindow = { fromMinutes: closedNow, untilMinutes: (closedNow + 60) % 1440 };
    await scene.db.updateTable('cameras').set({ time_zone: 'UTC' }).where('id', '=', pictured).execute();
    const open = await scene.share(owner, [pictured], { allowsGuests: true, hasPicture: true });
    const without = await scene.share(owner, [pictured], { allowsGuests: true });
    const closed = await scene.share(owner, [pictured], { allowsGuests: true, hasPicture: true, dailyWindow });
    const see = async (token: string) => {
      const { body } = await scene.call(null, getGuestInvitation, { parameters: { token } });
      const [camera] = invitationSchema.parse(body).cameras;
      const { status } = await scene.call(null, getInvitationPicture, { parameters: { token, cameraId: pictured } });
      return [camera?.pictureUrl ?? null, status];
    };
    expect(await see(without.token)).toEqual([null, 404]);
    expect(await see(closed.token)).toEqual([null, 404]);
    const [url, status] = await see(open.token);
    expect(status).toBe(200);
    const response = await fetch(scene.server.url + String(url));
    expect([response.headers.get('content-type'), Buffer.from(await response.arrayBuffer())]).toEqual(['image/jpeg', testPicture]);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect((await scene.call(null, getInvitationPicture, { parameters: { token: open.token, cameraId } })).status).toBe(404);
  });

  test('answers to a token are not stored and leave no trace at other sites', async () => {
    const link = await shareWithGuests();
    const { headers } = await scene.call(owner, getInvitation, { parameters: { token: link.token } });
    expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
    const joined = await join(link.token);
    expect([joined.headers.get('referrer-policy'), joined.headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
  });
});
