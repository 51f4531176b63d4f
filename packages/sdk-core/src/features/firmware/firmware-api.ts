import { getLatestFirmware, updateFirmware } from '@watchpost/contract/endpoints/firmware';
import type { Firmware } from '@watchpost/contract/schemas/firmware';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The firmware of a camera; requires full access. */
export interface FirmwareApi {
  /**
   * Returns the installed version, a newer one if available, and the progress of an update. A failed check reports its reason in the answer.
   * @throws {WatchpostError} `forbidden` without full access
   * @example const { update } = await client.firmware.latest(cameraId);
   */
  latest(cameraId: string, options?: CallOptions): Promise<Firmware>;
  /**
   * Starts an update, once however often it is called; `latest` returns its progress at any time.
   * One that fails says why in its state: `{ kind: 'failed', code }`, for example with `camera-unsupported` or `camera-offline`.
   * @throws {WatchpostError} `forbidden` without full access
   * @example const { update } = await client.firmware.update(cameraId);
   */
  update(cameraId: string, options?: CallOptions): Promise<Firmware>;
}

export function createFirmwareApi(http: HttpClient): FirmwareApi {
  return {
    latest: (id, options) => http.request(getLatestFirmware, { ...options, parameters: { id } }),
    update: (id, options) => http.request(updateFirmware, { ...options, parameters: { id } }),
  };
}
