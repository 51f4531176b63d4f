import type { TransportOptions } from '../player-core.ts';

/** Returns the address of the live playlist for the video element, or null when the element cannot play it. */
export function nativeHlsUrl({ client, cameraId, video }: Pick<TransportOptions, 'client' | 'cameraId' | 'video'>): string | null {
  if (video.canPlayType('application/vnd.apple.mpegurl') === '') return null;
  const url = new URL(client.player.livePlaylistUrl(cameraId), document.baseURI);
  // The element cannot send headers: only the server's own origin gets the session's cookie with each request.
  return url.origin === location.origin ? url.href : null;
}
