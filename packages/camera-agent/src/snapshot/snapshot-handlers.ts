import { takeSnapshotCommand } from '@watchpost/contract/schemas/cameras';
import { CommandError, handles, type CommandHandler } from '../control/command-handler.ts';
import { uploadPiece, type UploadOptions } from '../control/upload.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeyPicture, MainFeed } from '../link/main-feed.ts';
import { toJpeg } from './snapshot-jpeg.ts';

export interface SnapshotHandlersOptions extends UploadOptions {
  /** Resolves when the camera is read. */
  readonly feed: Promise<Pick<MainFeed, 'tap' | 'newestKey'>>;
  /** The program's path. */
  readonly ffmpeg: string;
  readonly clock: Clock;
}

/** A picture younger than this is one of now, ms. */
const freshness = 10_000;
/** For the next one: opening the camera again, and its key frame, ms. */
const patience = 6000;
/** Some cameras make a key frame a minute; an older picture is none of now, ms. */
const oldest = 60_000;

/** What a server can ask of the camera's full picture, also while it only gets the small one. */
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
  if (known && clock.monotonic() - known.at <= freshness) return known;
  const over = new AbortController();
  // While it is tapped, the full picture is read.
  const release = feed.tap((_, frame) => {
    if (frame.kind === 'video' && frame.keyFrame) over.abort();
  });
  await clock.wait(patience, AbortSignal.any([signal, over.signal]));
  release();
  const taken = feed.newestKey;
  if (!taken || clock.monotonic() - taken.at > oldest) throw new CommandError('camera-failed', 'The camera gives no picture.');
  return taken;
}
