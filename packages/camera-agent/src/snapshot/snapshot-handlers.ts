import { takeSnapshotCommand } from '@watchpost/contract/schemas/cameras';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { uploadPiece, type UploadOptions } from '../control/upload.ts';
import type { KeyPicture, MainFeed } from '../link/main-feed.ts';
import { toJpeg } from './snapshot-jpeg.ts';

export interface SnapshotHandlersOptions extends UploadOptions {
  /** Resolves when the camera is open. */
  readonly feed: Promise<Pick<MainFeed, 'tap' | 'newestKey'>>;
  /** The program's path. */
  readonly ffmpeg: string;
  readonly clock: Clock;
}

/** A picture younger than this counts as current, ms. */
const cacheTtlMs = 10_000;
/** Covers opening the camera again and waiting for its next key frame. */
const keyFrameTimeoutMs = 6000;
/** Some cameras send a key frame a minute; an older picture is not current, ms. */
const maxAgeMs = 60_000;

/** Handles snapshot requests for the camera's main stream, even while the server only gets the substream. */
export function createSnapshotHandlers({ feed, ffmpeg, clock, ...upload }: SnapshotHandlersOptions): CommandHandler[] {
  return [
    handles(takeSnapshotCommand, async ({ uploadId }, { signal }) => {
      const picture = await newestPicture(await feed, clock, signal);
      await uploadPiece(upload, uploadId, await toJpeg(ffmpeg, picture, signal), signal);
      return { age: clock.monotonic() - picture.at };
    }),
  ];
}

async function newestPicture(feed: Pick<MainFeed, 'tap' | 'newestKey'>, clock: Clock, signal: AbortSignal): Promise<KeyPicture> {
  const known = feed.newestKey;
  if (known && clock.monotonic() - known.at <= cacheTtlMs) return known;
  const over = new AbortController();
  // A tap keeps the main stream open.
  const release = feed.tap((_, frame) => {
    if (frame.kind === 'video' && frame.keyFrame) over.abort();
  });
  await wait(clock, keyFrameTimeoutMs, AbortSignal.any([signal, over.signal]));
  release();
  const taken = feed.newestKey;
  if (!taken || clock.monotonic() - taken.at > maxAgeMs) throw new CommandError('camera-failed', 'The camera returned no picture.');
  return taken;
}
