/** Messages from the broker to pages: JSON, quality of service 0. A topic belongs to one camera or one customer, without wildcards. */
import type { ErrorCode } from '../kernel/errors.ts';

/** A camera's state, retained: `CameraStateMessage`. */
export const cameraStateTopic = (cameraId: string): string => `cameras/${cameraId}/state`;
/** A camera's events as they happen: `CameraEventMessage`. */
export const cameraEventsTopic = (cameraId: string): string => `cameras/${cameraId}/events`;
/** The customer's visible cameras have changed, and the page reloads the list: `CustomerCamerasMessage`. */
export const customerCamerasTopic = (customerId: string): string => `customers/${customerId}/cameras`;

export interface CameraStateMessage {
  readonly state: 'connecting' | 'online' | 'offline';
  /** Unix milliseconds. */
  readonly since: number;
  readonly reason: ErrorCode | null;
}

/** `picture`: the event's picture is available now. */
export interface CameraEventMessage {
  readonly kind: 'began' | 'picture' | 'ended';
  /** As in the list of events, but always unseen. */
  readonly event: {
    readonly id: string;
    readonly cameraId: string;
    readonly type:
      | 'human'
      | 'lineCrossing'
      | 'intrusion'
      | 'motion'
      | 'vehicle'
      | 'video'
      | 'timelapse'
      | 'loudNoise'
      | 'smokeAlarm'
      | 'coAlarm'
      | 'fire'
      | 'smoke'
      | 'face'
      | 'glassBreak'
      | 'babyCry';
    readonly startAt: number;
    readonly endAt: number | null;
    readonly area: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
    readonly pictureUrl: string | null;
    readonly score: number | null;
    readonly label: string | null;
    /** As it was when the event began: see `eventSchema`. */
    readonly shape?: { readonly x: number; readonly y: number }[] | undefined;
  };
}

export interface CustomerCamerasMessage {
  readonly kind: 'changed';
}
