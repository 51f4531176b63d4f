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

/** Somebody who listens over a WebSocket. */
export interface BrokerViewer {
  readonly customerId: string;
  readonly clientId: string;
  /** The sign-in that it belongs to. */
  readonly familyId: string;
  /** Unix ms; it hears nothing afterwards. */
  readonly expiresAt: number;
}

/** Who may listen to what, answered by a feature. */
export interface BrokerRules {
  /** Null: refused. */
  admit(credentials: { readonly clientId: string; readonly username: string; readonly password: string }): BrokerViewer | null;
  /** Everything that the viewer may hear now; null when its session is over. Throws when that can't be told now. */
  topics(viewer: BrokerViewer): Promise<ReadonlySet<string> | null>;
}

/**
 * Carries what happens to everybody who listens, quality of service 0. Viewers only listen: what they publish ends their connection,
 * a topic that is not theirs is refused, as `#` and `+` are, and what they lose the right to ends within 10 s.
 */
export interface Broker {
  /** Tells at once; an outside broker that is away is told retained messages when it is back, and no others. */
  publish(message: BrokerMessage): void;
  /** A viewer's WebSocket, subprotocol `mqtt`; the caller has checked its Origin. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Asks the rules again now, for one customer or for everybody. */
  recheck(customerId?: string): void;
  /** Connections. */
  viewers(): number;
  close(): Promise<void>;
}
