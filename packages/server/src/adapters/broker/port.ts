import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

/** What is told about a topic. */
export interface BrokerMessage {
  readonly topic: string;
  /** JSON; empty takes back what was retained. */
  readonly payload: string;
  /** Kept for whoever subscribes later. */
  readonly isRetained: boolean;
}

/** A page that listens, or a camera that listens and answers. */
export interface BrokerClient {
  readonly clientId: string;
  /** Whose connections are counted together and asked again together: the id of a customer or of a camera. */
  readonly owner: string;
  /** Unix ms; it hears nothing afterwards. */
  readonly expiresAt: number;
  /** What it may publish; without it nothing. */
  readonly says?: ReadonlySet<string>;
  /** Everything that it may hear now; null when its session is over. Throws when that can't be told now. */
  hears(): Promise<ReadonlySet<string> | null>;
}

/** Who may come in, answered by a feature. */
export interface BrokerRules {
  /** Null: refused. */
  admit(credentials: BrokerCredentials): Promise<BrokerClient | null>;
}

export interface BrokerCredentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Carries what happens to everybody who listens, quality of service 0. Pages only listen, cameras answer on topics of their own: anything else
 * that is published ends the connection, a topic that is not theirs is refused, as `#` and `+` are, and what they lose the right to ends within 10 s.
 */
export interface Broker {
  /** Tells at once; an outside broker that is away is told retained messages when it is back, and no others. */
  publish(message: BrokerMessage): void;
  /** Hears what cameras publish, and what other servers do. */
  listen(listener: (message: BrokerMessage) => void): () => void;
  /** A client's WebSocket, subprotocol `mqtt`; the caller has checked its Origin. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Asks again now what they may hear, one owner's clients or everybody. */
  recheck(owner?: string): void;
  /** Connections. */
  clients(): number;
  /** Hangs up on everybody; once, however often it is called. */
  close(): Promise<void>;
}
