import { getLatestFirmware, updateFirmware } from '@watchpost/contract/endpoints/firmware';
import type { Firmware } from '@watchpost/contract/schemas/firmware';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The firmware of a camera; for owners and full access. */
export interface FirmwareApi {
  /**
   * What it has, whether there is something newer, and how an update goes: a check that fails says why in its answer.
   * @throws {WatchpostError} `forbidden` without full access
   */
  latest(cameraId: string, options?: CallOptions): Promise<Firmware>;
  /**
   * Begins an update; `latest` tells how it goes, also to who comes later.
   * @example
   * const { update } = await client.firmware.update(cameraId);
   */
  update(cameraId: string, options?: CallOptions): Promise<Firmware>;
}

export function createFirmwareApi(http: HttpClient): FirmwareApi {
  return {
    latest: (id, options) => http.request(getLatestFirmware, { ...options, parameters: { id } }),
    update: (id, options) => http.request(updateFirmware, { ...options, parameters: { id } }),
  };
}
