import { loadKeys } from '../../kernel/keys.ts';
import { createSeal } from '../../kernel/seal.ts';
import { insertWebhook, insertWebhookDelivery } from '../webhooks/webhook-rows.ts';
import type { Attempt, Scene } from './authorization-scene.ts';

const plain = async (): Promise<Attempt> => ({});

/** Calls of the webhooks feature. The webhooks belong to the owner of the camera. */
export const webhookRequests: Readonly<Record<string, (scene: Scene) => Promise<Attempt>>> = {
  'GET /public/api/v3/webhooks': plain,
  'POST /public/api/v3/webhooks': async () => ({ body: { url: 'http://127.0.0.1:9/', events: ['camera.offline'], cameraIds: null } }),
  'PATCH /public/api/v3/webhooks/{id}': async (scene) => ({ ...(await ofWebhook(scene)), body: { isEnabled: false } }),
  'DELETE /public/api/v3/webhooks/{id}': async (scene) => ofWebhook(scene),
  'POST /public/api/v3/webhooks/{id}/secret': async (scene) => ofWebhook(scene),
  'POST /public/api/v3/webhooks/{id}/test': async (scene) => ofWebhook(scene),
  'GET /public/api/v3/webhooks/{id}/deliveries': async (scene) => ofWebhook(scene),
  'POST /public/api/v3/webhooks/{id}/deliveries/{deliveryId}/replay': async (scene) => {
    const id = await makeWebhook(scene);
    return { cameraId: id, file: await insertWebhookDelivery(scene.db, id) };
  },
  'POST /public/api/v3/webhooks/{id}/replay': async (scene) => ofWebhook(scene),
};

async function ofWebhook(scene: Scene): Promise<Attempt> {
  return { cameraId: await makeWebhook(scene) };
}

async function makeWebhook({ db, server, ownerId }: Scene): Promise<string> {
  return insertWebhook(db, createSeal(loadKeys(server.config).seal), ownerId);
}
