import { randomBytes } from 'node:crypto';
import { backOffDelay, type BackOffLimits } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import mqtt, { type MqttClient } from 'mqtt';
import type { Logger } from '../../kernel/log.ts';
import { createMessageQueue } from './message-queue.ts';
import type { HomeBroker, HomeBrokerMessage, HomeBrokerSession } from './port.ts';

export interface HomeBrokerOptions extends HomeBrokerSession {
  /** `mqtt:` or `mqtts:`, with user name and password if required: never logged. */
  readonly url: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** 0 to 1, for the back-off. */
  readonly random?: () => number;
}

const reconnectLimits: BackOffLimits = { minMs: 1000, maxMs: 60_000, floorMs: 500 };
const connectTimeoutMs = 10_000;
/** A broker that is silent for one and a half times as long is disconnected. */
const keepaliveSeconds = 20;
/** Messages that the broker has not confirmed: with snapshots of 512 KiB at most, they bound the memory. */
const maxUnconfirmed = 8;
const maxWaiting = 5000;
const closeTimeoutMs = 2000;
/** Longer messages of other clients are ignored. */
const maxReceivedBytes = 4096;

/** One connection: a client of the library with its own unconfirmed messages, which end with it. */
interface Connection {
  readonly client: MqttClient;
  unconfirmed: number;
  isReady: boolean;
}

/** Connects to the MQTT broker of a home. */
export function createHomeBroker(options: HomeBrokerOptions): HomeBroker {
  const { url, statusTopic, subscriptions, clock, log, onConnected, onMessage, random = Math.random } = options;
  const address = new URL(url);
  const [username, password] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
  const broker = address.host;
  const queue = createMessageQueue(maxWaiting);
  let connection: Connection | null = null;
  let attempt = 0;
  let isOutageLogged = false;
  let cancelReconnect = (): void => undefined;
  let isClosed = false;
  let published = 0;
  let dropped = 0;

  const connect = (): void => {
    // A client for each connection: the library's own reconnect would send what it stored before the state of now.
    const client = mqtt.connect(`${address.protocol}//${address.host}`, {
      clientId: `watchpost_${randomBytes(6).toString('hex')}`,
      reconnectPeriod: 0,
      connectTimeout: connectTimeoutMs,
      keepalive: keepaliveSeconds,
      clean: true,
      queueQoSZero: false,
      resubscribe: false,
      will: { topic: statusTopic, payload: Buffer.from('offline'), qos: 1, retain: true },
      ...(username && { username }),
      ...(password && { password }),
    });
    const own: Connection = { client, unconfirmed: 0, isReady: false };
    connection = own;
    let reason = 'the connection ended';
    client.on('error', (error) => (reason = reasonOf(error)));
    client.on('message', (topic, bytes, { retain }) => {
      if (connection === own && bytes.byteLength <= maxReceivedBytes) onMessage({ topic, payload: bytes.toString(), isRetained: retain });
    });
    client.once('connect', () => {
      attempt = 0;
      isOutageLogged = false;
      own.isReady = true;
      log.info({ broker }, 'The home’s MQTT broker is reached');
      publish({ topic: statusTopic, payload: 'online', isRetained: true });
      onConnected();
      // After the current state: what the broker retained of other cameras comes with the subscription.
      if (subscriptions.length > 0)
        client.subscribe([...subscriptions], { qos: 1 }, (error) => {
          if (error && !isClosed) log.warn({ broker, reason: reasonOf(error) }, 'The home’s MQTT broker rejected the subscription');
        });
    });
    client.once('close', () => {
      client.end(true);
      if (connection !== own) return;
      connection = null;
      dropped += queue.clear();
      if (isClosed) return;
      if (!isOutageLogged) log.warn({ broker, reason }, 'The home’s MQTT broker can not be used; retrying');
      isOutageLogged = true;
      cancelReconnect = clock.after(backOffDelay(attempt, random(), reconnectLimits), connect);
      attempt += 1;
    });
  };

  function publish(message: HomeBrokerMessage): void {
    if (connection?.isReady !== true || isClosed) {
      // The state is published again after the reconnect; anything else is lost.
      if (!message.isRetained) dropped += 1;
      return;
    }
    dropped += queue.add(message);
    pump(connection);
  }

  function pump(own: Connection): void {
    while (connection === own && own.unconfirmed < maxUnconfirmed) {
      const message = queue.take();
      if (!message) return;
      own.unconfirmed += 1;
      void send(own, message).then((isSent) => {
        own.unconfirmed -= 1;
        if (isSent === true) published += 1;
        else if (isSent === false) dropped += 1;
        pump(own);
      });
    }
  }

  /** Resolves to true once the broker has confirmed it, to false if it was lost, and to null when there was nothing to send. */
  async function send(own: Connection, { topic, payload, isRetained, isCurrent }: HomeBrokerMessage): Promise<boolean | null> {
    const bytes = typeof payload === 'string' ? payload : await payload().catch(() => null);
    if (bytes === null || isCurrent?.() === false) return null;
    if (connection !== own) return false;
    return new Promise((resolve) =>
      own.client.publish(topic, typeof bytes === 'string' ? bytes : Buffer.from(bytes), { qos: 1, retain: isRetained }, (error) =>
        resolve(!error),
      ),
    );
  }

  const close = async (): Promise<void> => {
    isClosed = true;
    cancelReconnect();
    const own = connection;
    if (!own) return;
    const { client } = own;
    if (own.isReady) {
      // The broker says it only for a client that is killed or cut off.
      const said = new Promise<void>((resolve) =>
        client.publish(statusTopic, 'offline', { qos: 1, retain: true }, () => client.end(false, {}, () => resolve())),
      );
      await new Promise<void>((resolve) => {
        const cancel = clock.after(closeTimeoutMs, resolve);
        void said.then(() => {
          cancel();
          resolve();
        });
      });
    }
    connection = null;
    queue.clear();
    await client.endAsync(true).catch(() => undefined);
  };
  let closing: Promise<void> | undefined;

  connect();
  return {
    publish,
    isConnected: () => connection?.isReady === true,
    counts: () => ({ published, dropped }),
    close: () => (closing ??= close()),
  };
}

/** Returns why it failed, without the address: errors of a host with several addresses have a code only. */
function reasonOf(error: Error & { readonly code?: unknown }): string {
  return error.message || (typeof error.code === 'string' ? error.code : error.name);
}
