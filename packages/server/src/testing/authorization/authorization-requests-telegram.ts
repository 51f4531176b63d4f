import { randomUUID } from 'node:crypto';
import type { Attempt, Scene } from './authorization-scene.ts';

const plain = async (): Promise<Attempt> => ({});
const settings = '/public/api/v2/cameraphone/cameras/{id}/event-types/{eventType}/telegram-chats/{chatId}/notification-settings';

/** Calls of the Telegram feature. */
export const telegramRequests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  'POST /public/api/v2/cameraphone/telegram/auth/token': plain,
  'GET /public/api/v2/cameraphone/telegram-chats': plain,
  'PUT /public/api/v2/cameraphone/telegram-chats/{chatId}/disable': async (scene) => ({
    parameters: { chatId: await insertChat(scene, scene.ownerId) },
  }),
  [`GET ${settings}`]: ofOwnChat,
  [`PATCH ${settings}`]: async (scene) => ({ ...(await ofOwnChat(scene)), body: { isEnabled: false } }),
  'POST /public/api/v3/telegram/updates': async () => ({ body: { update_id: 1 } }),
};

/** The caller's chat: what decides is the camera. */
async function ofOwnChat(scene: Scene): Promise<Attempt> {
  const caller = await scene.db.selectFrom('devices').select('customer_id').where('id', '=', scene.otherDeviceId).executeTakeFirst();
  return { parameters: { eventType: 'human', chatId: await insertChat(scene, caller?.customer_id ?? scene.ownerId) } };
}

async function insertChat({ db }: Scene, customerId: string): Promise<string> {
  const id = `tgc_${randomUUID()}`;
  await db
    .insertInto('telegram_chats')
    .values({
      id,
      customer_id: customerId,
      chat_id: randomUUID(),
      name: 'Anna',
      kind: 'private',
      is_enabled: 1,
      is_blocked: 0,
      is_kicked: 0,
      quiet_until: null,
      updated_at: 1,
      created_at: 1,
    })
    .execute();
  return id;
}
