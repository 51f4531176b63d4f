import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lookIntervalMs } from '../../kernel/module/job-place.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { createTelegramScene, type TelegramScene } from '../../testing/telegram/telegram-scene.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const minute = 60_000;
const anna = { id: 11, name: 'Anna' };
const boris = { id: 12, name: 'Boris' };
const guards = { id: -500, title: 'Night guards' };

/** What is lost, refused or repeated, whichever way updates come. */
describeDatabases('the Telegram bot', (engine) => {
  test('of a cluster: a node that does no jobs knows its name; one that does reads and sends, soon', async () => {
    const scene = await createTelegramScene(engine, { jobPlace: 'elsewhere' });
    try {
      const nameOf = async (): Promise<string | null> => (await scene.module.service?.createToken(scene.ownerId))?.botName ?? null;
      await expect.poll(nameOf, { timeout: atMost(5000), interval: 250 }).toMatch(/./);
      scene.telegram.write(anna, '/help');
      await scene.pass(minute);
      expect([scene.telegram.calls('getUpdates'), scene.telegram.pending, scene.telegram.sent]).toEqual([0, 1, []]);
      scene.open({ jobPlace: 'here' });
      await expect.poll(() => scene.telegram.sent.length, { timeout: atMost(15_000), interval: 5 }).toBe(1);
      await scene.link(anna);
      await scene.event();
      scene.clock.advance(lookIntervalMs);
      await scene.received(anna, 3);
    } finally {
      await scene.close();
    }
  });

  describe.each([
    ['that asks for updates', false],
    ['that Telegram calls', true],
  ] as const)('%s', (_, usesWebhook) => {
    let scene: TelegramScene;
    beforeEach(async () => {
      scene = await createTelegramScene(engine, {}, { usesWebhook });
    });
    afterEach(() => scene.close());

    const alertsOf = ({ id }: { readonly id: number }): number =>
      scene.telegram.sent.filter(({ chatId, text }) => chatId === String(id) && text.startsWith('Person')).length;
    /** Lets time pass until it is so. */
    const eventually = (read: () => unknown) =>
      expect.poll(
        async () => {
          await scene.pass(10_000);
          return read();
        },
        { timeout: atMost(15_000), interval: 5 },
      );

    test('429: each event comes once, when Telegram says so', async () => {
      await scene.link(anna);
      const flood = { status: 429, description: 'Too Many Requests: retry after 30', parameters: { retry_after: 30 } };
      scene.telegram.answerNext([flood, flood], anna.id);
      await scene.event();
      await scene.event({ id: 'evt_2' });
      await scene.module.idle();
      expect(alertsOf(anna)).toBe(0);
      await eventually(() => alertsOf(anna)).toBe(2);
      await scene.pass(10 * minute);
      expect(alertsOf(anna)).toBe(2);
    });

    test('403 and 400: who blocked the bot, and a group that removed it, are noted once; others get theirs, and all do once they are back', async () => {
      await scene.link(anna);
      await scene.link(guards);
      await scene.link(boris);
      scene.telegram.answerNext([{ status: 403, description: 'Forbidden: bot was blocked by the user' }], anna.id);
      scene.telegram.answerNext([{ status: 400, description: 'Bad Request: chat not found' }], guards.id);
      await scene.event();
      await eventually(() => scene.chats()).toMatchObject([
        { isBlockedInChat: true },
        { isKickedFromChat: true },
        { isBlockedInChat: false },
      ]);
      expect([anna, guards, boris].map(alertsOf)).toEqual([0, 0, 1]);
      scene.telegram.setMember(anna, 'member');
      scene.telegram.setMember(guards, 'member');
      await eventually(() => scene.chats()).toMatchObject([{ isBlockedInChat: false }, { isKickedFromChat: false }, {}]);
      await scene.event({ id: 'evt_2' });
      await eventually(() => [anna, guards, boris].map(alertsOf)).toEqual([1, 1, 2]);
    });

    test('without a network: what happened meanwhile comes once, also after a restart, and what was written has its effect', async () => {
      await scene.link(anna);
      scene.telegram.setDown(true);
      await scene.event();
      scene.telegram.write(anna, '/home');
      await scene.pass(minute);
      await scene.restart();
      await scene.event({ id: 'evt_2' });
      await scene.pass(minute);
      expect(alertsOf(anna)).toBe(0);
      scene.telegram.setDown(false);
      await eventually(() => [alertsOf(anna), scene.presences.get(scene.ownerId), scene.telegram.pending]).toEqual([2, 'home', 0]);
      await scene.pass(10 * minute);
      expect(alertsOf(anna)).toBe(2);
    });

    test('an update that comes again has no second effect, in whatever order a new one follows', async () => {
      await scene.link(anna);
      scene.telegram.write(anna, '/away');
      scene.telegram.repeat();
      scene.telegram.repeat();
      scene.telegram.write(anna, '/home');
      scene.telegram.repeat();
      await eventually(() => scene.telegram.sent.length).toBe(3);
      expect(scene.presences.get(scene.ownerId)).toBe('home');
      await scene.pass(minute);
      expect(scene.telegram.sent).toHaveLength(3);
    });
  });
});
