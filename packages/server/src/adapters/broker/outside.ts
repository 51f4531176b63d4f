import mqtt from 'mqtt';
import { createClients, type ClientsDeps } from './clients.ts';
import { createListeners } from './listeners.ts';
import type { Broker, BrokerMessage } from './port.ts';

export interface OutsideBrokerOptions extends ClientsDeps {
  /**
   * `mqtt:`, `mqtts:`, `ws:` or `wss:`, with user name and password if required. Its path is the prefix of all topics, `watchpost` by
   * default.
   */
  readonly url: string;
  /** Decides which topics of other servers are retained: a broker does not mark messages that arrive during a subscription. */
  readonly isRetained: (topic: string) => boolean;
}

/** Interval between connection attempts, ms. */
const reconnectPeriod = 2000;
/** This server receives its own messages too, because it subscribes: it remembers this many in order to skip them. */
const maxEchoes = 2000;
const maxPayloadLength = 65_536;

/**
 * Connects to any MQTT broker, so that other servers and home automation receive events. Pages still connect to this server, which knows
 * their rights.
 */
export function createOutsideBroker({ url, isRetained, ...deps }: OutsideBrokerOptions): Broker {
  const { log } = deps;
  const listeners = createListeners(log);
  const clients = createClients(deps, (message) => {
    // Another server may have sent the request.
    send(message);
    listeners.emit(message);
  });
  const address = new URL(url);
  const [username, password] = [decodeURIComponent(address.username), decodeURIComponent(address.password)];
  // A WebSocket's path belongs to its address.
  const path = /^wss?:$/.test(address.protocol) ? '' : address.pathname.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  const start = `${path || 'watchpost'}/`;
  const target = `${address.protocol}//${address.host}${path === '' ? address.pathname : ''}`;
  const echoes = new Map<string, number>();
  /** Retained topics that this server publishes. */
  const own = new Set<string>();

  let closing: Promise<void> | undefined;

  const client = mqtt.connect(target, {
    reconnectPeriod,
    connectTimeout: 10_000,
    clean: true,
    queueQoSZero: false,
    resubscribe: false,
    ...(username && { username }),
    ...(password && { password }),
  });
  client.on('connect', () => {
    log.info({ broker: address.host }, 'The MQTT broker is reached');
    client.subscribe(
      `${start}#`,
      { qos: 0 },
      (error) => error && log.warn({ err: error }, 'The MQTT broker rejected this server’s subscription'),
    );
    for (const message of clients.retained()) if (own.has(message.topic)) send(message);
  });
  client.on('error', (error) => log.warn({ err: error, broker: address.host }, 'The MQTT broker can not be used'));
  client.on('message', (full, bytes, { retain }) => {
    if (!full.startsWith(start) || bytes.byteLength > maxPayloadLength) return;
    const topic = full.slice(start.length);
    // The broker's copy of this server's own messages is never newer than the local one.
    if (retain && own.has(topic)) return;
    const message: BrokerMessage = { topic, payload: bytes.toString(), isRetained: isRetained(topic) };
    if (isEcho(message)) return;
    clients.deliver(message);
    listeners.emit(message);
  });

  function send(message: BrokerMessage): void {
    if (!client.connected) return;
    const key = keyOf(message);
    echoes.set(key, (echoes.get(key) ?? 0) + 1);
    const [oldest] = echoes.keys();
    if (echoes.size > maxEchoes && oldest !== undefined) echoes.delete(oldest);
    client.publish(start + message.topic, message.payload, { qos: 0, retain: message.isRetained });
  }

  function isEcho(message: BrokerMessage): boolean {
    const key = keyOf(message);
    const left = echoes.get(key) ?? 0;
    if (left > 1) echoes.set(key, left - 1);
    else echoes.delete(key);
    return left > 0;
  }

  return {
    publish: (message) => {
      // Pages of this server do not wait for a broker that may be unavailable.
      clients.deliver(message);
      if (message.isRetained) own.add(message.topic);
      send(message);
    },
    listen: listeners.add,
    handleUpgrade: clients.handleUpgrade,
    recheck: clients.recheck,
    clients: clients.count,
    close: () => (closing ??= Promise.all([clients.close(), client.endAsync(true)]).then(() => undefined)),
  };
}

function keyOf({ topic, payload }: BrokerMessage): string {
  return `${topic}\n${payload}`;
}
