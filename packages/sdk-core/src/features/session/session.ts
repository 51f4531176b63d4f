import type { Authorization } from '../../kernel/http.ts';
import type { ClockPort, CrossTabPort, LocksPort, StoragePort } from '../../kernel/ports.ts';
import type { Transport } from '../../kernel/transport.ts';
import type { SessionApi } from './session-types.ts';

export interface SessionOptions {
  readonly transport: Transport;
  readonly storage: StoragePort;
  readonly clock: ClockPort;
  readonly locks: LocksPort;
  readonly crossTab: CrossTabPort | null;
}
export interface SessionParts {
  readonly api: SessionApi;
  readonly authorization: Authorization;
  dispose(): void;
}
export function createSession(_options: SessionOptions): SessionParts {
  throw new Error('under construction');
}
