import type { Authorization } from '../../kernel/http.ts';
import type { ClockPort, NetworkPort, WebSocketLike } from '../../kernel/ports.ts';
import type { LiveConnection } from './player-types.ts';

export interface LiveConnectionOptions {
  readonly url: string;
  readonly authorization: Authorization;
  readonly clock: ClockPort;
  readonly network: NetworkPort | null;
  readonly random: () => number;
  readonly webSocket: (url: string, protocols: string[]) => WebSocketLike;
}
export interface OwnedLiveConnection extends LiveConnection {
  dispose(): void;
}
export function createLiveConnection(_options: LiveConnectionOptions): OwnedLiveConnection {
  throw new Error('under construction');
}
