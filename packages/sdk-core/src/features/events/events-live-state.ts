import type { CameraStateMessage } from '@watchpost/contract/protocols/mqtt';

/**
 * `idle`: no listeners. `silent`: nothing arrived for 1 to 2 s, so the last reports may be outdated.
 * `waiting`: disconnected until the next attempt. `stopped`: the session has ended.
 */
export type LiveUpdatesState = 'idle' | 'connecting' | 'open' | 'silent' | 'waiting' | 'stopped';

/** A camera's state, reported on connect and with every change. */
export interface CameraStateChange extends CameraStateMessage {
  readonly cameraId: string;
}
