/** Time, injected so that hours pass in a test in microseconds. */
export interface ClockPort {
  /** Wall clock, Unix milliseconds. It may jump. */
  now(): number;
  /** Milliseconds from any origin; never goes backwards and never jumps. */
  monotonic(): number;
  /** Calls back once after `delay` milliseconds; the returned function cancels. */
  after(delay: number, callback: () => void): () => void;
}

/** Where the session and the device are kept. Synchronous, like `localStorage`. */
export interface StoragePort {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

/** A mutual exclusion between the tabs of one origin: the part of the Web Locks API that is needed. */
export interface LocksPort {
  /** Runs `work` alone. Rejects with the signal's reason when it is aborted while waiting; an abort later changes nothing. */
  run<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Tells other tabs that a storage key changed. The new value itself is read from the storage, never sent. */
export interface CrossTabPort {
  announce(key: string): void;
  subscribe(listener: (key: string) => void): () => void;
}

/** Hints of the platform about the network. They speed up a reconnect; nothing relies on them. */
export interface NetworkPort {
  isOnline(): boolean;
  subscribe(listener: (online: boolean) => void): () => void;
}

/** The part of a WebSocket that is used; the platform's own fits. */
export interface WebSocketLike {
  binaryType: 'arraybuffer' | 'blob';
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
}

export type Unsubscribe = () => void;

/** Every call can be given up. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}
