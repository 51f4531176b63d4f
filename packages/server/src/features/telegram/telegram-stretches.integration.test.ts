import type { EventType } from '@watchpost/contract/schemas/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import { createTelegramScene, jpeg, type TelegramScene } from '../../testing/telegram/telegram-scene.ts';

const minute = 60_000;
const anna = { id: 11, name: 'Anna' };
const better: Uint8Array = Uint8Array.from([...jpeg, 1]);

describeDatabases('events of one place in a chat', (engine) => {
  let scene: TelegramScene;
  let wish: { isTimely: boolean; cooldownMs: number; place: string };
  let count: number;
  beforeEach(async () => {
    wish = { isTimely: true, cooldownMs: 5 * minute, place: 'hall' };
    count = 0;
    scene = await createTelegramScene(engine, { wish: async () => wish });
    await scene.link(anna);
  });
  afterEach(() => scene.close());

  const happens = async (
    type: EventType,
    over: { readonly score?: number; readonly picture?: Uint8Array; readonly cameraId?: string } = {},
  ) => {
    count += 1;
    const id = `evt_${count}`;
    scene.pictures.set(id, over.picture ?? jpeg);
    await scene.event({ id, type, score: over.score ?? 0.5, ...(over.cameraId !== undefined && { cameraId: over.cameraId }) });
    await scene.module.idle();
  };
  /** The messages about events, after that of the link. */
  const messages = () => scene.telegram.sent.slice(1).map(({ text, edits }) => [text.split('\n')[0], text.split('\n')[2], edits]);

  test('are one message that is changed without a sound, also by another camera of the room', async () => {
    const other = await insertCamera(scene.database.db, scene.ownerId, { title: 'Yard' });
    await happens('human');
    await expect.poll(messages).toEqual([['Person, Front door', undefined, 0]]);
    scene.clock.advance(minute);
    await happens('human', { cameraId: other });
    await expect.poll(messages).toEqual([['Person, Front door', 'Updated 15:01:00: 2\u00A0events', 1]]);
    scene.clock.advance(minute);
    await happens('motion');
    scene.clock.advance(minute);
    await happens('human', { cameraId: other, score: 0.9, picture: better });
    // With the better picture; motion only counted.
    await expect.poll(messages).toEqual([['Person, Yard', 'Updated 15:03:00: 4\u00A0events', 2]]);
    expect([...(scene.telegram.sent[1]?.picture ?? [])]).toEqual([...better]);
    expect(await scene.database.db.selectFrom('telegram_messages').select('id').execute()).toEqual([]);
  });

  test('are a new message when a person comes after motion, and after a while', async () => {
    await happens('motion');
    await happens('human');
    const both = [
      ['Motion, Front door', undefined, 0],
      ['Person, Front door', 'Updated 15:00:00: 2\u00A0events', 0],
    ];
    await expect.poll(messages).toEqual(both);
    scene.clock.advance(6 * minute);
    await happens('human');
    await expect.poll(messages).toEqual([...both, ['Person, Front door', undefined, 0]]);
    // Within the pause that the user chose.
    scene.clock.advance(3 * minute);
    await happens('human');
    expect(messages()).toHaveLength(3);
  });

  test('are sent again when their message was deleted', async () => {
    await happens('human');
    await expect.poll(messages).toHaveLength(1);
    scene.telegram.remove(1);
    await happens('human');
    const first = ['Person, Front door', undefined, 0];
    await expect.poll(messages).toEqual([first, ['Person, Front door', 'Updated 15:00:00: 2\u00A0events', 0]]);
    await happens('human');
    await expect.poll(messages).toEqual([first, ['Person, Front door', 'Updated 15:00:00: 3\u00A0events', 1]]);
  });

  test('a message whose sending ended with its process comes again without a sound', async () => {
    const { db } = scene.database;
    await happens('human');
    await expect.poll(messages).toHaveLength(1);
    // As a server leaves it that is killed between Telegram's answer and its own note.
    await db.deleteFrom('telegram_stretches').execute();
    await scene.module.stop?.();
    await scene.event({ id: 'evt_killed', type: 'human' });
    await db
      .updateTable('telegram_messages')
      .set({ lease: 'lease_of_the_dead', due_at: scene.clock.now() + 120_000 })
      .execute();
    scene.clock.advance(6 * minute);
    await scene.restart();
    await expect.poll(messages).toHaveLength(2);
    expect(scene.telegram.sent.slice(1).map(({ isSilent }) => isSilent)).toEqual([false, true]);
  });

  test('a change whose answer was lost is made once', async () => {
    await happens('human');
    await expect.poll(messages).toHaveLength(1);
    scene.telegram.answerNext([{ lost: 'after' }]);
    await happens('human');
    await scene.pass(minute);
    await expect.poll(() => scene.database.db.selectFrom('telegram_messages').select('id').execute()).toEqual([]);
    expect(messages()).toMatchObject([['Person, Front door', 'Updated 15:00:00: 2\u00A0events', 1]]);
    expect(await scene.database.db.selectFrom('telegram_stretches').select('event_count').execute()).toEqual([{ event_count: 2 }]);
  });

  test('that the user does not want now are not sent', async () => {
    wish = { ...wish, isTimely: false };
    await happens('human');
    expect(messages()).toEqual([]);
    expect(await scene.database.db.selectFrom('telegram_messages').select('id').execute()).toEqual([]);
  });

  test('who is home is noted by the bot, for the user who linked the chat', async () => {
    scene.telegram.write(anna, '/away');
    await expect.poll(() => scene.telegram.sent.at(-1)?.text).toMatch(/^Marked as away/);
    expect([...scene.presences]).toEqual([[scene.ownerId, 'away']]);
    scene.telegram.write(anna, '/home');
    await expect.poll(() => scene.telegram.sent.at(-1)?.text).toMatch(/^Marked as home/);
    expect([...scene.presences]).toEqual([[scene.ownerId, 'home']]);
  });

  test('a test reaches each chat, and notes who has blocked the bot', async () => {
    scene.telegram.setMember(anna, 'kicked');
    await expect.poll(() => scene.chats()).toMatchObject([{ isBlockedInChat: true }]);
    const to = { customerId: scene.ownerId, locale: 'en' } as const;
    expect(await scene.module.selfTest?.(to)).toMatchObject([{ chat: { name: 'Anna' }, reason: 'blocked' }]);
    scene.telegram.setMember(anna, 'member');
    await expect.poll(() => scene.telegram.pending).toBe(0);
    expect(await scene.module.selfTest?.(to)).toMatchObject([{ reason: null }]);
    expect(scene.telegram.sent.at(-1)?.text).toBe('This is a test: alerts of your cameras arrive here.');
    expect(await scene.chats()).toMatchObject([{ isBlockedInChat: false }]);
  });

  test('the buttons of an alert send its clip and note a false alarm, for users who can', async () => {
    const { db } = scene.database;
    await insertEvent(db, scene.cameraId, { id: 'evt_1', start_ms: scene.clock.now() });
    const press = async (data: string, replies: number) => {
      const before = scene.telegram.sent.length;
      scene.telegram.press(anna, data);
      await expect.poll(() => scene.telegram.sent.length).toBe(before + replies);
      return scene.telegram.sent.at(-1);
    };
    expect((await press('false evt_1', 1))?.text).toMatch(/^Noted as a false alarm/);
    expect(scene.falseAlarms).toEqual(['evt_1']);
    scene.clip.bytes = Uint8Array.of(1, 2, 3);
    expect([...((await press('clip evt_1', 1))?.picture ?? [])]).toEqual([1, 2, 3]);
    scene.clip.bytes = new Uint8Array(21 * 1024 * 1024);
    expect((await press('clip evt_1', 1))?.text).toMatch(/too large for Telegram/);
    scene.clip.bytes = null;
    expect((await press('clip evt_1', 1))?.picture).toBeNull();
    // Its camera is another account's now.
    await db
      .updateTable('events')
      .set({ camera_id: await insertCamera(db, await insertCustomer(db, 'other@example.com')) })
      .execute();
    scene.clip.bytes = Uint8Array.of(1);
    expect((await press('clip evt_1', 1))?.picture).toBeNull();
    expect((await press('false evt_1', 1))?.text).not.toMatch(/^Noted/);
    expect(scene.falseAlarms).toEqual(['evt_1']);
  });
});
