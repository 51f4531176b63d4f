import { streamPlaylist, streamSnapshot } from '@watchpost/contract/endpoints/stream-links';
import { fillPath } from '@watchpost/contract/kernel';
import type { StreamFormat, StreamLink } from '@watchpost/contract/schemas/stream-links';
import { onvifPath } from '../../media/onvif-server/onvif-paths.ts';

/** Where clients reach this server. */
export interface StreamOrigins {
  /** `https://cams.example` */
  readonly http: string;
  /** `rtsp://cams.example:8554`; null when this server has no RTSP. */
  readonly rtsp: string | null;
  /** `http://cams.example:8000`; null when this server is no ONVIF device. */
  readonly onvif: string | null;
}

interface AddressedLink {
  readonly id: string;
  readonly cameraId: string;
  readonly formats: readonly StreamFormat[];
  readonly withOnvif: boolean;
}

/** Returns the addresses of an active link, with its secret. */
export function addressesOf(
  { id, cameraId, formats, withOnvif }: AddressedLink,
  secret: string,
  { http, rtsp, onvif }: StreamOrigins,
): StreamLink['urls'] {
  const address = ({ path }: { readonly path: string }): string => http + fillPath(path, { token: id + secret });
  const main = rtsp === null || !formats.includes('rtsp') ? null : `${rtsp.replace('://', `://${id}:${secret}@`)}/${cameraId}`;
  return {
    rtsp: main,
    rtspLow: main === null ? null : `${main}/low`,
    onvif: main !== null && onvif !== null && withOnvif ? onvif + onvifPath(id, 'device_service') : null,
    hls: formats.includes('hls') ? address(streamPlaylist) : null,
    snapshot: formats.includes('snapshot') ? address(streamSnapshot) : null,
  };
}

export const noAddresses: StreamLink['urls'] = { rtsp: null, rtspLow: null, onvif: null, hls: null, snapshot: null };
