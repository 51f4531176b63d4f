import { acceptInvite, becomeGuest, emailInvite, getInvitation, revokeInvite } from '@watchpost/contract/endpoints/sharing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { describeDatabases } from '../../../testing/databases.ts';
import { startMailServer, type MailServer } from '../../../testing/mail-server.ts';
import { insertCamera, insertGrant } from '../../../testing/people.ts';
import { createSharingScene, plainOptions, testPicture, type SharingPerson, type SharingScene } from '../../../testing/sharing-scene.ts';
import { inviteEmailMessage } from './sharing-invite-email-message.ts';

let names = 0;
const fresh = (name: string): string => `${name}-${(names += 1)}`;
const pictured = ['cam_yard', 'cam_gate'];

describeDatabases('an invitation by e-mail', (engine) => {
  let scene: SharingScene;
  let mailServer: MailServer;
  let owner: SharingPerson;

  beforeAll(async () => {
    mailServer = await startMailServer();
    scene = await createSharingScene(engine, {
      smtpUrl: mailServer.url(),
      publicOrigin: 'https://cams.example',
      logLevel: 'trace',
      pictured,
    });
    owner = await scene.person('owner');
    await scene.db.updateTable('customers').set({ time_zone: 'Asia/Omsk' }).where('id', '=', owner.id).execute();
    await insertCamera(scene.db, owner.id, { id: 'cam_yard', title: 'Yard & <gate>', time_zone: 'UTC', created_at: 1 });
    await insertCamera(scene.db, owner.id, { id: 'cam_gate', title: 'Gate', created_at: 2 });
    await insertCamera(scene.db, owner.id, { id: 'cam_roof', title: 'Roof', created_at: 3 });
  }, 60_000);
  afterAll(async () => {
    await scene.close();
    await mailServer.close();
  });
  let to: string;
  beforeEach(() => {
    to = `${fresh('reader')}@example.com`;
  });

  const send = async (person: SharingPerson, id: string, body: object = {}) =>
    (await scene.call(person, emailInvite, { parameters: { id }, body: { email: to, ...body } })).status;
  const arrived = async () => {
    await expect.poll(() => mailServer.received.filter((each) => each.to[0] === to).length, { timeout: 5000 }).toBe(1);
    const [received] = mailServer.received.filter((each) => each.to[0] === to);
    return received?.emailMessage ?? expect.fail('nothing arrived');
  };

  test('names the creator, the cameras, what can be done and until when, and has the link', async () => {
    const expiresAt = Date.now() + 86_400_000;
    const link = await scene.share(owner, ['cam_yard', 'cam_roof'], {
      withAudio: false,
      archiveRange: { kind: 'from-acceptance' },
      dailyWindow: { fromMinutes: 480, untilMinutes: 1080 },
      expiresAt,
    });
    expect(await send(owner, link.id)).toBe(204);
    const { subject, text = '', html = '', attachments } = await arrived();
    expect(subject).toBe('owner@example.com shares 2 cameras with you');
    const until = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Omsk', hour: '2-digit', minute: '2-digit' }).format(expiresAt);
    for (const part of [
      'owner@example.com invites you to watch',
      'Yard & <gate>, Roof',
      'Watch live and play recordings from the moment you accept, without sound. Every day from 08:00 to 18:00',
      `${until} GMT+6`,
      `https://cams.example/s/${link.token}`,
    ]) {
      expect(text.replaceAll('\u00A0', ' ')).toContain(part);
    }
    expect(html).toContain('Yard &amp; &lt;gate&gt;, Roof');
    expect(attachments).toEqual([]);
  });

  test('is in the language of the recipient’s account, else the requested one, else the creator’s', async () => {
    const link = await scene.share(owner, ['cam_gate']);
    await scene.person(to.split('@')[0] ?? '');
    await scene.db.updateTable('customers').set({ locale: 'ru' }).where('email', '=', to).execute();
    expect(await send(owner, link.id, { locale: 'en' })).toBe(204);
    expect((await arrived()).subject).toBe('owner@example.com открывает вам доступ к камере «Gate»');
    to = `${fresh('reader')}@example.com`;
    expect(await send(owner, link.id, { locale: 'ru' })).toBe(204);
    expect((await arrived()).text).toContain('Смотреть в прямом эфире со звуком и открывать все записи.');
    to = `${fresh('reader')}@example.com`;
    expect(await send(owner, link.id)).toBe(204);
    expect((await arrived()).subject).toBe('owner@example.com shares “Gate” with you');
  });

  test('has the cameras’ pictures inside, if the creator wants it', async () => {
    const link = await scene.share(owner, ['cam_yard', 'cam_gate', 'cam_roof'], { hasPicture: true });
    expect(await send(owner, link.id)).toBe(204);
    const { html = '', attachments } = await arrived();
    expect(attachments.map(({ contentId, mimeType, disposition }) => [contentId, mimeType, disposition])).toEqual([
      ['<camera-1>', 'image/jpeg', 'inline'],
      ['<camera-2>', 'image/jpeg', 'inline'],
    ]);
    for (const { content } of attachments) expect(Buffer.from(content as ArrayBuffer)).toEqual(testPicture);
    const sources = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, source, description]) => [source, description]);
    expect(sources).toEqual([
      ['cid:camera-1', 'Yard &amp; &lt;gate&gt;'],
      ['cid:camera-2', 'Gate'],
    ]);
  });

  test('is sent by the creator only, and only for an active link', async () => {
    const full = await scene.person(fresh('full'));
    await insertGrant(scene.db, 'cam_gate', full.id, { access: 'full' });
    const link = await scene.share(owner, ['cam_gate']);
    expect(await send(full, link.id)).toBe(403);
    expect(await send(await scene.person(fresh('stranger')), link.id)).toBe(404);
    await scene.call(owner, revokeInvite, { parameters: { id: link.id } });
    expect(await send(owner, link.id)).toBe(409);
    expect(await send(owner, link.id, { email: 'no address' })).toBe(422);
  });

  test('20 an hour per user', async () => {
    const anna = await scene.person(fresh('anna'));
    await insertGrant(scene.db, 'cam_gate', anna.id, { access: 'full' });
    const link = await scene.share(anna, ['cam_gate']);
    for (let count = 0; count < 20; count += 1) expect(await send(anna, link.id)).toBe(204);
    expect(await send(anna, link.id)).toBe(429);
    expect(await send(owner, (await scene.share(owner, ['cam_gate'])).id)).toBe(204);
  });

  test('no line of the log has the secret of a link or of a guest', async () => {
    const anna = await scene.person(fresh('anna'));
    const link = await scene.share(owner, ['cam_gate'], { allowsGuests: true });
    expect(await send(owner, link.id)).toBe(204);
    await arrived();
    const parameters = { token: link.token, id: link.id };
    const { body, headers } = await scene.call(null, becomeGuest, { parameters });
    await scene.call(anna, getInvitation, { parameters });
    await scene.call(anna, acceptInvite, { parameters, body: { token: link.token } });
    await fetch(`${scene.server.url}/s/${link.token}`);
    const secret = /=([\w-]{43});/.exec(headers.get('set-cookie') ?? '')?.[1] ?? expect.fail('no cookie');
    const guestToken = String(Reflect.get(Object(body), 'token'));
    const lines = scene.server.logLines.join('');
    expect(lines).toContain('/public/api/v3/invites/by-token/[redacted]');
    for (const hidden of [link.token, secret, guestToken.slice(-30)]) expect(lines).not.toContain(hidden);
  });
});

describe('the text of an invitation', () => {
  const facts = {
    creatorEmail: 'anna@example.com',
    cameraTitles: ['Двор'],
    options: plainOptions,
    url: 'https://cams.example/s/x',
    pictures: [],
    reader: { locale: 'ru', timeZone: 'Europe/Moscow' },
  } as const;

  test('Russian numbers', () => {
    const subjectOf = (count: number) =>
      inviteEmailMessage('x@example.com', { ...facts, cameraTitles: Array.from({ length: count }, (_, index) => `${index}`) }).subject;
    expect(subjectOf(2)).toContain('к 2 камерам');
    expect(subjectOf(5)).toContain('к 5 камерам');
    expect(subjectOf(11)).toContain('к 11 камерам');
    expect(subjectOf(21)).toContain('к 21 камере');
  });

  test.each([
    [{ withArchive: false }, 'Смотреть только в прямом эфире, со звуком.'],
    [
      { access: 'full' as const, withAudio: false },
      'Смотреть в прямом эфире без звука и открывать все записи. Ещё можно менять настройки и делиться доступом.',
    ],
    [{ withPtz: true, maxViewers: 21 }, 'Ещё можно поворачивать камеру. Одновременно — не больше 21 зрителя.'],
    [{ hasWatermark: true }, 'Поверх изображения будет виден ваш адрес почты.'],
    [{ archiveRange: { kind: 'period' as const, from: 0, until: 86_400_000 } }, 'записи с 1\u00A0января 1970 г. в 03:00'],
  ])('%j', (over, expected) => {
    expect(inviteEmailMessage('x@example.com', { ...facts, options: { ...plainOptions, ...over } }).text).toContain(expected);
  });

  test('many cameras are not all listed', () => {
    const cameraTitles = Array.from({ length: 13 }, (_, index) => `Camera ${index + 1}`);
    const { text } = inviteEmailMessage('x@example.com', { ...facts, cameraTitles, reader: { locale: 'en', timeZone: null } });
    expect(text).toContain('Camera 10 and 3 more');
    expect(text).not.toContain('Camera 11');
  });
});
