import type { CameraCommand, CameraReport } from '@watchpost/contract/protocols/control';
import { AppError } from '../../kernel/app-error.ts';

/** Sends commands to cameras over whichever driver reaches them. */
export interface CameraControl {
  /**
   * Sends a command and waits for its result.
   * @throws {AppError} `camera-unsupported`, `camera-offline`, `camera-silent`, or the camera's own error
   * @example await control.send(cameraId, ptzMoveCommand, { pan: 0.5, tilt: 0, zoom: 0 });
   */
  send<Parameters, Result>(
    cameraId: string,
    command: CameraCommand<Parameters, Result>,
    parameters: Parameters,
    options?: SendOptions,
  ): Promise<Result>;
  /** The camera's last report; null before the first, and when it has expired. */
  report(cameraId: string): CameraReport | null;
}

export interface SendOptions {
  /** Aborted when the client has left; the camera then receives a cancellation. */
  readonly signal?: AbortSignal;
  /** @param fraction 0–1; null when unknown */
  readonly onProgress?: (fraction: number | null) => void;
}

/** A transport to cameras: the broker for agents, SOAP for ONVIF devices. */
export interface ControlDriver {
  /** @returns the camera's answer, not validated yet */
  send(cameraId: string, name: string, parameters: unknown, options: SendOptions): Promise<unknown>;
  report(cameraId: string): CameraReport | null;
}

export interface CameraControlDeps {
  /** Returns the driver of a camera; null for one that accepts no commands. */
  readonly driverOf: (cameraId: string) => ControlDriver | null;
  /** Called for every command before it is sent. */
  readonly onSend?: (cameraId: string, name: string) => void;
}

export function createCameraControl({ driverOf, onSend }: CameraControlDeps): CameraControl {
  return {
    send: async (cameraId, command, parameters, options = {}) => {
      const driver = driverOf(cameraId);
      if (!driver) throw new AppError('camera-unsupported');
      onSend?.(cameraId, command.name);
      const answer = command.result.safeParse(await driver.send(cameraId, command.name, parameters, options));
      if (!answer.success)
        throw new AppError('camera-failed', { message: `The camera's answer to ${command.name} can't be read`, cause: answer.error });
      return answer.data;
    },
    report: (cameraId) => driverOf(cameraId)?.report(cameraId) ?? null,
  };
}
