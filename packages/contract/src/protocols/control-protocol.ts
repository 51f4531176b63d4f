import type { ZodType } from 'zod';
import type { ErrorCode } from '../kernel/errors.ts';

/**
 * The control protocol: the server sends commands to cameras over MQTT (3.1.1, quality of service 0).
 * A camera connects to the server's MQTT WebSocket with the user name `camera` and its agent token as password, subscribes to its
 * commands and answers each. Commands are not stored for offline cameras.
 */

/** User name of every camera; the password identifies it. */
export const cameraUsername = 'camera';
/** Carries a `CommandMessage` to the camera. */
export const cameraCommandsTopic = (cameraId: string): string => `cameras/${cameraId}/commands`;
/** Carries an `AnswerMessage` from the camera. */
export const cameraAnswersTopic = (cameraId: string): string => `cameras/${cameraId}/answers`;
/** Carries a `CameraReport`, sent when the camera connects, when the report changes, and once a minute. */
export const cameraReportTopic = (cameraId: string): string => `cameras/${cameraId}/report`;

/**
 * A command to a camera. Each is defined once, beside the schemas of its feature, and parsed with it at both ends.
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
  /** `id` is repeated in every answer. */
  | { readonly type: 'command'; readonly id: string; readonly name: string; readonly parameters: unknown }
  /** The command was canceled. */
  | { readonly type: 'cancel'; readonly id: string };

export type AnswerMessage =
  /** Reports progress, at least once per `answerIntervalMs`. `fraction` is 0–1, null if unknown. */
  | { readonly type: 'progress'; readonly id: string; readonly fraction: number | null }
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  /** An error code that starts with `camera-` or `sd-card-`. */
  | { readonly type: 'failed'; readonly id: string; readonly code: ErrorCode };

/** A camera's report about itself. */
export interface CameraReport {
  /** Names of the supported commands. */
  readonly commands: readonly string[];
  readonly firmwareVersion: string | null;
  /** Version of the program that speaks for the camera. */
  readonly appVersion: string | null;
  readonly battery: CameraBattery | null;
  /** Wi-Fi signal strength, 0–1; null with a cable. */
  readonly signal: number | null;
}

export interface CameraBattery {
  /** 0–1 */
  readonly level: number;
  readonly isCharging: boolean;
}

/** Maximum interval between answers while a command runs, ms. */
export const answerIntervalMs = 2000;
/** Maximum size of a message in bytes. */
export const maxControlMessageBytes = 60_000;
