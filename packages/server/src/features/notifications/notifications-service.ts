import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pickLocale, type Locale } from '@watchpost/contract/kernel';
import type { CameraNotifications, PushConfiguration, PushMessage, SubscribeToPushAnswer, UpdateCameraNotificationsBody } from '@watchpost/contract/schemas/notifications';
import type { PushDelivery, PushSender } from '../../adapters/push/port.ts';
import type { CameraAccess, Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../db/database.ts';
import type { CameraAccessResolver, CameraAudience } from '../cameras/index.ts';
import { createTestLimit } from './notifications-limits.ts';
import { eventDelivery, eventMessage, testDelivery, testMessage, type CameraEvent } from './notifications-messages.ts';
import { createPushQueue, type PushQueueOptions, type PushResult } from './notifications-queue.ts';
import { createNotificationsRepository, type PushSubscription } from './notifications-repository.ts';
import { awayMessage, backMessage, statusDelivery, type CameraStatusChange } from './status/notifications-status-messages.ts';
import { createStatusRepository } from './status/notifications-status-repository.ts';

export interface NotificationsService {
  readonly configuration: PushConfiguration;
  /** Messages of the caller go to this device from now on, and those of nobody else. @throws {AppError} invalid-request, unauthorized */
  subscribe(viewer: Viewer, token: string): Promise<SubscribeToPushAnswer>;
  unsubscribe(viewer: Viewer): Promise<void>;
  /** One message to the caller's own device. @throws {AppError} not-found without a subscription, unavailable when it is not taken, too-many-requests */
  sendTest(viewer: Viewer): Promise<void>;
  /** Tells everybody who sees the camera; resolves when the messages wait to be sent. */
  notify(event: CameraEvent): Promise<void>;
  /** Tells whoever asked for it, and sees the camera, that it is away; and those, that it is back. Resolves when the messages wait to be sent. */
  notifyStatus(change: CameraStatusChange): Promise<void>;
  /** What the caller is told of a camera. */
  cameraNotifications(access: CameraAccess): Promise<CameraNotifications>;
  /** @throws {AppError} not-found when the caller sees the camera no more */
  updateCameraNotifications(access: CameraAccess, change: UpdateCameraNotificationsBody): Promise<CameraNotifications>;
  /** Messages that wait. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface NotificationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly push: PushSender;
  readonly audience: CameraAudience;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Since when a camera is away now, Unix ms; null while it is there or nobody knows. */
  readonly offlineSince: (cameraId: string) => number | null;
  /** Told the end of every message. */
  readonly onResult?: (result: PushResult) => void;
  readonly queue?: Partial<Omit<PushQueueOptions, 'clock'>>;
}

/** A revoked grant or session keeps a message back when it was last looked at longer ago than this, ms (R24 gives 10 s). */
const checkAge = 5_000;
const day = 24 * 60 * 60_000;
/** A subscription that took nothing for so long is dead; longer than any outage of ours, which looks the same, ms. */
const longestFailing = 30 * day;
const attempts = 5;
/** For one that has been failing for a day. */
const hopelessAttempts = 1;

export function createNotificationsService({ db, clock, log, push, audience, resolveAccess, offlineSince, onResult, queue: queueOptions }: NotificationsDeps): NotificationsService {
  const repository = createNotificationsRepository({ db, clock });
  const statuses = createStatusRepository(db);
  const queue = createPushQueue({ clock, random: Math.random, ...queueOptions });
  const limit = createTestLimit(clock);

  const settle = async (subscription: PushSubscription, result: PushResult): Promise<void> => {
    if (result === 'gone') await repository.removeAddress(subscription);
    else if (result === 'sent' && subscription.failingSince !== null) await repository.setFailingSince(subscription, null);
    else if (result === 'failed' && subscription.failingSince === null) await repository.setFailingSince(subscription, clock.now());
    else if (result === 'failed' && clock.now() - (subscription.failingSince ?? 0) > longestFailing) await repository.removeAddress(subscription);
  };
  const end = (subscription: PushSubscription, service: string, result: PushResult, reason?: unknown): void => {
    onResult?.(result);
    // Once until it works again; the service's name only, because the whole address is a secret of the browser.
    if (result === 'failed' && subscription.failingSince === null) log.warn({ service, err: reason }, 'A push message was not delivered');
    settle(subscription, result).catch((error: unknown) => log.error({ err: error }, 'A push subscription could not be updated'));
  };

  const isStillWanted = async ({ customerId, deviceId, addressHash }: PushSubscription, cameraId: string): Promise<boolean> => {
    const [current] = await repository.find([customerId], push.id, deviceId);
    return current?.addressHash === addressHash && (await resolveAccess(customerId, cameraId)) !== null;
  };
  const deliver = (subscription: PushSubscription, cameraId: string, message: PushMessage, delivery: PushDelivery, topic: string): void => {
    const service = push.parse(subscription.token)?.service;
    // Accepted by other rules than those of today.
    if (service === undefined) return;
    let checkedAt = clock.monotonic();
    queue.add({
      key: `${subscription.customerId} ${subscription.deviceId} ${topic}`,
      service,
      usefulFor: delivery.ttl * 1000,
      attempts: subscription.failingSince !== null && clock.now() - subscription.failingSince > day ? hopelessAttempts : attempts,
      send: async () => {
        if (clock.monotonic() - checkedAt > checkAge) {
          if (!(await isStillWanted(subscription, cameraId))) return 'unwanted';
          checkedAt = clock.monotonic();
        }
        return push.send(subscription.token, message, delivery);
      },
      ended: (result, reason) => end(subscription, service, result, reason),
    });
  };
  /** @param messages one a language, shared by all who read it */
  const tell = async (cameraId: string, customerIds: readonly string[], messages: Readonly<Record<Locale, PushMessage>>, delivery: PushDelivery): Promise<void> => {
    const subscriptions = await repository.find(customerIds, push.id);
    for (const [index, subscription] of subscriptions.entries()) {
      // Reading a subscription takes 15 µs: video goes on between the hundreds.
      if (index % 100 === 99) await nextTurn();
      deliver(subscription, cameraId, messages[pickLocale(subscription.locale)], delivery, delivery.topic ?? '');
    }
  };

  const deviceOf = ({ customerId, deviceId }: Viewer): { customerId: string; deviceId: string } => {
    if (deviceId === null) throw new AppError('unauthorized');
    return { customerId, deviceId };
  };

  return {
    configuration: push.configuration,
    subscribe: async (viewer, token) => {
      const { customerId, deviceId } = deviceOf(viewer);
      const address = push.parse(token);
      if (!address) throw new AppError('invalid-request');
      const row = { customer_id: customerId, device_id: deviceId, sender: push.id, address_hash: createHash('sha256').update(address.id).digest('base64url'), token, created_at: clock.now(), failing_since: null };
      // Signed out in this moment, from elsewhere.
      if (!(await repository.save(row))) throw new AppError('unauthorized');
      return { kind: push.configuration.kind };
    },
    unsubscribe: async (viewer) => {
      const { customerId, deviceId } = deviceOf(viewer);
      await repository.remove(customerId, deviceId);
    },
    sendTest: async (viewer) => {
      const { customerId, deviceId } = deviceOf(viewer);
      const [subscription] = await repository.find([customerId], push.id, deviceId);
      const service = subscription && push.parse(subscription.token)?.service;
      if (!subscription || service === undefined) throw new AppError('not-found');
      limit.count(customerId);
      const { promise, resolve } = Promise.withResolvers<PushResult>();
      const ended = (result: PushResult, reason?: unknown): void => {
        end(subscription, service, result, reason);
        resolve(result);
      };
      const send = () => push.send(subscription.token, testMessage(pickLocale(subscription.locale)), testDelivery);
      queue.add({ key: `${customerId} ${deviceId} test`, service, usefulFor: testDelivery.ttl * 1000, attempts: 1, send, ended });
      const result = await promise;
      if (result === 'gone') throw new AppError('not-found');
      if (result !== 'sent' && result !== 'replaced') throw new AppError('unavailable');
    },
    notify: async (event) => tell(event.cameraId, await audience(event.cameraId), { en: eventMessage(event, 'en'), ru: eventMessage(event, 'ru') }, eventDelivery(event)),
    notifyStatus: async (change) => {
      const { cameraId } = change;
      const { customerIds, offlineAt } = change.kind === 'away' ? await statuses.takeAway(cameraId, change.at) : await statuses.takeBack(cameraId);
      if (customerIds.length === 0) return;
      const seeing = new Set(await audience(cameraId));
      const messageIn = (locale: Locale): PushMessage => (change.kind === 'away' ? awayMessage(change, locale) : backMessage(change, offlineAt, locale));
      await tell(cameraId, customerIds.filter((id) => seeing.has(id)), { en: messageIn('en'), ru: messageIn('ru') }, statusDelivery(change));
    },
    cameraNotifications: statuses.find,
    updateCameraNotifications: async (access, change) => {
      try {
        await statuses.save(access, change, offlineSince(access.cameraId));
      } catch (error) {
        // The row hangs on the grant, which may have gone in this moment.
        if ((await resolveAccess(access.customerId, access.cameraId)) === null) throw new AppError('not-found');
        throw error;
      }
      return statuses.find(access);
    },
    get waiting() {
      return queue.waiting;
    },
    close: async () => {
      await queue.close();
      await push.close();
    },
  };
}
