import type { Clock } from '@watchpost/contract/timing/clock';

/** Time, injected so that hours pass in a test in microseconds. */
export type ClockPort = Clock;

/** Stores the session and the device. Synchronous, like `localStorage`. */
export interface StoragePort {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** A mutex between the tabs of one origin: the part of the Web Locks API that this package needs. */
export interface LocksPort {
  /** Runs `work` exclusively. Rejects with the signal's reason if aborted while waiting; a later abort has no effect. */
  run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Notifies other tabs that a storage key changed. They read the new value from the storage; it is never sent. */
export interface CrossTabPort {
  announce(key: string): void;
  subscribe(listener: (key: string) => void): () => void;
}

/** The platform's hints about the network. They speed up a reconnect; no logic depends on them. */
export interface NetworkPort {
  isOnline(): boolean;
  subscribe(listener: (online: boolean) => void): () => void;
}

/** The part of a WebSocket that this package uses; the platform's own implements it. */
export interface WebSocketLike {
  binaryType: 'arraybuffer' | 'blob';
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
}

/** Ends a subscription; more than once does nothing. */
export type Unsubscribe = () => void;

/** Every call can be canceled. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}
