import {
  compareVersions,
  downloadFirmwareCommand,
  firmwareVersionSchema,
  installFirmwareCommand,
  prepareFirmwareCommand,
  restartFirmwareCommand,
  type Firmware,
  type FirmwareManifest,
  type FirmwareStep,
  type FirmwareUpdate,
} from '@watchpost/contract/schemas/firmware';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import type { ErrorCode } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { FirmwareCatalogue } from './firmware-catalogue.ts';

/** Updates cameras to available firmware; the caller has checked the rights. */
export interface FirmwareService {
  /** Returns a camera's version, whether a newer one is available, and the state of its last update. */
  get(cameraId: string): Promise<Firmware>;
  /** Starts an update, once however often it is requested. @returns its state */
  update(cameraId: string): Promise<Firmware>;
  /** Opens the package for a camera. @throws {AppError} not-found */
  open(cameraId: string, version: string): Promise<NonNullable<Awaited<ReturnType<FirmwareCatalogue['open']>>>>;
  /** Forgets a removed camera. */
  forget(cameraId: string): void;
  close(): void;
}

export interface FirmwareServiceDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly control: CameraControl;
  readonly catalogue: FirmwareCatalogue;
  readonly modelOf: (cameraId: string) => Promise<string | null>;
  /** Returns the versions that the camera last reported; null when it never did, so it may accept firmware. */
  readonly lastVersions: (cameraId: string) => Promise<{ readonly firmwareVersion: string | null; readonly takesFirmware: boolean } | null>;
}

/** Time for a restarting camera to report the new version, ms: longer than its own trial of the new version. */
const restartTimeoutMs = 180_000;
const checkIntervalMs = 1000;

export function createFirmwareService({ clock, log, control, catalogue, modelOf, lastVersions }: FirmwareServiceDeps): FirmwareService {
  const updates = new Map<string, FirmwareUpdate>();
  /** Aborts a pending update. */
  const running = new Map<string, AbortController>();

  /** Reads the camera's report. @throws {AppError} why the camera can't answer */
  const reportOf = async (cameraId: string): Promise<CameraReport> => {
    const report = control.report(cameraId);
    const takesFirmware = report
      ? report.commands.includes(prepareFirmwareCommand.name)
      : ((await lastVersions(cameraId))?.takesFirmware ?? true);
    if (!takesFirmware) throw new AppError('camera-unsupported');
    if (!report) throw new AppError('camera-offline');
    return report;
  };
  const newerThan = async (cameraId: string, installed: string | null): Promise<FirmwareManifest | null> => {
    const model = await modelOf(cameraId);
    const newest = model === null ? null : await catalogue.newest(model);
    const known = firmwareVersionSchema.safeParse(installed);
    // Firmware without a version is a custom build: it is not replaced.
    return newest && known.success && compareVersions(newest.version, known.data) > 0 ? newest : null;
  };
  const check = async (cameraId: string): Promise<Firmware['check']> => {
    try {
      const newer = await newerThan(cameraId, (await reportOf(cameraId)).firmwareVersion);
      return newer ? { kind: 'available', version: newer.version, size: newer.size } : { kind: 'up-to-date' };
    } catch (error) {
      return { kind: 'failed', code: codeOf(error) };
    }
  };
  const get = async (cameraId: string): Promise<Firmware> => ({
    installed: control.report(cameraId)?.firmwareVersion ?? (await lastVersions(cameraId))?.firmwareVersion ?? null,
    check: await check(cameraId),
    update: updates.get(cameraId) ?? { kind: 'none' },
  });

  const waitForVersion = async (cameraId: string, version: string, signal: AbortSignal): Promise<void> => {
    for (let waitedMs = 0; waitedMs < restartTimeoutMs; waitedMs += checkIntervalMs) {
      if (control.report(cameraId)?.firmwareVersion === version) return;
      await new Promise<void>((resolve) => clock.after(checkIntervalMs, resolve));
      signal.throwIfAborted();
    }
    // It returned with its old version, so the new one did not work.
    throw new AppError(control.report(cameraId) ? 'camera-firmware-broken' : 'camera-silent');
  };
  /** Runs the update. @returns the version afterwards */
  const run = async (
    cameraId: string,
    setStep: (step: FirmwareStep, version: string | null, fraction?: number | null) => void,
    signal: AbortSignal,
  ): Promise<FirmwareUpdate> => {
    setStep('request', null);
    const manifest = await newerThan(cameraId, (await reportOf(cameraId)).firmwareVersion);
    if (!manifest) return { kind: 'none' };
    const { version } = manifest;
    setStep('initial', version);
    await control.send(cameraId, prepareFirmwareCommand, { manifest }, { signal });
    setStep('download', version, 0);
    await control.send(cameraId, downloadFirmwareCommand, {}, { signal, onProgress: (fraction) => setStep('download', version, fraction) });
    setStep('install', version);
    await control.send(cameraId, installFirmwareCommand, {}, { signal });
    setStep('restart', version);
    await control.send(cameraId, restartFirmwareCommand, {}, { signal });
    await waitForVersion(cameraId, version, signal);
    return { kind: 'done', version };
  };
  const start = async (cameraId: string): Promise<void> => {
    const abort = new AbortController();
    running.set(cameraId, abort);
    let last: string | null = null;
    const setStep = (step: FirmwareStep, version: string | null, fraction: number | null = null): void => {
      last = version;
      if (!abort.signal.aborted) updates.set(cameraId, { kind: 'running', version, step, fraction });
    };
    try {
      const end = await run(cameraId, setStep, abort.signal);
      if (!abort.signal.aborted) updates.set(cameraId, end);
    } catch (error) {
      if (abort.signal.aborted) return;
      log.warn({ err: error, cameraId, version: last }, 'An update of firmware failed');
      updates.set(cameraId, { kind: 'failed', version: last, code: codeOf(error) });
    } finally {
      if (running.get(cameraId) === abort) running.delete(cameraId);
    }
  };
  const forget = (cameraId: string): void => {
    running.get(cameraId)?.abort(new AppError('unavailable'));
    running.delete(cameraId);
    updates.delete(cameraId);
  };

  return {
    get,
    update: (cameraId) => {
      if (!running.has(cameraId)) void start(cameraId);
      return get(cameraId);
    },
    open: async (cameraId, version) => {
      const model = await modelOf(cameraId);
      const found = model === null ? null : await catalogue.open(model, version);
      if (!found) throw new AppError('not-found');
      return found;
    },
    forget,
    close: () => {
      for (const cameraId of running.keys()) forget(cameraId);
    },
  };
}

function codeOf(error: unknown): ErrorCode {
  return error instanceof AppError ? error.code : 'internal-error';
}
