import {
  compareVersions, downloadFirmwareCommand, firmwareVersionSchema, installFirmwareCommand, prepareFirmwareCommand, restartFirmwareCommand,
  type Firmware, type FirmwareManifest, type FirmwareStep, type FirmwareUpdate,
} from '@watchpost/contract/schemas/firmware';
import type { CameraReport } from '@watchpost/contract/protocols/control';
import type { ErrorCode } from '@watchpost/contract/kernel';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import type { FirmwareCatalogue } from './firmware-catalogue.ts';

/** Brings cameras the firmware that there is for them; who may was checked before. */
export interface FirmwareService {
  /** What a camera has, whether there is something newer, and how its last update went. */
  get(cameraId: string): Promise<Firmware>;
  /** Begins to update it, once however often it is asked. @returns how it goes */
  update(cameraId: string): Promise<Firmware>;
  /** The package for a camera. @throws {AppError} not-found */
  open(cameraId: string, version: string): Promise<NonNullable<Awaited<ReturnType<FirmwareCatalogue['open']>>>>;
  /** A camera that is gone leaves nothing. */
  forget(cameraId: string): void;
  close(): void;
}

export interface FirmwareServiceDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly control: CameraControl;
  readonly catalogue: FirmwareCatalogue;
  readonly modelOf: (cameraId: string) => Promise<string | null>;
}

/** A camera that restarts has so long to say that it runs the new version, ms: longer than it tries it itself. */
export const restartTime = 180_000;
const lookEvery = 1000;

export function createFirmwareService({ clock, log, control, catalogue, modelOf }: FirmwareServiceDeps): FirmwareService {
  const updates = new Map<string, FirmwareUpdate>();
  /** Ends an update that is under way. */
  const running = new Map<string, AbortController>();

  /** @throws {AppError} why it can't be told */
  const reportOf = (cameraId: string): CameraReport => {
    const report = control.report(cameraId);
    if (!report) throw new AppError('camera-offline');
    if (!report.commands.includes(prepareFirmwareCommand.name)) throw new AppError('camera-unsupported');
    return report;
  };
  const newerThan = async (cameraId: string, installed: string | null): Promise<FirmwareManifest | null> => {
    const model = await modelOf(cameraId);
    const newest = model === null ? null : await catalogue.newest(model);
    const known = firmwareVersionSchema.safeParse(installed);
    // What runs and names no version is nobody's release: it is not replaced.
    return newest && known.success && compareVersions(newest.version, known.data) > 0 ? newest : null;
  };
  const check = async (cameraId: string): Promise<Firmware['check']> => {
    try {
      const newer = await newerThan(cameraId, reportOf(cameraId).firmwareVersion);
      return newer ? { kind: 'available', version: newer.version, size: newer.size } : { kind: 'up-to-date' };
    } catch (error) {
      return { kind: 'failed', code: codeOf(error) };
    }
  };
  const get = async (cameraId: string): Promise<Firmware> => ({ installed: control.report(cameraId)?.firmwareVersion ?? null, check: await check(cameraId), update: updates.get(cameraId) ?? { kind: 'none' } });

  const untilItRuns = async (cameraId: string, version: string, signal: AbortSignal): Promise<void> => {
    for (let waited = 0; waited < restartTime; waited += lookEvery) {
      if (control.report(cameraId)?.firmwareVersion === version) return;
      await new Promise<void>((resolve) => clock.after(lookEvery, resolve));
      signal.throwIfAborted();
    }
    // It is there again, with what it had before: so the new one did not work.
    throw new AppError(control.report(cameraId) ? 'camera-firmware-broken' : 'camera-silent');
  };
  /** @returns what it has then */
  const run = async (cameraId: string, tell: (step: FirmwareStep, version: string | null, fraction?: number | null) => void, signal: AbortSignal): Promise<FirmwareUpdate> => {
    tell('request', null);
    const manifest = await newerThan(cameraId, reportOf(cameraId).firmwareVersion);
    if (!manifest) return { kind: 'none' };
    const { version } = manifest;
    tell('initial', version);
    await control.send(cameraId, prepareFirmwareCommand, { manifest }, { signal });
    tell('download', version, 0);
    await control.send(cameraId, downloadFirmwareCommand, {}, { signal, onProgress: (fraction) => tell('download', version, fraction) });
    tell('install', version);
    await control.send(cameraId, installFirmwareCommand, {}, { signal });
    tell('restart', version);
    await control.send(cameraId, restartFirmwareCommand, {}, { signal });
    await untilItRuns(cameraId, version, signal);
    return { kind: 'done', version };
  };
  const start = async (cameraId: string): Promise<void> => {
    const abort = new AbortController();
    running.set(cameraId, abort);
    let last: string | null = null;
    const tell = (step: FirmwareStep, version: string | null, fraction: number | null = null): void => {
      last = version;
      if (!abort.signal.aborted) updates.set(cameraId, { kind: 'running', version, step, fraction });
    };
    try {
      const end = await run(cameraId, tell, abort.signal);
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
