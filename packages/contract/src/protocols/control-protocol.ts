import type { ZodType } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';

/**
 * The control protocol: how a server asks a camera to do something, over MQTT (3.1.1, quality of service 0).
 * A camera connects to the server's MQTT WebSocket with the user name `camera` and its agent token as password, subscribes to its
 * commands and answers each. Nothing is kept for a camera that is away.
 */

/** User name of every camera; who it is, its password says. */
export const cameraUsername = 'camera';
/** Of `CommandMessage`, told to the camera. */
export const cameraCommandsTopic = (cameraId: string): string => `cameras/${cameraId}/commands`;
/** Of `AnswerMessage`, told by the camera. */
export const cameraAnswersTopic = (cameraId: string): string => `cameras/${cameraId}/answers`;
/** Of `CameraReport`, told by the camera when it connects, when it changes, and once a minute. */
export const cameraReportTopic = (cameraId: string): string => `cameras/${cameraId}/report`;

/**
 * Something that a camera can be asked to do. Each is defined once, beside the schemas of its feature; both ends read with it.
 * @example
 * export const restartCommand = { name: 'camera.restart', parameters: z.strictObject({}), result: z.strictObject({}) } as const satisfies CameraCommand;
 */
export interface CameraCommand<Parameters = unknown, Result = unknown> {
  /** `feature.verb`. */
  readonly name: string;
  readonly parameters: ZodType<Parameters>;
  readonly result: ZodType<Result>;
}

export type CommandMessage =
  /** `id`: every answer carries it. */
  | { readonly type: 'command'; readonly id: string; readonly name: string; readonly parameters: unknown }
  /** Nobody waits for it any more. */
  | { readonly type: 'cancel'; readonly id: string };

export type AnswerMessage =
  /** It goes on; at least once in `answerRhythm`. `fraction` is 0–1, null where it is not known. */
  | { readonly type: 'progress'; readonly id: string; readonly fraction: number | null }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  /** A code that begins with `camera-` or `sd-card-`. */
  | { readonly type: 'failed'; readonly id: string; readonly code: ErrorCode };

/** What a camera says of itself. */
export interface CameraReport {
  /** Names of the commands that it can do. */
  readonly commands: readonly string[];
  readonly firmwareVersion: string | null;
  readonly battery: CameraBattery | null;
  /** Of its radio, 0–1; null with a cable. */
  readonly signal: number | null;
}

export interface CameraBattery {
  /** 0–1 */
  readonly level: number;
  readonly isCharging: boolean;
}

/** While a command is under way, the camera is heard at least so often, ms. */
export const answerRhythm = 2000;
/** Of a message, bytes. */
export const longestControlMessage = 60_000;
