/** A message for the broker of a home. */
export interface HomeBrokerMessage {
  readonly topic: string;
  /** Text, empty to remove a retained message; or loads bytes when it is the message's turn, null to send nothing. */
  readonly payload: string | (() => Promise<Uint8Array | null>);
  /** The broker stores it; of those that wait, only the newest of a topic is sent. */
  readonly isRetained: boolean;
  /** Checked at the moment of sending, so that nothing follows the message that removes it. */
  readonly isCurrent?: () => boolean;
}

export interface HomeBrokerSession {
  /** Retained `online` while connected, `offline` otherwise: also when the process is killed. */
  readonly statusTopic: string;
  readonly subscriptions: readonly string[];
  /** Called for each connection, which knows nothing of earlier ones: publish the current state. */
  readonly onConnected: () => void;
  /** Receives messages of the subscriptions. */
  readonly onMessage: (message: { readonly topic: string; readonly payload: string; readonly isRetained: boolean }) => void;
}

/** A connection to the MQTT broker of a home, as a client; reconnects until it is closed. Nobody waits for the broker. */
export interface HomeBroker {
  /** Queues a message; drops it, and counts it, without a connection or when too many wait. */
  publish(message: HomeBrokerMessage): void;
  isConnected(): boolean;
  /** Counted since the start: confirmed by the broker, and lost. */
  counts(): { readonly published: number; readonly dropped: number };
  /** Says `offline` and ends the connection, within 2 s. */
  close(): Promise<void>;
}

/** Connects; the driver is chosen in `app`. */
export type ConnectHomeBroker = (session: HomeBrokerSession) => HomeBroker;
