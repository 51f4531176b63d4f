import type { CameraStateMessage } from '@watchpost/contract/protocols/mqtt';

/** `idle`: nobody listens. `waiting`: cut off, and tried again soon. `stopped`: the session is over. */
export type LiveUpdatesState = 'idle' | 'connecting' | 'open' | 'waiting' | 'stopped';

export interface CameraStateChange extends CameraStateMessage {
  readonly cameraId: string;
}
