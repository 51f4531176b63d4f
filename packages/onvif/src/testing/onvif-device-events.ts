import type { Clock } from '@watchpost/contract/timing/clock';
import type { DeviceService } from './onvif-device.ts';

/** A message of the test device. */
export interface DeviceMessage {
  /** With its prefixes. */
  readonly topic: string;
  readonly operation?: 'Initialized' | 'Changed' | 'Deleted';
  /** ISO 8601; now by the device's clock if missing. */
  readonly at?: string;
  readonly source?: Readonly<Record<string, string>>;
  readonly data?: Readonly<Record<string, string>>;
}

/** What the test device notices, and its subscriptions. */
export interface DeviceEvents {
  /** The event service and the subscriptions, to give to the device. */
  readonly services: readonly DeviceService[];
  /** Sends a message to every subscription. */
  emit(message: DeviceMessage): void;
  /** Ends all subscriptions without a word, as a restart does. */
  restart(): void;
  /** Number of subscriptions. */
  readonly subscriptions: number;
  /** Pulls that wait now. */
  readonly waiting: number;
  /** The requests of subscriptions, as they were sent. */
  readonly bodies: readonly string[];
}

export interface DeviceEventsOptions {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** How it writes the address of a subscription. @param path with its number */
  readonly addressOf?: (path: string) => string;
  /** It finds a subscription by this header instead of the address. */
  readonly byParameter?: boolean;
  /** Which initial time it accepts; by default, any and none. */
  readonly acceptsTime?: (time: string) => boolean;
  /** It does not know `Renew`. */
  readonly isWithoutRenewal?: boolean;
  /** Pulls don't extend a subscription. */
  readonly isStrict?: boolean;
  /** How long a subscription lasts, ms; by default, a minute. */
  readonly leaseMs?: number;
  /** How it writes the end of a subscription. */
  readonly writtenEnd?: (at: number) => string;
  /** The most that it allows. */
  readonly maxSubscriptions?: number;
  /** The longest that it waits, s; it refuses more. */
  readonly maxTimeoutSeconds?: number;
  /** The state that it reports to a new subscription. */
  readonly initial?: () => readonly DeviceMessage[];
}

interface Subscription {
  readonly queue: DeviceMessage[];
  endsAt: number;
  wake: () => void;
}

const path = '/onvif/events_service/subscription';
const textOf = (body: string, name: string): string => new RegExp(`<(?:\\w+:)?${name}\\b[^>]*>([^<]*)<`).exec(body)?.[1] ?? '';
const items = (part: string, values: Readonly<Record<string, string>>): string =>
  `<tt:${part}>${Object.entries(values)
    .map(([name, value]) => `<tt:SimpleItem Name="${name}" Value="${value}"/>`)
    .join('')}</tt:${part}>`;

/** Creates an event service with pull points. It requires the headers of WS-Addressing. */
export function createDeviceEvents(options: DeviceEventsOptions): DeviceEvents {
  const { clock, addressOf = (at) => at, byParameter = false, acceptsTime = () => true, initial = () => [] } = options;
  const { leaseMs = 60_000, writtenEnd = timeOf, maxSubscriptions = 4, maxTimeoutSeconds = 60 } = options;
  const subscriptions = new Map<string, Subscription>();
  const bodies: string[] = [];
  let last = 0;
  let waiting = 0;

  const write = ({ topic, operation = 'Changed', at, source = { VideoSourceToken: 'lens' }, data = {} }: DeviceMessage): string =>
    `<wsnt:NotificationMessage xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topic}</wsnt:Topic>` +
    `<wsnt:Message><tt:Message UtcTime="${at ?? timeOf(clock.now())}" PropertyOperation="${operation}">${items('Source', source)}${items('Data', data)}</tt:Message></wsnt:Message></wsnt:NotificationMessage>`;
  const times = (prefix: string, endsAt: number): string =>
    `<${prefix}:CurrentTime xmlns:${prefix}="${namespaceOf[prefix]}">${timeOf(clock.now())}</${prefix}:CurrentTime><${prefix}:TerminationTime xmlns:${prefix}="${namespaceOf[prefix]}">${writtenEnd(endsAt)}</${prefix}:TerminationTime>`;

  const find = (body: string, url: string): Subscription | null => {
    if (!body.includes('/addressing"') || textOf(body, 'Action') === '' || textOf(body, 'To') === '') return null;
    const id = byParameter ? textOf(body, 'SubscriptionId') : (/=(\d+)$/.exec(url)?.[1] ?? '');
    const subscription = subscriptions.get(id);
    if (subscription && subscription.endsAt > clock.now()) return subscription;
    subscriptions.delete(id);
    return null;
  };
  const noting =
    (act: (body: string, url: string) => string | null | Promise<string | null>) =>
    async (body: string, url: string): Promise<string | null> => {
      bodies.push(body);
      return act(body, url);
    };

  const pull = async (body: string, url: string): Promise<string | null> => {
    const subscription = find(body, url);
    const seconds = Number(/^PT(\d+)S$/.exec(textOf(body, 'Timeout'))?.[1]);
    if (!subscription || !(seconds >= 1 && seconds <= maxTimeoutSeconds)) return null;
    if (subscription.queue.length === 0) {
      waiting += 1;
      await new Promise<void>((resolve) => {
        const cancel = clock.after(seconds * 1000, resolve);
        subscription.wake = () => {
          cancel();
          resolve();
        };
      });
      waiting -= 1;
    }
    if (!options.isStrict) subscription.endsAt = clock.now() + leaseMs;
    const messages = subscription.queue.splice(0, Number(textOf(body, 'MessageLimit')));
    return times('tev', subscription.endsAt) + messages.map(write).join('');
  };

  return {
    bodies,
    get subscriptions() {
      return [...subscriptions.values()].filter(({ endsAt }) => endsAt > clock.now()).length;
    },
    get waiting() {
      return waiting;
    },
    emit: (message) => {
      for (const { queue, wake } of subscriptions.values()) {
        queue.push(message);
        wake();
      }
    },
    restart: () => {
      for (const { wake } of subscriptions.values()) wake();
      subscriptions.clear();
    },
    services: [
      {
        namespace: namespaceOf['tev'] ?? '',
        prefix: 'tev',
        answers: {},
        waits: {
          CreatePullPointSubscription: noting((body) => {
            for (const [id, { endsAt }] of subscriptions) if (endsAt <= clock.now()) subscriptions.delete(id);
            if (subscriptions.size >= maxSubscriptions || !acceptsTime(textOf(body, 'InitialTerminationTime'))) return null;
            last += 1;
            const id = String(last);
            const endsAt = clock.now() + leaseMs;
            subscriptions.set(id, { queue: [...initial()], endsAt, wake: () => undefined });
            const parameters = byParameter
              ? '<wsa:ReferenceParameters><dom0:SubscriptionId xmlns:dom0="http://device.example/events">' +
                `${id}</dom0:SubscriptionId></wsa:ReferenceParameters>`
              : '';
            const address = addressOf(byParameter ? path : `${path}?id=${id}`);
            return (
              `<tev:SubscriptionReference xmlns:wsa="http://www.w3.org/2005/08/addressing"><wsa:Address>${address}</wsa:Address>${parameters}</tev:SubscriptionReference>` +
              times('wsnt', endsAt)
            );
          }),
          PullMessages: noting(pull),
        },
      },
      {
        namespace: namespaceOf['wsnt'] ?? '',
        prefix: 'wsnt',
        isHidden: true,
        answers: {},
        waits: {
          Renew: noting((body, url) => {
            const subscription = find(body, url);
            if (!subscription || options.isWithoutRenewal) return null;
            subscription.endsAt = clock.now() + leaseMs;
            return times('wsnt', subscription.endsAt);
          }),
          Unsubscribe: noting((body, url) => {
            const subscription = find(body, url);
            for (const [id, one] of subscriptions) if (one === subscription) subscriptions.delete(id);
            return subscription ? '' : null;
          }),
        },
      },
    ],
  };
}

const namespaceOf: Readonly<Record<string, string>> = {
  tev: 'http://www.onvif.org/ver10/events/wsdl',
  wsnt: 'http://docs.oasis-open.org/wsn/b-2',
};

function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
