import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Aedes, Client } from 'aedes';
import { createWebSocketStream, WebSocketServer, type WebSocket } from 'ws';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { createPacketGuard } from './packet-guard.ts';
import type { BrokerMessage, BrokerRules, BrokerViewer } from './port.ts';

/** The pages that listen, whatever carries the messages between servers. */
export interface Viewers {
  deliver(message: BrokerMessage): void;
  /** All that is retained now. */
  retained(): BrokerMessage[];
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  recheck(customerId?: string): void;
  count(): number;
  close(): Promise<void>;
}

export interface ViewersDeps {
  readonly rules: BrokerRules;
  readonly clock: Clock;
  readonly log: Logger;
}

interface Listener {
  readonly socket: WebSocket;
  client: Client | null;
  viewer: BrokerViewer | null;
  topics: ReadonlySet<string>;
  checkedAt: number;
  /** False: the session is over. */
  checking: Promise<boolean> | null;
}

/** A list of all topics of an account fits; nothing else is long. */
const limits = { packet: 65_536, rate: 400 };
/** The rules are asked again so often, ms; with the answer it takes less than 10 s. */
const checkEvery = 8000;
/** Open pages of one account. */
const mostOfOneCustomer = 100;
const closeCodes = { stopping: 1001, refused: 1008 } as const;

export function createViewers({ rules, clock, log }: ViewersDeps): Viewers {
  const server = new WebSocketServer({ noServer: true, maxPayload: limits.packet + 8, perMessageDeflate: false, handleProtocols: (offered) => offered.has('mqtt') && 'mqtt' });
  const listeners = new Map<Duplex, Listener>();
  const retained = new Map<string, BrokerMessage>();
  let broker: Promise<Aedes> | null = null;
  let running: Aedes | null = null;
  let isClosed = false;

  const of = ({ conn }: Client): Listener | undefined => listeners.get(conn);
  const mayHear = (client: Client, topic: string): boolean => {
    const listener = of(client);
    return (listener?.viewer?.expiresAt ?? 0) > clock.now() && (listener?.topics.has(topic) ?? false);
  };

  const ask = async (listener: Listener): Promise<boolean> => {
    const { viewer, client } = listener;
    if (!viewer || viewer.expiresAt <= clock.now()) return false;
    listener.checkedAt = clock.monotonic();
    const topics = await rules.topics(viewer);
    if (!topics) return false;
    const lost = [...listener.topics].filter((topic) => !topics.has(topic));
    listener.topics = topics;
    if (lost.length > 0) client?.unsubscribe({ cmd: 'unsubscribe', unsubscriptions: lost }, () => undefined);
    return true;
  };
  /** False when the session is over; what the viewer lost the right to is taken from it. One question at a time, whoever waits for the answer. */
  const check = (listener: Listener): Promise<boolean> => (listener.checking ??= ask(listener).finally(() => (listener.checking = null)));
  const checkOrEnd = (listener: Listener): void => {
    check(listener)
      .then((goesOn) => goesOn || listener.socket.terminate())
      // A database that is away ends nothing.
      .catch((error: unknown) => log.warn({ err: error }, 'What a page may hear could not be checked'));
  };

  const load = async (): Promise<Aedes> => {
    // Loaded with the first page that listens: a server that nobody looks at needs no broker.
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
        callback(packet.will ? new Error('A viewer has no last will.') : null, !packet.will);
      },
      authenticate: async (client, username, password, done) => done(null, await admit(client, username ?? '', password?.toString() ?? '')),
      authorizePublish: (_client, _packet, callback) => callback(new Error('A viewer does not publish.')),
      authorizeSubscribe: async (client, subscription, callback) => {
        const { topic } = subscription;
        if (mayHear(client, topic)) return callback(null, subscription);
        const listener = of(client);
        // It may be new: asked again, at most once a second and once for all topics of a message.
        if (!listener || (!listener.checking && clock.monotonic() - listener.checkedAt < 1000)) return callback(null, null);
        await check(listener).catch(() => false);
        callback(null, mayHear(client, topic) ? subscription : null);
      },
      authorizeForward: (client, packet) => (mayHear(client, packet.topic) ? packet : null),
    });
    created.on('clientError', (_client, error) => log.debug({ err: error }, 'A page that listened broke off'));
    created.on('connectionError', (_client, error) => log.debug({ err: error }, 'A page could not begin to listen'));
    created.on('subscribe', (subscriptions, client) => {
      for (const { topic } of subscriptions) {
        const message = mayHear(client, topic) ? retained.get(topic) : undefined;
        if (message) client.publish({ ...packetOf(message), retain: true }, () => undefined);
      }
    });
    return created;
  };

  const admit = async (client: Client, username: string, password: string): Promise<boolean> => {
    const listener = of(client);
    const viewer = rules.admit({ clientId: client.id, username, password });
    if (!listener || !viewer) return false;
    const others = [...listeners.values()].filter((other) => other.viewer?.customerId === viewer.customerId).length;
    if (others >= mostOfOneCustomer) return false;
    listener.client = client;
    listener.viewer = viewer;
    return check(listener).catch((error: unknown) => {
      log.warn({ err: error }, 'A page could not begin to listen');
      return false;
    });
  };

  const accept = async (socket: WebSocket): Promise<void> => {
    const guard = createPacketGuard(limits);
    socket.on('message', (data, isBinary) => {
      if (!isBinary || !Buffer.isBuffer(data) || !guard.accepts(data, clock.monotonic())) socket.terminate();
    });
    // Made at once, so that nothing is lost that arrives while the broker is loaded.
    const stream = createWebSocketStream(socket);
    stream.on('error', (error) => log.debug({ err: error }, 'A page that listened broke off'));
    const listener: Listener = { socket, client: null, viewer: null, topics: new Set(), checkedAt: Number.NEGATIVE_INFINITY, checking: null };
    listeners.set(stream, listener);
    socket.on('close', () => listeners.delete(stream));
    broker ??= load();
    running = await broker;
    if (isClosed || socket.readyState !== socket.OPEN) return socket.terminate();
    running.handle(stream);
  };

  const stopTimer = clock.every(1000, () => {
    for (const listener of listeners.values()) {
      if (!listener.viewer) continue;
      if (listener.viewer.expiresAt <= clock.now()) listener.socket.terminate();
      else if (clock.monotonic() - listener.checkedAt >= checkEvery) checkOrEnd(listener);
    }
  });

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
    recheck: (customerId) => {
      for (const listener of listeners.values()) if (listener.viewer && (customerId === undefined || listener.viewer.customerId === customerId)) checkOrEnd(listener);
    },
    count: () => listeners.size,
    close: async () => {
      isClosed = true;
      stopTimer();
      for (const { socket } of listeners.values()) socket.close(closeCodes.stopping, 'The server is stopping.');
      const started = await broker?.catch(() => null);
      if (started) await new Promise<void>((resolve) => started.close(resolve));
      for (const { socket } of listeners.values()) socket.terminate();
    },
  };
}

function packetOf({ topic, payload }: BrokerMessage): { cmd: 'publish'; topic: string; payload: string; retain: boolean; qos: 0; dup: boolean } {
  return { cmd: 'publish', topic, payload, retain: false, qos: 0, dup: false };
}
