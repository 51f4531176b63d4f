import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Aedes, Client } from 'aedes';
import { createWebSocketStream, WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { createPacketGuard } from './packet-guard.ts';
import type { BrokerClient, BrokerMessage, BrokerRules } from './port.ts';

/** The pages that listen and the cameras that answer, whatever carries the messages between servers. */
export interface Clients {
  deliver(message: BrokerMessage): void;
  /** All that is retained now. */
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
  /** False: the session is over. */
  checking: Promise<boolean> | null;
}

/** A list of all topics of an account fits; nothing else is long. */
const limits = { packet: 65_536, rate: 400 };
/** The rules are asked again so often, ms; with the answer it takes less than 10 s. */
const checkEvery = 8000;
/** Open pages of one account; a camera has one connection, and a half-dead one before it. */
const mostOfOneOwner = 100;
const closeCodes = { stopping: 1001, refused: 1008 } as const;

/** @param onPublish what a camera says; the broker itself does not pass it on */
export function createClients({ rules, clock, log }: ClientsDeps, onPublish: (message: BrokerMessage) => void): Clients {
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.packet + 8, perMessageDeflate: false, handleProtocols: (offered) => offered.has('mqtt') && 'mqtt' });
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
  /** False when the session is over; what the client lost the right to is taken from it. One question at a time, whoever waits for the answer. */
  const check = (connection: Connection): Promise<boolean> => (connection.checking ??= ask(connection).finally(() => (connection.checking = null)));
  const checkOrEnd = (connection: Connection): void => {
    check(connection)
      .then((goesOn) => goesOn || connection.socket.terminate())
      // A database that is away ends nothing.
      .catch((error: unknown) => log.warn({ err: error }, 'What a client may hear could not be checked'));
  };

  const load = async (): Promise<Aedes> => {
    // Loaded with the first client: a server that nobody listens to needs no broker.
    const { Aedes: Broker } = await import('aedes');
    const created = await Broker.createBroker({
      concurrency: 1000,
      connectTimeout: 10_000,
      drainTimeout: 10_000,
      keepaliveLimit: 300,
      maxClientsIdLength: 64,
      maxTopicLevels: 4,
      preConnect: (_client, packet, callback) => {
        // Nothing is kept for somebody who is away, and nobody leaves a message behind.
        packet.clean = true;
        callback(packet.will ? new Error('A client has no last will.') : null, !packet.will);
      },
      authenticate: async (client, username, password, done) => done(null, await admit(client, username ?? '', password?.toString() ?? '')),
      authorizePublish: (client, packet, callback) => {
        if (!client || !of(client)?.admitted?.says?.has(packet.topic)) return callback(new Error('A page does not publish, and a camera only on its own topics.'));
        // Nothing that a camera says is kept: it says it again.
        packet.retain = false;
        callback(null);
        onPublish({ topic: packet.topic, payload: packet.payload.toString(), isRetained: false });
      },
      authorizeSubscribe: async (client, subscription, callback) => {
        const { topic } = subscription;
        if (mayHear(client, topic)) return callback(null, subscription);
        const connection = of(client);
        // It may be new: asked again, at most once a second and once for all topics of a message.
        if (!connection || (!connection.checking && clock.monotonic() - connection.checkedAt < 1000)) return callback(null, null);
        await check(connection).catch(() => false);
        callback(null, mayHear(client, topic) ? subscription : null);
      },
      authorizeForward: (client, packet) => (mayHear(client, packet.topic) ? packet : null),
    });
    created.on('clientError', (_client, error) => log.debug({ err: error }, 'A client broke off'));
    created.on('connectionError', (_client, error) => log.debug({ err: error }, 'A client could not be let in'));
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
      if (others >= mostOfOneOwner) return false;
      connection.client = client;
      connection.admitted = admitted;
      return await check(connection);
    } catch (error) {
      log.warn({ err: error }, 'A client could not be let in');
      return false;
    }
  };

  const accept = async (socket: WebSocket): Promise<void> => {
    const guard = createPacketGuard(limits);
    socket.on('message', (data, isBinary) => {
      if (!isBinary || !Buffer.isBuffer(data) || !guard.accepts(data, clock.monotonic())) socket.terminate();
    });
    // Made at once, so that nothing is lost that arrives while the broker is loaded.
    const stream = createWebSocketStream(socket);
    stream.on('error', (error) => log.debug({ err: error }, 'A client broke off'));
    const connection: Connection = { socket, client: null, admitted: null, topics: new Set(), checkedAt: Number.NEGATIVE_INFINITY, checking: null };
    connections.set(stream, connection);
    socket.on('close', () => connections.delete(stream));
    broker ??= load();
    running = await broker;
    if (isClosed || socket.readyState !== socket.OPEN) return socket.terminate();
    running.handle(stream);
  };

  const stopTimer = clock.every(1000, () => {
    for (const connection of connections.values()) {
      if (!connection.admitted) continue;
      if (connection.admitted.expiresAt <= clock.now()) connection.socket.terminate();
      else if (clock.monotonic() - connection.checkedAt >= checkEvery) checkOrEnd(connection);
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
      // Never as retained: aedes would write it down first, and what is told right after it would overtake it and have it dropped as a repetition.
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
      for (const connection of connections.values()) if (connection.admitted && (owner === undefined || connection.admitted.owner === owner)) checkOrEnd(connection);
    },
    count: () => connections.size,
    close: () => (closing ??= close()),
  };
}

function packetOf({ topic, payload }: BrokerMessage): { cmd: 'publish'; topic: string; payload: string; retain: boolean; qos: 0; dup: boolean } {
  return { cmd: 'publish', topic, payload, retain: false, qos: 0, dup: false };
}
