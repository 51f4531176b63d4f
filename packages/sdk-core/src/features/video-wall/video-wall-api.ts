import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import type { SaveVideoWallBody, VideoWall } from '@watchpost/contract/schemas/video-wall';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The signed-in user's video wall. */
export interface VideoWallApi {
  /**
   * Returns the account's layout and this device's own, if any, which takes precedence. A tile whose camera is no longer visible is empty.
   * @example const { account, device } = await client.videoWall.get({ signal });
   */
  get(options?: CallOptions): Promise<VideoWall>;
  /**
   * Saves a layout for the account, or for this device only, and returns what was saved. Null in `cameraIds` is an empty place.
   * @throws {WatchpostError} `invalid-request`
   * @example await client.videoWall.save({ scope: 'device', arrangement: { layout: '9', cameraIds: ['c1', null, 'c2'], cycleSeconds: 30 } });
   */
  save(body: SaveVideoWallBody, options?: CallOptions): Promise<VideoWall>;
  /** Deletes this device's own layout: the account's applies again. */
  forgetDevice(options?: CallOptions): Promise<void>;
}

export function createVideoWallApi(http: HttpClient): VideoWallApi {
  return {
    get: (options) => http.request(getVideoWall, { ...options }),
    save: (body, options) => http.request(saveVideoWall, { ...options, body }),
    forgetDevice: (options) => http.request(deleteDeviceVideoWall, { ...options }),
  };
}
