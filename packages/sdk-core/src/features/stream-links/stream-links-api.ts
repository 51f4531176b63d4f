import {
  createStreamLink,
  getStreamOutputs,
  listStreamLinks,
  revokeStreamLink,
  updateStreamLink,
} from '@watchpost/contract/endpoints/stream-links';
import type { CreateStreamLinkBody, StreamLink, StreamOutputs, UpdateStreamLinkBody } from '@watchpost/contract/schemas/stream-links';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Addresses by which other software plays a camera: a recorder by RTSP, a television by HLS, a dashboard by its picture. */
export interface StreamLinksApi {
  /** Lists the user's links, newest first; revoked and expired ones for 90 days. @example const links = await client.streamLinks.list(); */
  list(options?: CallOptions): Promise<StreamLink[]>;
  /**
   * Returns what the server offers to links beside HLS and snapshots: RTSP, and ONVIF.
   * @example const { onvif } = await client.streamLinks.outputs();
   */
  outputs(options?: CallOptions): Promise<StreamOutputs>;
  /**
   * Creates a link for one camera. Without more options: every format, without sound, until it is revoked.
   * @param body `withOnvif`: recorders can add the camera by ONVIF, too, where `outputs` has it; `withEvents`: they learn of motion, as long
   *   as the user sees the camera's events; `withPtz`: they can move the camera, as long as the user can; `expiresAt`: Unix milliseconds, or
   *   null for never
   * @throws {WatchpostError} `not-found` for a camera that is not visible, `forbidden` for one whose access the user doesn't manage,
   *   `share-exceeds-access` for one that the user sees with a watermark, `limit-reached` with 100 links
   * @example
   * const { urls } = await client.streamLinks.create({ name: 'Recorder', cameraId: camera.id });
   * // urls.rtsp: rtsp://kf83Zq0000:…@cams.example:8554/{cameraId}; null where the server has no RTSP
   * // urls.onvif: http://cams.example:8000/onvif/kf83Zq0000/device_service, with the user name and the password of urls.rtsp
   * // urls.hls: https://cams.example/public/api/v3/streams/…/index.m3u8
   */
  create(body: CreateStreamLinkBody, options?: CallOptions): Promise<StreamLink>;
  /**
   * Changes a link; absent fields and the addresses stay.
   * @throws {WatchpostError} `not-found`, `conflict` for a revoked link
   * @example await client.streamLinks.update(link.id, { withAudio: true });
   */
  update(id: string, change: UpdateStreamLinkBody, options?: CallOptions): Promise<StreamLink>;
  /** Revokes a link; what plays by it ends within 10 seconds. @throws {WatchpostError} `not-found` @example await client.streamLinks.revoke(link.id); */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

export function createStreamLinksApi(http: HttpClient): StreamLinksApi {
  return {
    list: (options) => http.request(listStreamLinks, { ...options }),
    outputs: (options) => http.request(getStreamOutputs, { ...options }),
    create: (body, options) => http.request(createStreamLink, { ...options, body }),
    update: (id, body, options) => http.request(updateStreamLink, { ...options, parameters: { id }, body }),
    revoke: (id, options) => http.request(revokeStreamLink, { ...options, parameters: { id } }),
  };
}
