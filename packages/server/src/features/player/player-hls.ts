import type { livePlaylistQuery } from '@watchpost/contract/schemas/player';
import type { z } from 'zod';
import type { CameraAccess } from '../../kernel/access/access.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import { AppError } from '../../kernel/app-error.ts';
import { advancePartLimit } from '../../media/hls/hls-packager.ts';
import type { Hls } from '../../media/hls/hls.ts';

/** Serves live HLS to a viewer whose access was just resolved, and notes that they watch. */
export interface LiveHls {
  /**
   * Returns the playlist; a request of the low-latency protocol waits until it names the part.
   * @throws {AppError} camera-offline, invalid-request or viewer-limit-reached
   */
  playlist(camera: CameraAccess, query: z.output<typeof livePlaylistQuery>, userAgent: string | undefined): Promise<string>;
  /**
   * Returns an init section, a segment or a part; waits for a part that the playlist has announced.
   * @param recheck throws when the viewer has lost access during the wait
   * @throws {AppError} not-found or viewer-limit-reached
   */
  media(camera: CameraAccess, file: string, userAgent: string | undefined, recheck: () => Promise<unknown>): Promise<Buffer>;
  /**
   * Notes that a viewer watches whose media comes from a cache.
   * @throws {AppError} viewer-limit-reached
   */
  watched(camera: CameraAccess, userAgent: string | undefined): void;
}

export const playlistType = 'application/vnd.apple.mpegurl';

/**
 * Segments in the first playlist of a player that does not request low latency. Such a player starts some segments behind the newest, and
 * GStreamer up to 1.22 never matches the first one when the playlist updates: with only one it loses the stream.
 */
const segmentsToStart = 2;

export interface LiveHlsDeps {
  readonly hls: Pick<Hls, 'open'>;
  readonly viewings: Pick<ViewingTracker, 'admit' | 'touch'>;
}

export function createLiveHls({ hls, viewings }: LiveHlsDeps): LiveHls {
  const open = (camera: CameraAccess) => hls.open(camera.cameraId, camera.capabilities.canHear);
  return {
    playlist: async (camera, { _HLS_msn: sequence, _HLS_part: part }, userAgent) => {
      if (part !== undefined && sequence === undefined) throw badRequest({ _HLS_part: 'needs _HLS_msn' });
      viewings.admit(camera, 'live', userAgent);
      const packager = open(camera);
      if (!(await packager.waitForStart(sequence === undefined ? segmentsToStart : 1))) throw new AppError('camera-offline');
      if (sequence !== undefined) {
        if (sequence > packager.nextSequence + 1) throw badRequest({ _HLS_msn: 'is too far ahead' });
        const partCount = sequence === packager.nextSequence - 1 ? packager.partCount : 0;
        if (sequence >= packager.nextSequence - 1 && (part ?? 0) > partCount + advancePartLimit)
          throw badRequest({ _HLS_part: 'is too far ahead' });
        // After the timeout the current playlist lets the player continue by itself.
        await packager.waitFor(sequence, part ?? null);
      }
      const playlist = packager.playlist();
      if (playlist === null) throw new AppError('camera-offline');
      viewings.touch(camera, 'live', null, userAgent);
      return playlist;
    },
    media: async (camera, file, userAgent, recheck) => {
      viewings.admit(camera, 'live', userAgent);
      const bytes = await readMedia(open(camera), file, recheck);
      if (!bytes) throw new AppError('not-found');
      viewings.touch(camera, 'live', null, userAgent);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    watched: (camera, userAgent) => viewings.touch(camera, 'live', null, userAgent),
  };
}

/** RFC 8216bis, section 6.2.5.2, names 400; players give up on anything else. */
function badRequest(details: Readonly<Record<string, string>>): AppError {
  return new AppError('invalid-request', { status: 400, details });
}

async function readMedia(packager: ReturnType<Hls['open']>, file: string, recheck: () => Promise<unknown>): Promise<Uint8Array | null> {
  const init = /^init-(\w+)\.mp4$/.exec(file);
  if (init?.[1] !== undefined) return packager.init(init[1]);
  const [sequence = 0, part] = file.slice(0, -'.m4s'.length).split('.').map(Number);
  if (part === undefined) return packager.segment(sequence);
  const existing = packager.part(sequence, part);
  if (existing) return existing;
  if (sequence > packager.nextSequence) return null;
  await packager.waitFor(sequence, part);
  await recheck();
  return packager.part(sequence, part);
}
