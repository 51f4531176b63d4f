import { getLatestFirmware, updateFirmware } from '@watchpost/contract/endpoints/firmware';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { Firmware } from '@watchpost/contract/schemas/firmware';

/** The in-memory server's firmware, the same for every camera. */
export interface FakeFirmwareState {
  firmware: Firmware;
}

/** A camera without updates, the most common kind. */
export function createFakeFirmware(): FakeFirmwareState {
  return { firmware: { installed: null, check: { kind: 'failed', code: 'camera-unsupported' }, update: { kind: 'none' } } };
}

/** Answers a call about firmware; null for any other call. */
export function answerFirmware(is: (endpoint: Endpoint) => boolean, state: FakeFirmwareState): Response | null {
  if (is(getLatestFirmware)) return Response.json(state.firmware);
  if (!is(updateFirmware)) return null;
  const { check } = state.firmware;
  if (check.kind === 'available')
    state.firmware = { ...state.firmware, update: { kind: 'running', version: check.version, step: 'initial', fraction: null } };
  return Response.json(state.firmware, { status: 202 });
}
