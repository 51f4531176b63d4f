import { createHash } from 'node:crypto';
import { pickLocale, type Locale } from '@watchpost/contract/kernel';
import type { EventType } from '@watchpost/contract/schemas/events';
import type {
  CameraNotifications,
  EventNotifications,
  NotificationTests,
  PushConfiguration,
  PushMessage,
  SubscribeToPushAnswer,
  UpdateCameraNotificationsBody,
  UpdateEventNotificationsBody,
} from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { PushDelivery, PushSender } from '../../adapters/push/port.ts';
import type { CameraAccess, Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { JobPlace } from '../../kernel/module/job-place.ts';
import type { Db } from '../../db/database.ts';
import type { CameraAccessResolver, CameraAudience } from '../cameras/index.ts';
import { createAlertEmails, type AlertEmailsDeps } from './email/notifications-email.ts';
import { createEventChoice, type EventChoiceDeps, type EventWish } from './event-settings/notifications-event-choice.ts';
import { createEventSettingsRepository } from './event-settings/notifications-event-settings.ts';
import { createStretchStore } from './event-settings/notifications-stretch-store.ts';
import type { Stretch } from './event-settings/notifications-stretches.ts';
import { createTestLimit } from './notifications-limits.ts';
import {
  eventDelivery,
  eventMessage,
  stretchDelivery,
  stretchMessage,
  testDelivery,
  testMessage,
  type CameraEvent,
  type GroupedEvent,
} from './notifications-messages.ts';
import { createPushQueue, type PushQueueOptions, type PushResult } from './notifications-queue.ts';
import { createNotificationsRepository, type PushSubscription } from './notifications-repository.ts';
import { createPushOutboxDelivery } from './outbox/notifications-delivery.ts';
import { createPushOutbox, type NewPush } from './outbox/notifications-outbox.ts';
import { addStatusEmails } from './status/notifications-status-email.ts';
import { awayMessage, backMessage, statusDelivery, statusTopic, type CameraStatusChange } from './status/notifications-status-messages.ts';
import { createSelfTest, type TestChannel } from './self-test/notifications-self-test.ts';
import { createStatusRepository } from './status/notifications-status-repository.ts';

export interface NotificationsService {
  readonly configuration: PushConfiguration;
  /** Subscribes this device to the caller's messages, instead of any earlier user's. @throws {AppError} invalid-request, unauthorized */
  subscribe(viewer: Viewer, token: string): Promise<SubscribeToPushAnswer>;
  unsubscribe(viewer: Viewer): Promise<void>;
  /**
   * Sends one message to the caller's own device. @throws {AppError} not-found without a subscription, unavailable when it is refused,
   * too-many-requests
   */
  sendTest(viewer: Viewer): Promise<void>;
  /** Sends one message through each of the caller's channels, and says what broke. @throws {AppError} too-many-requests */
  testAll(viewer: Viewer): Promise<NotificationTests>;
  /**
   * Notifies all users who can watch the camera now, and want to know; resolves when the messages are queued. Events of one place within a
   * stretch of time are one message, which is updated.
   */
  notify(event: CameraEvent): Promise<void>;
  /** Returns what a user chose for the events of one type of one camera, for other channels. @param at of the event, Unix ms */
  wish(customerId: string, cameraId: string, type: EventType, at: number): Promise<EventWish>;
  /** Notifies subscribed users who see the camera that it is offline, and later that it is back. Resolves when the messages are queued. */
  notifyStatus(change: CameraStatusChange): Promise<void>;
  /** Returns the caller's notification settings for a camera. */
  cameraNotifications(access: CameraAccess): Promise<CameraNotifications>;
  /** Changes them. @throws {AppError} not-found when the caller no longer sees the camera */
  updateCameraNotifications(access: CameraAccess, change: UpdateCameraNotificationsBody): Promise<CameraNotifications>;
  /** Returns the caller's notification settings for one event type of a camera. */
  eventNotifications(access: CameraAccess, type: EventType): Promise<EventNotifications>;
  /** Changes them. @throws {AppError} not-found when the caller no longer sees the camera */
  updateEventNotifications(access: CameraAccess, type: EventType, change: UpdateEventNotificationsBody): Promise<EventNotifications>;
  /** Begins to send what an earlier run left. */
  start(): void;
  /** Number of waiting messages. */
  readonly waiting: number;
  close(): Promise<void>;
}

export interface NotificationsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobPlace?: JobPlace;
  readonly push: PushSender;
  readonly audience: CameraAudience;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Returns since when a camera has been offline, Unix ms; null while it is online or unknown. */
  readonly offlineSince: (cameraId: string) => number | null;
  /** Tests the channels beside push. */
  readonly otherChannels: TestChannel;
  /** Returns where a camera is for each user. */
  readonly placesOf: EventChoiceDeps['placesOf'];
  /** Sends alerts by e-mail; null where none are sent. */
  readonly email: Pick<AlertEmailsDeps, 'mail' | 'readPicture' | 'publicUrl'> | null;
  /** Called with the result of every message. */
  readonly onResult?: (result: PushResult) => void;
  readonly queue?: Partial<Omit<PushQueueOptions, 'clock'>>;
}

const day = 24 * 60 * 60_000;
/** A subscription that has failed for this long is dead, ms; longer than any outage of ours, which looks the same. */
const maxFailingMs = 30 * day;

export function createNotificationsService({
  db,
  clock,
  log,
  jobPlace = 'alone',
  push,
  audience,
  resolveAccess,
  offlineSince,
  placesOf,
  otherChannels,
  email,
  onResult,
  queue: queueOptions,
}: NotificationsDeps): NotificationsService {
  const repository = createNotificationsRepository({ db, clock });
  const statuses = createStatusRepository({ db, clock });
  const eventSettings = createEventSettingsRepository(db);
  const choice = createEventChoice({ clock, settings: eventSettings, placesOf });
  const stretches = createStretchStore({ db, clock });
  const outbox = createPushOutbox({ db, clock, isSentHere: jobPlace !== 'elsewhere' });
  const queue = createPushQueue({ clock, random: Math.random, ...queueOptions });
  const limit = createTestLimit(clock);
  const selfTest = createSelfTest({ db, clock, push, repository, otherChannels });

  const settle = async (subscription: PushSubscription, result: PushResult): Promise<void> => {
    if (result === 'gone') await repository.removeAddress(subscription);
    else if (result === 'sent' && subscription.failingSince !== null) await repository.setFailingSince(subscription, null);
    else if (result === 'failed' && subscription.failingSince === null) await repository.setFailingSince(subscription, clock.now());
    else if (result === 'failed' && clock.now() - (subscription.failingSince ?? 0) > maxFailingMs)
      await repository.removeAddress(subscription);
  };
  const end = (subscription: PushSubscription, service: string, result: PushResult, reason?: unknown): void => {
    onResult?.(result);
    // Logged once until it works again, with the service's name only, because the whole address is a secret of the browser.
    if (result === 'failed' && subscription.failingSince === null) log.warn({ service, err: reason }, 'A push message was not delivered');
    void settle(subscription, result).catch((error: unknown) => log.error({ err: error }, 'A push subscription could not be updated'));
  };

  const delivery = createPushOutboxDelivery({ clock, log, jobPlace, push, repository, outbox, queue, resolveAccess, onEnd: end });

  /** Returns what to store for each device. @param messages one per language, shared by all its readers */
  const pushesFor = (
    subscriptions: readonly PushSubscription[],
    messages: Readonly<Record<Locale, PushMessage>>,
    about: Omit<NewPush, 'customerId' | 'deviceId' | 'addressHash' | 'message'>,
  ): NewPush[] =>
    subscriptions.map(({ customerId, deviceId, addressHash, locale }) => ({
      ...about,
      customerId,
      deviceId,
      addressHash,
      message: messages[pickLocale(locale)],
    }));

  const notifyGrouped = async (event: GroupedEvent, watching: readonly string[]): Promise<void> => {
    const all = await choice.wishes({ cameraId: event.cameraId, type: event.eventType }, watching);
    const timely = [...all].flatMap(([customerId, wish]) => (wish.isTimely ? [{ customerId, ...wish }] : []));
    const subscriptions = await repository.find(
      timely.flatMap(({ customerId, isEnabled }) => (isEnabled ? [customerId] : [])),
      push.id,
    );
    const reachable = new Set(subscriptions.map(({ customerId }) => customerId));
    const messages = await stretches.push(
      event,
      timely.filter(({ customerId }) => reachable.has(customerId)),
    );
    const chosen = new Map<string, Stretch<GroupedEvent>>();
    for (const [customerId, stretch] of messages) {
      const { cameraId } = stretch.shown;
      // The other camera of the room may be out of reach meanwhile.
      const canSee = cameraId === event.cameraId || (await resolveAccess(customerId, cameraId))?.capabilities.canWatch === true;
      chosen.set(customerId, canSee ? stretch : { ...stretch, shown: event });
    }
    const now = clock.now();
    const pushes = subscriptions.flatMap(({ customerId, deviceId, addressHash, locale }): NewPush[] => {
      const stretch = chosen.get(customerId);
      if (!stretch) return [];
      const about = { ...aboutOf(stretch.shown.cameraId, stretchDelivery(stretch), now), required: 'watch', role: 'once' } as const;
      return [{ ...about, customerId, deviceId, addressHash, message: stretchMessage(stretch, pickLocale(locale)) }];
    });
    await delivery.queue(await outbox.put(db, pushes), subscriptions);
    await stretches.email(
      event,
      timely.filter(({ isEmailEnabled }) => isEmailEnabled),
    );
  };

  const wish: NotificationsService['wish'] = async (customerId, cameraId, type, at) => {
    const found = (await choice.wishes({ cameraId, type, at }, [customerId])).get(customerId);
    if (!found) throw new Error('Each user has a wish.');
    return found;
  };
  const emails =
    email &&
    createAlertEmails({
      db,
      clock,
      log,
      ...email,
      resolveAccess,
      wish: (customerId, { camera_id: cameraId, event_type: type, event_at: at }) => wish(customerId, cameraId, type, at),
    });

  const deviceOf = ({ customerId, deviceId }: Viewer): { customerId: string; deviceId: string } => {
    if (deviceId === null) throw new AppError('unauthorized');
    return { customerId, deviceId };
  };

  /** Saves a row that references a grant, which may be deleted at the same moment. */
  const whileVisible = async ({ customerId, cameraId }: CameraAccess, save: () => Promise<void>): Promise<void> => {
    try {
      await save();
    } catch (error) {
      if ((await resolveAccess(customerId, cameraId)) === null) throw new AppError('not-found');
      throw error;
    }
  };

  return {
    configuration: push.configuration,
    subscribe: async (viewer, token) => {
      const { customerId, deviceId } = deviceOf(viewer);
      const address = push.parse(token);
      if (!address) throw new AppError('invalid-request');
      const row = {
        customer_id: customerId,
        device_id: deviceId,
        sender: push.id,
        address_hash: createHash('sha256').update(address.id).digest('base64url'),
        token,
        created_at: clock.now(),
        failing_since: null,
      };
      // The device has just been signed out remotely.
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
      const ended = (result: PushResult, reason?: unknown): undefined => {
        end(subscription, service, result, reason);
        resolve(result);
      };
      const send = () => push.send(subscription.token, testMessage(pickLocale(subscription.locale)), testDelivery);
      queue.add({ key: `${customerId} ${deviceId} test`, service, expiresAfterMs: testDelivery.ttl * 1000, attempts: 1, send, ended });
      const result = await promise;
      if (result === 'gone') throw new AppError('not-found');
      if (result !== 'sent' && result !== 'replaced') throw new AppError('unavailable');
    },
    testAll: async (viewer) => {
      limit.count(viewer.customerId);
      return { results: await selfTest(viewer) };
    },
    notify: async (event) => {
      const { cameraId, eventType, onlyFor } = event;
      const watching = (await audience(cameraId, 'watch')).filter((customerId) => onlyFor?.includes(customerId) ?? true);
      if (eventType !== undefined) return notifyGrouped({ ...event, eventType }, watching);
      const subscriptions = await repository.find(watching, push.id);
      const messages = { en: eventMessage(event, 'en'), ru: eventMessage(event, 'ru') };
      const about = { ...aboutOf(cameraId, eventDelivery(event), clock.now()), required: 'watch', role: 'once' } as const;
      await delivery.queue(await outbox.put(db, pushesFor(subscriptions, messages, about)), subscriptions);
    },
    wish,
    notifyStatus: async (change) => {
      const { cameraId, kind } = change;
      const { customerIds, offlineAt } = await statuses.recipients(cameraId, kind);
      if (customerIds.length === 0) return;
      const seeing = new Set(await audience(cameraId));
      const subscriptions = await repository.find(
        customerIds.filter((id) => seeing.has(id)),
        push.id,
      );
      const messageIn = (locale: Locale): PushMessage =>
        change.kind === 'away' ? awayMessage(change, locale) : backMessage(change, offlineAt, locale);
      const about = {
        ...aboutOf(cameraId, statusDelivery(change), clock.now()),
        required: 'view',
        role: kind === 'away' ? 'begin' : 'end',
      } as const;
      const pushes = pushesFor(subscriptions, { en: messageIn('en'), ru: messageIn('ru') }, about);
      const stored = await db.transaction().execute(async (transaction) => {
        const marked = await statuses.mark(transaction, cameraId, kind === 'away' ? change.at : null);
        const emailed = [...marked].flatMap(([id, { isEmailed }]) => (isEmailed && seeing.has(id) ? [id] : []));
        if (email) await addStatusEmails(transaction, email, { change, offlineAt, customerIds: emailed });
        return outbox.put(
          transaction,
          pushes.filter(({ customerId }) => marked.has(customerId)),
        );
      });
      email?.mail.wake();
      await delivery.queue(stored, subscriptions);
    },
    cameraNotifications: statuses.find,
    updateCameraNotifications: async (access, change) => {
      await whileVisible(access, async () => {
        await statuses.save(access, change, offlineSince(access.cameraId));
        if (change.isStatusNotified !== undefined) await outbox.forget(access.customerId, statusTopic(access.cameraId));
      });
      return statuses.find(access);
    },
    eventNotifications: eventSettings.find,
    updateEventNotifications: async (access, type, change) => {
      await whileVisible(access, () => eventSettings.save(access, type, change));
      return eventSettings.find(access, type);
    },
    start: () => {
      delivery.start();
      emails?.start();
    },
    get waiting() {
      return queue.waiting;
    },
    close: async () => {
      // Both begin at once: neither waits for what the other has to end.
      await Promise.all([queue.close(), emails?.close()]);
      await delivery.close();
      await push.close();
    },
  };
}

/** Returns what the database keeps of a delivery. */
function aboutOf(cameraId: string, { ttl, urgency, topic }: PushDelivery & { readonly topic: string }, now: number) {
  return { cameraId, topic, urgency, expiresAt: now + ttl * 1000 };
}
