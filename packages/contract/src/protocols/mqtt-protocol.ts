/** What the broker carries to pages: JSON, quality of service 0. A topic belongs to one camera or one customer; there are no wildcards. */
import type { ErrorCode } from '../kernel/errors.ts';

/** State of a camera, retained: `CameraStateMessage`. */
export const cameraStateTopic = (cameraId: string): string => `cameras/${cameraId}/state`;
/** Its events as they happen: `CameraEventMessage`. */
export const cameraEventsTopic = (cameraId: string): string => `cameras/${cameraId}/events`;
/** Which cameras the customer sees has changed; the page asks again: `CustomerCamerasMessage`. */
export const customerCamerasTopic = (customerId: string): string => `customers/${customerId}/cameras`;

export interface CameraStateMessage {
  readonly state: 'connecting' | 'online' | 'offline';
  /** Unix milliseconds. */
  readonly since: number;
  readonly reason: ErrorCode | null;
}

/** `picture`: the event has its picture now. */
export interface CameraEventMessage {
  readonly kind: 'began' | 'picture' | 'ended';
  /** As in the list of events; nobody has seen it yet. */
  readonly event: {
    readonly id: string;
    readonly cameraId: string;
    readonly type: 'human' | 'lineCrossing' | 'intrusion' | 'motion' | 'vehicle' | 'video';
    readonly startAt: number;
    readonly endAt: number | null;
    readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    readonly pictureUrl: string | null;
  };
}

export interface CustomerCamerasMessage {
  readonly kind: 'changed';
}
