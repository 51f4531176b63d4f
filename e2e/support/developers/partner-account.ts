import { createApiKeyClient } from '@watchpost/sdk-core';
import type { ApiKeyOptions, Client } from '@watchpost/sdk-core';
import type { RunningProduct } from '../product.ts';
import { startReceiver } from './receiver.ts';

const dayMs = 86_400_000;

/** Keys, links and endpoints of an account that has worked with them for a while. */
export interface PartnerAccount {
  close(): void;
}

/** @param cameraId a camera of the account that is online */
export async function fillPartnerAccount(product: RunningProduct, owner: Client, cameraId: string): Promise<PartnerAccount> {
  const [working, failing] = await Promise.all([startReceiver(), startReceiver()]);
  failing.answer(503);
  const create = (name: string, options: Partial<ApiKeyOptions>) =>
    owner.apiKeys.create({
      name,
      scopes: ['embed-tokens', 'live'],
      cameraIds: null,
      origins: [],
      ipRanges: [],
      expiresAt: null,
      ...options,
    });
  const old = await create('Old kiosk', { scopes: ['live'], ipRanges: ['198.51.100.0/24'] });
  await owner.apiKeys.revoke(old.apiKey.id);
  await create('Nightly report', { scopes: ['events', 'archive'], ipRanges: ['203.0.113.7'], expiresAt: Date.now() + 5 * dayMs });
  await create('Home Assistant', { scopes: ['live', 'sound', 'events', 'archive', 'ptz', 'talk', 'webhooks'] });
  const site = 'https://northgate.example';
  const website = await create('Northgate website', { cameraIds: [cameraId], origins: [site], ipRanges: ['203.0.113.0/28', '127.0.0.1'] });
  const partner = createApiKeyClient({ baseUrl: product.url, apiKey: website.secret });
  await Promise.all([1, 2, 3].map(() => partner.embeds.createToken({ cameraIds: [cameraId], origins: [site] })));

  const link = { cameraIds: [cameraId], withAudio: false, expiresAt: null };
  await owner.embeds.createLink({
    ...link,
    name: 'Lobby screen',
    archive: { kind: 'last-hours', hours: 2 },
    origins: ['https://intra.northgate.example'],
    maxViewers: 2,
  });
  await owner.embeds.createLink({ ...link, name: 'Car park page', archive: null, origins: [], maxViewers: 10 });

  const events = ['event.created', 'camera.offline', 'camera.online'] as const;
  const bad = await owner.webhooks.create({ url: failing.url, events: [...events], cameraIds: null });
  const good = await owner.webhooks.create({ url: working.url, events: ['clip.ready'], cameraIds: null });
  await Promise.all([bad, bad, good].map(({ webhook }) => owner.webhooks.test(webhook.id)));
  return {
    close() {
      working.close();
      failing.close();
    },
  };
}
