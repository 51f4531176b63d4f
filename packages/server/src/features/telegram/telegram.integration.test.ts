import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent, insertGrant } from '../../testing/people.ts';
import { botToken } from '../../testing/telegram/bot-api-double.ts';
import { createTelegramScene, jpeg, type TelegramScene } from '../../testing/telegram/telegram-scene.ts';
import { snoozeData, turnOnData } from './telegram-message.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const minute = 60_000;
const hour = 60 * minute;
const anna = { id: 11, name: 'Anna' };
const boris = { id: 12, name: 'Boris' };
const guards = { id: -500, title: 'Night guards' };

describeDatabases('the Telegram bot', (engine) => {
  let scene: TelegramScene;
  beforeEach(async () => {
    scene = await createTelegramScene(engine);
  });
  afterEach(() => scene.close());

  /** Answers the poll that waits, by an update that changes nothing, so that what came before was handled. */
  const handled = () => expect.poll(() => scene.telegram.pending, { timeout: atMost(15_000), interval: 5 }).toBe(0);

  describe('a chat', () => {
    test('is linked by a code that works once, no matter who types it and how', async () => {
      const { token = '' } = (await scene.module.service?.createToken(scene.ownerId)) ?? {};
      scene.telegram.write(anna, `${token.slice(0, 4)} – ${token.slice(4).toLowerCase()}`);
      const [message] = await scene.received(anna, 1);
      expect(message?.text).toMatch(/^“Anna” is linked/);
      expect(await scene.chats()).toEqual([
        {
          id: expect.stringMatching(/^tgc_/),
          name: 'Anna',
          kind: 'private',
          updatedAt: scene.clock.now(),
          isEnabled: true,
          isBlockedInChat: false,
          isKickedFromChat: false,
        },
      ]);
      scene.telegram.write(boris, `/start ${token}`);
      expect((await scene.received(boris, 1))[0]?.text).toMatch(/^This code is not valid/);
      expect(await scene.chats()).toHaveLength(1);
    });

    test('is not linked after ten minutes, nor by guessing', async () => {
      const { token = '' } = (await scene.module.service?.createToken(scene.ownerId)) ?? {};
      scene.clock.advance(10 * minute);
      scene.telegram.write({ ...anna, language: 'ru' }, token);
      expect((await scene.received(anna, 1))[0]?.text).toMatch(/^Код неверный или устарел/);
      for (let count = 0; count < 10; count += 1) scene.telegram.write(anna, 'BCDFGHJK');
      expect((await scene.received(anna, 11)).at(-1)?.text).toBe('Too many wrong codes. Try again in 10 minutes.');
      expect(await scene.chats()).toEqual([]);
    });

    test('that was deactivated gets nothing, and a new code links it again', async () => {
      const { id } = await scene.link(guards);
      await scene.module.service?.disable(scene.ownerId, id);
      await scene.event();
      await scene.received(guards, 1);
      expect(await scene.chats()).toMatchObject([{ id, isEnabled: false }]);
      expect((await scene.link(guards)).id).toBe(id);
      await scene.event({ id: 'evt_2' });
      await scene.received(guards, 3);
    });

    test('of another account can’t be deactivated or set', async () => {
      const { id } = await scene.link(anna);
      const other = await insertCustomer(scene.database.db, 'other@example.com');
      const events = { customerId: other, cameraId: scene.cameraId, eventType: 'human', chatId: id } as const;
      await expect(scene.module.service?.disable(other, id)).rejects.toMatchObject({ code: 'not-found' });
      await expect(scene.module.service?.updateNotifications(events, false)).rejects.toMatchObject({ code: 'not-found' });
      await expect(scene.module.service?.notifications(events)).rejects.toMatchObject({ code: 'not-found' });
    });

    test('where the bot is blocked or removed is noted, and comes back on its own', async () => {
      await scene.link(anna);
      await scene.link(guards);
      scene.clock.advance(minute);
      scene.telegram.setMember(anna, 'kicked');
      scene.telegram.setMember(guards, 'kicked');
      await handled();
      await expect
        .poll(() => scene.chats())
        .toMatchObject([
          { name: 'Anna', isBlockedInChat: true, isKickedFromChat: false, updatedAt: scene.clock.now() },
          { name: 'Night guards', isBlockedInChat: false, isKickedFromChat: true, updatedAt: scene.clock.now() },
        ]);
      await scene.event();
      await scene.module.idle();
      expect(scene.telegram.sent).toHaveLength(2);
      scene.telegram.setMember(anna, 'member');
      await expect.poll(() => scene.chats()).toMatchObject([{ isBlockedInChat: false }, { isKickedFromChat: true }]);
      await scene.event({ id: 'evt_2' });
      await scene.received(anna, 2);
    });
  });

  describe('an event', () => {
    test('is one message per chat, with its picture and buttons', async () => {
      await scene.link(anna);
      await scene.link(guards);
      scene.pictures.set('evt_1', jpeg);
      await scene.event();
      // The same event again, as after a retry of the node that queues it.
      await scene.event();
      const [, message] = await scene.received(anna, 2);
      await scene.received(guards, 2);
      expect(message?.text).toMatch(/^Person, Front door\n15\u00A0January, 15:00:00$/);
      expect([...(message?.picture ?? [])]).toEqual([...jpeg]);
      expect(message?.buttons).toEqual([
        ['Open', `https://cams.example/cameras/${scene.cameraId}?t=${scene.clock.now()}`],
        ['Snooze 1 h', snoozeData],
        ['10 s clip', 'clip evt_1'],
        ['False alarm', 'false evt_1'],
      ]);
    });

    test('says at which line or in which zone it was', async () => {
      await scene.link(anna);
      const { cameraId } = scene;
      await insertEvent(scene.database.db, cameraId, {
        id: 'evt_1',
        type: 'lineCrossing',
        start_ms: scene.clock.now(),
        label: 'Gate line',
      });
      await scene.event({ type: 'lineCrossing' });
      const [, message] = await scene.received(anna, 2);
      expect(message?.text).toBe('Line crossed, Front door\nGate line\n15\u00A0January, 15:00:00');
    });

    test('has buttons that say why they do nothing: without the right, and of another version', async () => {
      const { db } = scene.database;
      const guest = await insertCustomer(db, 'guest@example.com');
      await insertGrant(db, scene.cameraId, guest, { with_archive: 0 });
      await insertEvent(db, scene.cameraId, { id: 'evt_1', start_ms: scene.clock.now() });
      await scene.link(boris, guest);
      scene.telegram.press(boris, 'clip evt_1');
      expect((await scene.received(boris, 2))[1]?.text).toBe('No access to the archive');
      scene.telegram.press(boris, 'false evt_1');
      expect((await scene.received(boris, 3))[2]?.text).toBe('You have no permission to do this.');
      expect(scene.falseAlarms).toEqual([]);
      scene.telegram.press(boris, 'wave evt_1');
      await expect.poll(() => scene.telegram.answered.at(-1)).toBe('This button no longer works. Send /help to see what does.');
    });

    test('whose picture Telegram refuses is said without it', async () => {
      await scene.link(anna);
      scene.pictures.set('evt_1', Uint8Array.of(1, 2, 3));
      await scene.event();
      const [, message] = await scene.received(anna, 2);
      expect([message?.picture, scene.telegram.faults]).toEqual([null, ['Bad Request: IMAGE_PROCESS_FAILED']]);
      expect(message?.text).toMatch(/^Person/);
      scene.telegram.faults.splice(0);
    });

    test('reaches only those who can see the camera when it is sent', async () => {
      const { db } = scene.database;
      const guest = await insertCustomer(db, 'guest@example.com');
      const stranger = await insertCustomer(db, 'stranger@example.com');
      await insertGrant(db, scene.cameraId, guest, { with_archive: 0 });
      await scene.link(boris, guest);
      await scene.link(guards, stranger);
      scene.pictures.set('evt_1', jpeg);
      await scene.event();
      const [, message] = await scene.received(boris, 2);
      // The picture belongs to the archive, which is not part of this access; nor can this user change the camera.
      expect(message?.picture).toBeNull();
      expect(message?.buttons.map(([label]) => label)).toEqual(['Open', 'Snooze 1 h']);
      scene.telegram.answerNext([{ status: 500, description: 'Internal Server Error' }]);
      await scene.event({ id: 'evt_2' });
      await scene.module.idle();
      await db.deleteFrom('camera_grants').where('customer_id', '=', guest).execute();
      await scene.pass(minute);
      await scene.received(boris, 2);
      await scene.received(guards, 1);
      expect(await db.selectFrom('telegram_messages').select('id').execute()).toEqual([]);
    });

    test('that a chat has switched off is not sent there', async () => {
      const { id } = await scene.link(anna);
      const events = { customerId: scene.ownerId, cameraId: scene.cameraId, eventType: 'human', chatId: id } as const;
      expect(await scene.module.service?.notifications(events)).toEqual({ isEnabled: true });
      await scene.module.service?.updateNotifications(events, false);
      expect(await scene.module.service?.notifications(events)).toEqual({ isEnabled: false });
      await scene.event();
      await scene.event({ id: 'evt_2', type: 'vehicle' });
      expect((await scene.received(anna, 2))[1]?.text).toMatch(/^Vehicle/);
    });

    test('of motion comes at most every five minutes, counted from what was really sent', async () => {
      await scene.link(anna);
      await scene.event({ type: 'motion' });
      await scene.event({ id: 'evt_2', type: 'motion' });
      await scene.received(anna, 2);
      scene.clock.advance(5 * minute);
      await scene.event({ id: 'evt_3', type: 'motion' });
      await scene.received(anna, 3);
    });

    test('is snoozed by its button for an hour, however old the message is', async () => {
      await scene.link(anna);
      scene.telegram.press(anna, snoozeData);
      const [, quiet] = await scene.received(anna, 2);
      expect(quiet).toMatchObject({ text: 'Quiet until 16:00.', buttons: [['Turn alerts on', turnOnData]] });
      expect(scene.telegram.answered).toEqual(['Snooze 1 h']);
      await scene.event();
      await scene.module.idle();
      scene.clock.advance(hour);
      await scene.event({ id: 'evt_2' });
      await scene.received(anna, 3);
      scene.telegram.write(anna, '/quiet 2d');
      expect((await scene.received(anna, 4))[3]?.text).toBe('Quiet until 17\u00A0January, 16:00.');
      scene.telegram.press(anna, turnOnData);
      await scene.received(anna, 5);
      await scene.event({ id: 'evt_3' });
      await scene.received(anna, 6);
    });
  });

  describe('a message that Telegram does not take', () => {
    test('waits for as long as Telegram asks, and others do not', async () => {
      await scene.link(anna);
      await scene.link(guards);
      scene.telegram.answerNext(
        [{ status: 429, description: 'Too Many Requests: retry after 30', parameters: { retry_after: 30 } }],
        anna.id,
      );
      await scene.event();
      await scene.received(guards, 2);
      await scene.pass(29_000);
      await scene.received(anna, 1);
      await scene.pass(1000);
      await scene.received(anna, 2);
    });

    test('because the bot is blocked or removed is not tried again, and others get theirs', async () => {
      await scene.link(anna);
      await scene.link(guards);
      scene.telegram.answerNext([{ status: 403, description: 'Forbidden: bot was blocked by the user' }], anna.id);
      scene.telegram.answerNext([{ status: 400, description: 'Bad Request: chat not found' }], guards.id);
      await scene.link(boris);
      await scene.event();
      await scene.received(boris, 2);
      await expect
        .poll(() => scene.chats())
        .toMatchObject([{ isBlockedInChat: true }, { isKickedFromChat: true }, { isBlockedInChat: false, isKickedFromChat: false }]);
      await scene.pass(hour);
      expect(scene.telegram.sent).toHaveLength(4);
      // A user who writes has unblocked the bot, though the update about that may be lost.
      scene.telegram.write(anna, '/help');
      await scene.received(anna, 2);
      expect(await scene.chats()).toMatchObject([{ isBlockedInChat: false }, { isKickedFromChat: true }, {}]);
    });

    test('because the group became a supergroup goes there', async () => {
      const { id } = await scene.link(guards);
      scene.telegram.migrate(guards, -1_000_000_000_500, false);
      await scene.event();
      await scene.received({ id: -1_000_000_000_500 }, 1);
      expect(await scene.chats()).toMatchObject([{ id, isKickedFromChat: false }]);
    });

    test('because the network is down is sent when it is back, after restarts too, and once', async () => {
      await scene.link(anna);
      scene.telegram.answerNext([{ lost: 'before' }, { status: 502, description: 'Bad Gateway' }]);
      await scene.event();
      await scene.module.idle();
      await scene.restart();
      await scene.pass(minute);
      await scene.restart();
      await scene.pass(10 * minute);
      await scene.received(anna, 2);
      await scene.pass(hour);
      await scene.received(anna, 2);
      expect(scene.logLines.some((line) => line.includes('was not delivered; retrying'))).toBe(true);
    });

    test('is of no use after a day', async () => {
      await scene.link(anna);
      scene.telegram.answerNext([{ status: 429, description: 'Too Many Requests', parameters: { retry_after: 3600 } }]);
      await scene.event();
      await scene.module.idle();
      await scene.database.db
        .updateTable('telegram_messages')
        .set({ due_at: scene.clock.now() + 25 * hour })
        .execute();
      await scene.pass(2 * hour);
      await scene.pass(24 * hour);
      await scene.received(anna, 1);
      expect(await scene.database.db.selectFrom('telegram_messages').select('id').execute()).toEqual([]);
    });
  });

  describe('two processes', () => {
    test('send each message once', async () => {
      await scene.link(anna);
      const other = scene.open();
      for (let index = 0; index < 5; index += 1) {
        await scene.event({ id: `evt_${index}` });
        other.wake();
      }
      await scene.received(anna, 6);
    });

    test('read in turn, and no update has an effect twice', async () => {
      await scene.link(anna);
      scene.open();
      scene.telegram.write(anna, '/quiet 1h');
      await scene.received(anna, 2);
      scene.telegram.repeat();
      scene.telegram.write(anna, '/quiet off');
      await scene.received(anna, 3);
      expect(scene.telegram.sent.map(({ text }) => text).slice(1)).toEqual(['Quiet until 16:00.', 'Alerts are on.']);
      await scene.restart();
      scene.telegram.write(anna, '/help');
      await expect
        .poll(() => {
          scene.clock.advance(10_000);
          return scene.telegram.sent.length;
        })
        .toBe(4);
    });
  });

  test('the bot lists the cameras of the user who linked the chat, and is silent in groups otherwise', async () => {
    await scene.link(guards);
    scene.telegram.write(guards, 'Good evening');
    scene.telegram.write(guards, '/cameras@other_bot');
    scene.telegram.write(guards, '/cameras@watchpost_test_bot');
    expect((await scene.received(guards, 2))[1]?.text).toBe('Your cameras:\nFront door');
    scene.telegram.write(anna, 'Hello');
    expect((await scene.received(anna, 1))[0]?.text).toMatch(/^This chat is not linked yet/);
  });

  test('a snapshot is sent of a camera that its name finds, and only to those who can watch it', async () => {
    const { db } = scene.database;
    await scene.link(anna);
    scene.telegram.write(anna, '/snapshot');
    expect((await scene.received(anna, 2))[1]).toMatchObject({ text: 'Front door\n15\u00A0January, 15:00:00' });
    await insertCamera(db, scene.ownerId, { title: 'Back door' });
    scene.telegram.write(anna, '/snapshot door');
    expect((await scene.received(anna, 3))[2]?.text).toMatch(/^Which camera\?.*\n(.*\n)?\/snapshot Front door/);
    scene.telegram.write(anna, '/snapshot FRONT');
    const [, , , picture] = await scene.received(anna, 4);
    expect([...(picture?.picture ?? [])]).toEqual([...jpeg]);
    scene.telegram.write(anna, '/snapshot back door');
    expect((await scene.received(anna, 5))[4]?.text).toMatch(/^Back door: ./);
    const guest = await insertCustomer(db, 'guest@example.com');
    await insertGrant(db, scene.cameraId, guest, { expires_at: 1 });
    await scene.link(boris, guest);
    scene.telegram.write(boris, '/snapshot Front door');
    expect((await scene.received(boris, 2))[1]).toMatchObject({ picture: null, text: 'There are no cameras that you can watch now.' });
  });

  test('a token that Telegram refuses is reported without being repeated', async () => {
    const refused = await createTelegramScene(engine, {
      config: {
        publicOrigin: null,
        basePath: '',
        telegram: { token: botToken, apiOrigin: scene.telegram.origin, usesWebhook: false },
      },
      api: {
        ...(await import('../../adapters/telegram/grammy.ts')).createGrammyApi({
          token: botToken.replace('AA', 'BB'),
          apiOrigin: scene.telegram.origin,
        }),
      },
    });
    try {
      await expect.poll(() => refused.logLines.join('\n')).toMatch(/Telegram does not accept TELEGRAM_BOT_TOKEN/);
      expect(refused.logLines.join('\n')).not.toContain('BBExample');
    } finally {
      await refused.close();
    }
  });
});
