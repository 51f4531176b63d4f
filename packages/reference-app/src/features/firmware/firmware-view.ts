import type { ErrorCode, Firmware, FirmwareStep } from '@watchpost/sdk-core';

/** What the firmware part of About shows (specification 2, section 4). */
export type FirmwareView =
  /** No check was requested yet. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'check-failed'; readonly code: ErrorCode }
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'available'; readonly version: string; readonly size: number }
  | {
      readonly kind: 'updating';
      readonly version: string | null;
      readonly step: FirmwareStep;
      readonly number: number;
      readonly fraction: number | null;
    }
  | { readonly kind: 'update-failed'; readonly code: ErrorCode }
  | { readonly kind: 'done'; readonly version: string }
  /** This camera cannot be updated from here. */
  | { readonly kind: 'elsewhere' }
  /** Nothing is known yet. */
  | { readonly kind: 'none' };

/** Numbers of the four steps; requesting the update belongs to the first. */
const numbers: Readonly<Record<FirmwareStep, number>> = { request: 1, initial: 1, download: 2, install: 3, restart: 4 };

/**
 * Returns what the firmware part shows.
 * @param firmware undefined until the first response
 * @param isAsked the user requested a check
 * @param isChecking the requested check is running
 */
export function viewOf(firmware: Firmware | undefined, isAsked: boolean, isChecking: boolean): FirmwareView {
  // A running update is shown to every viewer, and so is the result of the last one until the next check.
  if (firmware?.update.kind === 'running') {
    const { version, step, fraction } = firmware.update;
    return { kind: 'updating', version, step, number: numbers[step], fraction };
  }
  if (isAsked && isChecking) return { kind: 'checking' };
  if (!firmware) return { kind: 'none' };
  if (!isAsked && firmware.update.kind === 'failed') return { kind: 'update-failed', code: firmware.update.code };
  if (!isAsked && firmware.update.kind === 'done') return { kind: 'done', version: firmware.update.version };
  const { check } = firmware;
  if (check.kind === 'failed' && check.code === 'camera-unsupported') return { kind: 'elsewhere' };
  if (!isAsked) return { kind: 'idle' };
  if (check.kind === 'failed') return { kind: 'check-failed', code: check.code };
  return check.kind === 'available' ? check : { kind: 'up-to-date' };
}
