import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import type { SaveVideoWallBody, VideoWall } from '@watchpost/contract/schemas/video-wall';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** How the signed-in person arranged the video wall. */
export interface VideoWallApi {
  /**
   * The account's arrangement and this device's own, where there is one; that one counts. A place whose camera is no longer visible is empty.
   * @example const { account, device } = await client.videoWall.get({ signal });
   */
  get(options?: CallOptions): Promise<VideoWall>;
  /**
   * Keeps an arrangement for the account, or for this device only, and answers what is kept.
   * @example await client.videoWall.save({ scope: 'device', arrangement: { layout: '9', cameraIds: ['c1', null, 'c2'], cycleSeconds: 30 } });
   */
  save(body: SaveVideoWallBody, options?: CallOptions): Promise<VideoWall>;
  /** Forgets what this device has of its own: the account's arrangement counts again. */
  forgetDevice(options?: CallOptions): Promise<void>;
}

export function createVideoWallApi(http: HttpClient): VideoWallApi {
  return {
    get: (options) => http.request(getVideoWall, { ...options }),
    save: (body, options) => http.request(saveVideoWall, { ...options, body }),
    forgetDevice: (options) => http.request(deleteDeviceVideoWall, { ...options }),
  };
}
