import type { CameraCommand, CameraReport } from '@watchpost/contract/protocols/control';
import { AppError } from '../../kernel/app-error.ts';

/** Asks cameras to do something, whatever way leads to them. */
export interface CameraControl {
  /**
   * Sends a command and waits for what comes of it.
   * @throws {AppError} `camera-unsupported`, `camera-offline`, `camera-silent`, or what the camera itself answers
   * @example
   * await control.send(cameraId, ptzMoveCommand, { pan: 0.5, tilt: 0, zoom: 0 });
   */
  send<Parameters, Result>(cameraId: string, command: CameraCommand<Parameters, Result>, parameters: Parameters, options?: SendOptions): Promise<Result>;
  /** What the camera last said of itself; null before it has, and when it has been silent for long. */
  report(cameraId: string): CameraReport | null;
}

export interface SendOptions {
  /** Whoever waited has left: the camera is told. */
  readonly signal?: AbortSignal;
  /** @param fraction 0–1, null where it is not known */
  readonly onProgress?: (fraction: number | null) => void;
}

/** One way to cameras: over the broker to agents, over SOAP to ONVIF devices. */
export interface ControlDriver {
  /** @returns what the camera answered, not yet checked */
  send(cameraId: string, name: string, parameters: unknown, options: SendOptions): Promise<unknown>;
  report(cameraId: string): CameraReport | null;
}

export interface CameraControlDeps {
  /** The way to a camera; null for one that takes no commands. */
  readonly driverOf: (cameraId: string) => ControlDriver | null;
  /** Told of every command before it goes out. */
  readonly onSend?: (cameraId: string, name: string) => void;
}

export function createCameraControl({ driverOf, onSend }: CameraControlDeps): CameraControl {
  return {
    send: async (cameraId, command, parameters, options = {}) => {
      const driver = driverOf(cameraId);
      if (!driver) throw new AppError('camera-unsupported');
      onSend?.(cameraId, command.name);
      const answer = command.result.safeParse(await driver.send(cameraId, command.name, parameters, options));
      if (!answer.success) throw new AppError('camera-failed', { message: `The camera's answer to ${command.name} can't be read`, cause: answer.error });
      return answer.data;
    },
    report: (cameraId) => driverOf(cameraId)?.report(cameraId) ?? null,
  };
}
