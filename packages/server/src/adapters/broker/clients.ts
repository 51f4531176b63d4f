import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Aedes, Client } from 'aedes';
import { createWebSocketStream, WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from '../../kernel/log.ts';
import { createPacketGuard } from './packet-guard.ts';
import type { BrokerClient, BrokerMessage, BrokerRules } from './port.ts';

/** The connected pages and cameras, whichever broker carries messages between servers. */
export interface Clients {
  deliver(message: BrokerMessage): void;
  /** Returns all messages that are currently retained. */
  retained(): BrokerMessage[];
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  recheck(owner?: string): void;
  count(): number;
  close(): Promise<void>;
}

export interface ClientsDeps {
  readonly rules: BrokerRules;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Connection {
  readonly socket: WebSocket;
  client: Client | null;
  admitted: BrokerClient | null;
  topics: ReadonlySet<string>;
  checkedAt: number;
  /** Resolves to false when the session is over. */
  checking: Promise<boolean> | null;
}

/** Bytes per packet, packets per ten seconds. A list of all topics of an account fits; no other packet is long. */
const limits = { packet: 65_536, rate: 400 };
/** How often the rules are checked again, ms. Including the answer, a change takes effect within 10 s. */
const checkIntervalMs = 8000;
/** Maximum open pages per account. A camera has one connection, sometimes plus an older one that has not timed out. */
const maxClientsOfOwner = 100;
const closeCodes = { stopping: 1001, refused: 1008 } as const;

/**
 * Tracks the broker's clients.
 * @param onPublish receives what a camera publishes; the broker itself does not forward it
 */
export function createClients({ rules, clock, log }: ClientsDeps, onPublish: (message: BrokerMessage) => void): Clients {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.packet + 8,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has('mqtt') && 'mqtt',
  });
  const connections = new Map<Duplex, Connection>();
  const retained = new Map<string, BrokerMessage>();
  let broker: Promise<Aedes> | null = null;
  let running: Aedes | null = null;
  let isClosed = false;

  const of = ({ conn }: Client): Connection | undefined => connections.get(conn);
  const mayHear = (client: Client, topic: string): boolean => {
    const connection = of(client);
    return (connection?.admitted?.expiresAt ?? 0) > clock.now() && (connection?.topics.has(topic) ?? false);
  };
  const accepts = (client: Client, { topic, payload }: { readonly topic: string; readonly payload: string | Buffer }): boolean =>
    of(client)?.admitted?.accepts?.({ topic, payload: payload.toString() }) ?? true;

  const ask = async (connection: Connection): Promise<boolean> => {
    const { admitted, client } = connection;
    if (!admitted || admitted.expiresAt <= clock.now()) return false;
    connection.checkedAt = clock.monotonic();
    const topics = await admitted.hears();
    if (!topics) return false;
    const lost = [...connection.topics].filter((topic) => !topics.has(topic));
    connection.topics = topics;
    if (lost.length > 0) client?.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: lost }, () => undefined);
    return true;
  };
  /**
   * Resolves to false when the session is over, and removes the topics that the client lost the right to. Concurrent callers share one
   * check.
   */
  const check = (connection: Connection): Promise<boolean> =>
    (connection.checking ??= ask(connection).finally(() => (connection.checking = null)));
  const checkOrEnd = (connection: Connection): void => {
    check(connection)
      .then((goesOn) => goesOn || connection.socket.terminate())
      // An unavailable database ends no connection.
      .catch((error: unknown) => log.warn({ err: error }, 'The permissions of an MQTT client could not be checked'));
  };

  const load = async (): Promise<Aedes> => {
    // Loaded with the first client: a server without clients needs no broker.
    const { Aedes: Broker } = await import('aedes');
    const created = await Broker.createBroker({
      concurrency: 1000,
      connectTimeout: 10_000,
      drainTimeout: 10_000,
      keepaliveLimit: 300,
      maxClientsIdLength: 64,
      maxTopicLevels: 4,
      preConnect: (_client, packet, callback) => {
        // No persistent sessions, and no last wills.
        packet.clean = true;
        callback(packet.will ? new Error('Clients cannot set a last will.') : null, !packet.will);
      },
      authenticate: async (client, username, password, done) => done(null, await admit(client, username ?? '', password?.toString() ?? '')),
      authorizePublish: (client, packet, callback) => {
        if (!client || !of(client)?.admitted?.says?.has(packet.topic))
          return callback(new Error('Pages cannot publish, and cameras only to their own topics.'));
        // Messages from cameras are never retained: cameras repeat them.
        packet.retain = false;
        callback(null);
        onPublish({ topic: packet.topic, payload: packet.payload.toString(), isRetained: false });
      },
      authorizeSubscribe: async (client, subscription, callback) => {
        const { topic } = subscription;
        if (mayHear(client, topic)) return callback(null, subscription);
        const connection = of(client);
        // The topic may be new: check again, at most once a second and once for all topics of a message.
        if (!connection || (!connection.checking && clock.monotonic() - connection.checkedAt < 1000)) return callback(null, null);
        await check(connection).catch(() => false);
        callback(null, mayHear(client, topic) ? subscription : null);
      },
      authorizeForward: (client, packet) => (mayHear(client, packet.topic) && accepts(client, packet) ? packet : null),
    });
    created.on('clientError', (_client, error) => log.debug({ err: error }, 'The connection of a client failed'));
    created.on('connectionError', (_client, error) => log.debug({ err: error }, 'An MQTT client could not be authorized'));
    created.on('subscribe', (subscriptions, client) => {
      for (const { topic } of subscriptions) {
        const message = mayHear(client, topic) ? retained.get(topic) : undefined;
        if (message) client.publish({ ...packetOf(message), retain: true }, () => undefined);
      }
    });
    return created;
  };

  const admit = async (client: Client, username: string, password: string): Promise<boolean> => {
    const connection = of(client);
    if (!connection) return false;
    try {
      const admitted = await rules.admit({ clientId: client.id, username, password });
      if (!admitted) return false;
      const others = [...connections.values()].filter((other) => other.admitted?.owner === admitted.owner).length;
      if (others >= maxClientsOfOwner) return false;
      connection.client = client;
      connection.admitted = admitted;
      return await check(connection);
    } catch (error) {
      log.warn({ err: error }, 'An MQTT client could not be authorized');
      return false;
    }
  };

  const accept = async (socket: WebSocket): Promise<void> => {
    const guard = createPacketGuard(limits);
    const connection: Connection = {
      socket,
      client: null,
      admitted: null,
      topics: new Set(),
      checkedAt: Number.NEGATIVE_INFINITY,
      checking: null,
    };
    socket.on('message', (data, isBinary) => {
      if (isBinary && Buffer.isBuffer(data) && guard.accepts(data, clock.monotonic())) return;
      if (socket.readyState === socket.OPEN)
        log.warn(
          { clientId: connection.client?.id },
          `A client sends no MQTT, or more than ${limits.rate} packets in ten seconds, or one of more than ${limits.packet} bytes: its connection is ended`,
        );
      socket.terminate();
    });
    // Created immediately, so that no packet is lost while the broker loads.
    const stream = createWebSocketStream(socket);
    stream.on('error', (error) => log.debug({ err: error }, 'The connection of a client failed'));
    connections.set(stream, connection);
    socket.on('close', () => connections.delete(stream));
    broker ??= load();
    running = await broker;
    if (isClosed || socket.readyState !== socket.OPEN) return socket.terminate();
    running.handle(stream);
  };

  const stopTimer = callEvery(clock, 1000, () => {
    for (const connection of connections.values()) {
      if (!connection.admitted) continue;
      if (connection.admitted.expiresAt <= clock.now()) connection.socket.terminate();
      else if (clock.monotonic() - connection.checkedAt >= checkIntervalMs) checkOrEnd(connection);
    }
  });

  const close = async (): Promise<void> => {
    isClosed = true;
    stopTimer();
    for (const { socket } of connections.values()) socket.close(closeCodes.stopping, 'The server is stopping.');
    const started = await broker?.catch(() => null);
    if (started) await new Promise<void>((resolve) => started.close(resolve));
    for (const { socket } of connections.values()) socket.terminate();
  };
  let closing: Promise<void> | undefined;

  return {
    deliver: (message) => {
      if (message.isRetained) {
        if (message.payload === '') retained.delete(message.topic);
        else retained.set(message.topic, message);
      }
      // Never sent as retained: aedes would store it first, and a message published right after it would overtake it and have it dropped as
      // a duplicate.
      if (running && !isClosed) running.publish(packetOf(message), () => undefined);
    },
    retained: () => [...retained.values()],
    handleUpgrade: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (opened) => {
        if (isClosed) return opened.close(closeCodes.stopping);
        accept(opened).catch((error: unknown) => {
          log.error({ err: error }, 'The broker could not be started');
          opened.terminate();
        });
      }),
    recheck: (owner) => {
      for (const connection of connections.values())
        if (connection.admitted && (owner === undefined || connection.admitted.owner === owner)) checkOrEnd(connection);
    },
    count: () => connections.size,
    close: () => (closing ??= close()),
  };
}

function packetOf({ topic, payload }: BrokerMessage): {
  cmd: 'publish';
  topic: string;
  payload: string;
  retain: boolean;
  qos: 0;
  dup: boolean;
} {
  return { cmd: 'publish', topic, payload, retain: false, qos: 0, dup: false };
}
