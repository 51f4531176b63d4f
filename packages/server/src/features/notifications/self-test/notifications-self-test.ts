import { pickLocale, type Locale } from '@watchpost/contract/kernel';
import type { ChannelTest } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import { PushError, type PushSender } from '../../../adapters/push/port.ts';
import type { Db } from '../../../db/database.ts';
import type { Viewer } from '../../../kernel/access/access.ts';
import { testDelivery, testMessage } from '../notifications-messages.ts';
import type { NotificationsRepository, PushSubscription } from '../notifications-repository.ts';

/** Tests a channel for a user; an entry for each of its addresses, or one that says that it is not set up. */
export type TestChannel = (to: { readonly customerId: string; readonly locale: Locale }) => Promise<ChannelTest[]>;

interface SelfTestDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly push: Pick<PushSender, 'id' | 'send'>;
  readonly repository: Pick<NotificationsRepository, 'find' | 'removeAddress'>;
  readonly otherChannels: TestChannel;
}

/** Sends one message through each channel of a user, and says what broke. */
type SelfTest = (viewer: Viewer) => Promise<ChannelTest[]>;

export function createSelfTest({ db, clock, push, repository, otherChannels }: SelfTestDeps): SelfTest {
  const namesOf = async (customerId: string): Promise<ReadonlyMap<string, string>> => {
    const rows = await db.selectFrom('devices').select(['id', 'name', 'browser', 'system']).where('customer_id', '=', customerId).execute();
    const nameOf = (row: (typeof rows)[number]): string => [row.browser, row.system].filter((part) => part !== null).join(', ') || row.name;
    return new Map(rows.map((row) => [row.id, nameOf(row)]));
  };
  const testPush = async (subscription: PushSubscription): Promise<Pick<ChannelTest, 'state' | 'reason' | 'tookMs'>> => {
    const begunAt = clock.monotonic();
    try {
      const outcome = await push.send(subscription.token, testMessage(pickLocale(subscription.locale)), testDelivery);
      if (outcome === 'sent') return { state: 'sent', reason: null, tookMs: Math.round(clock.monotonic() - begunAt) };
      // Nothing reaches it any more: the browser has to subscribe again.
      await repository.removeAddress(subscription);
      return { state: 'failed', reason: 'gone' };
    } catch (error) {
      return { state: 'failed', reason: error instanceof PushError && error.isFinal ? 'refused' : 'unreachable' };
    }
  };

  return async ({ customerId, deviceId, locale }) => {
    const [subscriptions, names, others] = await Promise.all([
      repository.find([customerId], push.id),
      namesOf(customerId),
      otherChannels({ customerId, locale: pickLocale(locale ?? undefined) }),
    ]);
    const pushes = await Promise.all(
      subscriptions.map(async (subscription): Promise<ChannelTest> => {
        const name = names.get(subscription.deviceId) ?? null;
        const isThisDevice = subscription.deviceId === deviceId;
        return { channel: 'push', name, isThisDevice, ...(await testPush(subscription)), confirmedAt: subscription.confirmedAt };
      }),
    );
    return [...(pushes.length > 0 ? pushes : [notSetUp('push')]), ...others];
  };
}

export function notSetUp(channel: ChannelTest['channel']): ChannelTest {
  return { channel, name: null, isThisDevice: false, state: 'not-set-up', reason: null };
}
