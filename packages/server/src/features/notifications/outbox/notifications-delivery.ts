import { setImmediate as nextTurn } from 'node:timers/promises';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { PushSender } from '../../../adapters/push/port.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import { lookIntervalMs, type JobPlace } from '../../../kernel/module/job-place.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import type { PushJob, PushQueue, PushResult } from '../notifications-queue.ts';
import type { NotificationsRepository, PushSubscription } from '../notifications-repository.ts';
import { claimIntervalMs, type PushOutbox, type StoredPush } from './notifications-outbox.ts';

/** Sends stored messages, and those that an earlier run of the server left. */
export interface PushOutboxDelivery {
  /** Queues messages that were just stored, where this server sends them. @param subscriptions of their devices */
  queue(pushes: readonly StoredPush[], subscriptions: readonly PushSubscription[]): Promise<void>;
  /** Takes over what is left, now and whenever another process dies. */
  start(): void;
  /** Call it once the queue is closed: what is left is the next process's. */
  close(): Promise<void>;
}

export interface PushOutboxDeliveryDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobPlace: JobPlace;
  readonly push: PushSender;
  readonly repository: NotificationsRepository;
  readonly outbox: PushOutbox;
  readonly queue: PushQueue;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  /** Called with the result of every message. */
  readonly onEnd: (subscription: PushSubscription, service: string, result: PushResult, reason: unknown) => void;
}

/** A message is rechecked against revoked grants and sessions when its last check is older than this, ms (R24 allows 10 s). */
const checkTtlMs = 5_000;
const day = 24 * 60 * 60_000;
const attempts = 5;
/** For a subscription that has failed for a day. */
const attemptsWhenFailing = 1;

export function createPushOutboxDelivery(deps: PushOutboxDeliveryDeps): PushOutboxDelivery {
  const { clock, log, jobPlace, push: sender, repository, outbox, queue, resolveAccess, onEnd } = deps;
  let stopClaims = (): void => undefined;
  let claiming: Promise<void> | null = null;

  const keep = (change: Promise<void>): Promise<void> =>
    change.catch((error: unknown) => log.error({ err: error }, 'A push message could not be updated; it may be sent again'));
  const isAllowed = async ({ customerId, deviceId, addressHash, cameraId, required }: StoredPush): Promise<boolean> => {
    const [current] = await repository.find([customerId], sender.id, deviceId);
    if (current?.addressHash !== addressHash) return false;
    const access = await resolveAccess(customerId, cameraId);
    return access !== null && (required === 'view' || access.capabilities.canWatch);
  };

  /** @param checkedAt when access was checked last, monotonic ms */
  const jobOf = (stored: StoredPush, subscription: PushSubscription, service: string, checkedAt: number): PushJob => {
    const { failingSince } = subscription;
    const expiresAfterMs = stored.expiresAt - clock.now();
    let lastCheck = checkedAt;
    return {
      key: `${stored.customerId} ${stored.deviceId} ${stored.topic}`,
      service,
      expiresAfterMs,
      attempts: failingSince !== null && clock.now() - failingSince > day ? attemptsWhenFailing : attempts,
      resumed: { attempts: stored.attempts, delayMs: Math.max(0, stored.dueAt - clock.now()) },
      send: async () => {
        const isOld = clock.monotonic() - lastCheck > checkTtlMs;
        if ((isOld || stored.role === 'end') && !(await outbox.isWanted(stored))) return 'unwanted';
        if (isOld && !(await isAllowed(stored))) return 'unwanted';
        if (isOld) lastCheck = clock.monotonic();
        const ttl = Math.max(1, Math.ceil((stored.expiresAt - clock.now()) / 1000));
        return sender.send(subscription.token, stored.message, { ttl, urgency: stored.urgency, topic: stored.topic });
      },
      postponed: (count, delayMs) => keep(outbox.postpone(stored, count, clock.now() + delayMs)),
      ended: (result, reason) => {
        onEnd(subscription, service, result, reason);
        // The message that replaced it has its place; a deferred one keeps it.
        return result === 'replaced' || result === 'deferred' ? undefined : keep(outbox.end(stored, result === 'sent'));
      },
    };
  };
  const add = (stored: StoredPush, subscription: PushSubscription | undefined, checkedAt: number): void => {
    const service = subscription && sender.parse(subscription.token)?.service;
    // Signed out, subscribed again, or accepted under earlier rules.
    if (!subscription || service === undefined || subscription.addressHash !== stored.addressHash) void keep(outbox.end(stored, false));
    else queue.add(jobOf(stored, subscription, service, checkedAt));
  };

  const resume = async (): Promise<void> => {
    const pushes = await outbox.claim();
    const subscriptions = await repository.find([...new Set(pushes.map(({ customerId }) => customerId))], sender.id);
    const known = byDevice(subscriptions);
    for (const push of pushes) add(push, known.get(deviceKey(push)), Number.NEGATIVE_INFINITY);
  };
  const claim = (): void => {
    claiming ??= inBackground(resume)
      .catch((error: unknown) => log.warn({ err: error }, 'Waiting push messages could not be read; retrying'))
      .finally(() => {
        claiming = null;
      });
  };

  return {
    queue: async (pushes, subscriptions) => {
      if (jobPlace === 'elsewhere') return;
      const checkedAt = clock.monotonic();
      const known = byDevice(subscriptions);
      for (const [index, push] of pushes.entries()) {
        // Parsing a subscription takes 15 µs: a pause after every hundred lets video processing continue.
        if (index % 100 === 99) await nextTurn();
        add(push, known.get(deviceKey(push)), checkedAt);
      }
    },
    start: () => {
      claim();
      stopClaims = callEvery(clock, jobPlace === 'here' ? lookIntervalMs : claimIntervalMs, claim);
    },
    close: async () => {
      stopClaims();
      await claiming;
      await keep(outbox.release());
    },
  };
}

const deviceKey = ({ customerId, deviceId }: { readonly customerId: string; readonly deviceId: string }): string =>
  `${customerId} ${deviceId}`;
const byDevice = (subscriptions: readonly PushSubscription[]): Map<string, PushSubscription> =>
  new Map(subscriptions.map((subscription) => [deviceKey(subscription), subscription]));
