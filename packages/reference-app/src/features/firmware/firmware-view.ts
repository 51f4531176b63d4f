import type { ErrorCode, Firmware, FirmwareStep } from '@watchpost/sdk-core';

/** What the part of About shows (specification 2, section 4). */
export type FirmwareView =
  /** Nobody has asked yet. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'checking' }
  | { readonly kind: 'check-failed'; readonly code: ErrorCode }
  | { readonly kind: 'up-to-date' }
  | { readonly kind: 'available'; readonly version: string; readonly size: number }
  | { readonly kind: 'updating'; readonly version: string | null; readonly step: FirmwareStep; readonly number: number; readonly fraction: number | null }
  | { readonly kind: 'update-failed'; readonly code: ErrorCode }
  | { readonly kind: 'done'; readonly version: string }
  /** This camera takes no updates. */
  | { readonly kind: 'none' };

/** Asking the camera belongs to the first of the four steps. */
const numbers: Readonly<Record<FirmwareStep, number>> = { request: 1, initial: 1, download: 2, install: 3, restart: 4 };

/**
 * @param firmware undefined until the first answer
 * @param isAsked the person wants to know whether there is an update
 * @param isChecking an answer to that is on its way
 */
export function viewOf(firmware: Firmware | undefined, isAsked: boolean, isChecking: boolean): FirmwareView {
  // An update that runs is told to whoever comes, and so is how the last one ended until somebody looks for the next.
  if (firmware?.update.kind === 'running') {
    const { version, step, fraction } = firmware.update;
    return { kind: 'updating', version, step, number: numbers[step], fraction };
  }
  if (isAsked && isChecking) return { kind: 'checking' };
  if (!firmware) return { kind: 'none' };
  if (!isAsked && firmware.update.kind === 'failed') return { kind: 'update-failed', code: firmware.update.code };
  if (!isAsked && firmware.update.kind === 'done') return { kind: 'done', version: firmware.update.version };
  const { check } = firmware;
  if (!isAsked) return check.kind === 'failed' && check.code === 'camera-unsupported' ? { kind: 'none' } : { kind: 'idle' };
  if (check.kind === 'failed') return { kind: 'check-failed', code: check.code };
  return check.kind === 'available' ? check : { kind: 'up-to-date' };
}
