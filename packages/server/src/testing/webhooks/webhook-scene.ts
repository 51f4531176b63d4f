import type { CreatedWebhook, WebhookDelivery, WebhookOptions } from '@watchpost/contract/schemas/webhooks';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { Registry } from 'prom-client';
import { expect } from 'vitest';
import type { Mail } from '../../adapters/mail/port.ts';
import { accessOf, createCamerasService, readAccessRows } from '../../features/cameras/index.ts';
import { createWebhooksModule, type WebhooksModule } from '../../features/webhooks/index.ts';
import type { WebhookCaller } from '../../features/webhooks/webhooks-callers.ts';
import type { WebhooksModuleDeps } from '../../features/webhooks/webhooks-module.ts';
import { createLog } from '../../kernel/log.ts';
import { createNetworkPolicy } from '../../kernel/network/network-policy.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createTestDatabase, type Engine, type TestDatabase } from '../databases.ts';
import { insertCamera, insertCustomer } from '../people.ts';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** A module of webhooks on its own database, with a receiver, an owner and a camera; only the time is artificial. */
export interface WebhookScene {
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly receiver: WebhookReceiver;
  readonly mails: readonly Mail[];
  readonly logLines: readonly string[];
  readonly owner: WebhookCaller;
  readonly cameraId: string;
  /** The current module; `restart` replaces it. */
  readonly module: WebhooksModule;
  /** Opens another module on the same database, as a second process does. */
  open(over?: Partial<WebhooksModuleDeps>): WebhooksModule;
  restart(): Promise<void>;
  /** Creates a webhook that calls the receiver, which then accepts its secret. */
  createWebhook(options?: Partial<WebhookOptions>): Promise<CreatedWebhook>;
  /** Stores the beginning or the end of an event as the events feature does, and wakes the module. */
  event(
    kind: 'began' | 'ended',
    over?: { readonly id?: string; readonly startAt?: number; readonly endAt?: number; readonly cameraId?: string },
  ): Promise<void>;
  /** Returns the deliveries of a webhook, newest first. @param caller the owner by default */
  deliveries(id: string, caller?: WebhookCaller): Promise<WebhookDelivery[]>;
  /** Waits until the deliveries of a webhook match and nothing is being sent. */
  until(id: string, deliveries: readonly Partial<WebhookDelivery>[], caller?: WebhookCaller): Promise<void>;
  close(): Promise<void>;
}

export async function createWebhookScene(engine: Engine, over: Partial<WebhooksModuleDeps> = {}): Promise<WebhookScene> {
  const database = await createTestDatabase(engine);
  const { db } = database;
  const clock = createManualClock();
  const receiver = await startWebhookReceiver();
  const mails: Mail[] = [];
  const logLines: string[] = [];
  const seal = createSeal(Buffer.alloc(32, 3));
  const log = createLog({ level: 'debug', format: 'json', write: (line) => void logLines.push(line) });
  const cameras = createCamerasService({
    db,
    clock,
    seal,
    status: { status: () => ({ state: 'online', since: 5, reason: null }) },
    previews: { preview: () => null, read: async () => null },
    archiveDays: 7,
  });
  const network = createNetworkPolicy({ allowPrivate: true, allowLoopback: true });
  const opened = new Set<WebhooksModule>();
  const open = (more: Partial<WebhooksModuleDeps> = {}): WebhooksModule => {
    const created = createWebhooksModule({
      config: { publicOrigin: 'https://cams.example', basePath: '' },
      db,
      clock,
      log,
      seal,
      // Each module has its own registry, as processes do.
      metrics: { registry: new Registry() },
      mail: { addWithin: async (_, mail) => void mails.push(mail), wake: () => undefined },
      cameras,
      resolveAccess: async (customerId, cameraId) => {
        const [row] = await readAccessRows(db, customerId, [cameraId]);
        return row ? accessOf(row, customerId, clock.now()) : null;
      },
      networkOf: () => network,
      publicNetwork: createNetworkPolicy({ allowPrivate: false, allowLoopback: false }),
      unfinished: () => null,
      random: () => 0,
      ...over,
      ...more,
    });
    opened.add(created);
    created.start();
    return created;
  };
  const owner: WebhookCaller = { customerId: await insertCustomer(db, 'owner@example.com'), cameraIds: null };
  const cameraId = await insertCamera(db, owner.customerId);
  let module = open();
  const stop = async (one: WebhooksModule): Promise<void> => {
    opened.delete(one);
    await one.stop();
  };
  const deliveries: WebhookScene['deliveries'] = async (id, caller = owner) =>
    (await module.history.list(caller, id, { limit: 200 })).deliveries;

  return {
    database,
    clock,
    receiver,
    mails,
    logLines,
    owner,
    cameraId,
    get module() {
      return module;
    },
    open,
    restart: async () => {
      await stop(module);
      module = open();
    },
    createWebhook: async (options = {}) => {
      const created = await module.webhooks.create(owner, {
        url: `${receiver.origin}/hook`,
        events: ['event.created', 'camera.offline', 'camera.online', 'clip.ready'],
        cameraIds: null,
        isEnabled: true,
        ...options,
      });
      receiver.secrets = [created.secret, ...receiver.secrets];
      return created;
    },
    event: async (kind, { id = 'evt_1', startAt = clock.now(), endAt, cameraId: camera = cameraId } = {}) => {
      const event = { id, cameraId: camera, type: 'motion' as const, startAt, endAt: endAt ?? null };
      await db.transaction().execute((transaction) => module.recorder.event(transaction, kind, event));
      module.wake();
    },
    deliveries,
    until: async (id, expected, caller) => {
      await expect
        .poll(async () => deliveries(id, caller), { timeout: 15_000, interval: 5 })
        .toEqual(expected.map((delivery): unknown => expect.objectContaining(delivery)));
      for (const one of opened) await one.idle();
    },
    close: async () => {
      for (const one of opened) await stop(one);
      await receiver.close();
      await database.close();
    },
  };
}
