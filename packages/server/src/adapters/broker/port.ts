import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** A message on a topic. */
export interface BrokerMessage {
  readonly topic: string;
  /** JSON; empty removes the retained message. */
  readonly payload: string;
  /** The broker stores the message for later subscribers. */
  readonly isRetained: boolean;
}

/** A page that subscribes, or a camera that subscribes and answers. */
export interface BrokerClient {
  readonly clientId: string;
  /** The id of a customer or of a camera: its connections are counted and rechecked together. */
  readonly owner: string;
  /** Unix ms; the client receives nothing afterwards. */
  readonly expiresAt: number;
  /** Topics that it may publish to; none when missing. */
  readonly says?: ReadonlySet<string>;
  /** Returns all topics that it may receive now; null when its session is over. Throws when that can't be determined now. */
  hears(): Promise<ReadonlySet<string> | null>;
  /** Whether it may receive this message on such a topic, as of the last `hears`; every message when missing. */
  accepts?(message: Pick<BrokerMessage, 'topic' | 'payload'>): boolean;
}

/** Decides which clients may connect; implemented by a feature. */
export interface BrokerRules {
  /** Returns null for a refused client. */
  admit(credentials: BrokerCredentials): Promise<BrokerClient | null>;
}

interface BrokerCredentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Delivers messages to subscribers with quality of service 0. Pages only subscribe; cameras answer on their own topics. Any other
 * publication ends the connection; foreign topics, `#` and `+` are refused; lost rights take effect within 10 s.
 */
export interface Broker {
  /** Publishes immediately. An outside broker that is unavailable receives retained messages after the reconnect, and no others. */
  publish(message: BrokerMessage): void;
  /** Receives what cameras and other servers publish. */
  listen(listener: (message: BrokerMessage) => void): () => void;
  /** Handles a client's WebSocket upgrade, subprotocol `mqtt`; the caller has checked its Origin. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Checks immediately what one owner's clients may receive, or all clients. */
  recheck(owner?: string): void;
  /** Returns the number of connections. */
  clients(): number;
  /** Closes all connections; calling it again has no effect. */
  close(): Promise<void>;
}
