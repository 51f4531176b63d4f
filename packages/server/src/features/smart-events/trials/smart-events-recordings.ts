import { setImmediate as nextTurn } from 'node:timers/promises';
import { concatBytes } from '@watchpost/mp4';
import { AppError } from '../../../kernel/app-error.ts';
import type { OpenArchive } from '../../../kernel/access/open-archive.ts';
import { stretchesOf } from '../../../media/objects/drafts/stretches.ts';
import type { RecordedFile, Stretch } from '../../../media/objects/drafts/detection-replay.ts';
import type { Playback } from '../../../media/playback/playback.ts';
import { readRecordedVideo } from '../../../media/playback/recorded-file.ts';
import type { EventsService } from '../../events/index.ts';

export interface RecordingsDeps {
  readonly playback: Pick<Playback, 'playlist' | 'media'>;
  readonly events: Pick<EventsService, 'timeline'>;
}

/** The levels of motion are stored in slots of this length. */
const stepMs = 10_000;

/** Returns when something moved while the camera was recorded; null without recordings. */
export async function readStretches(
  { playback, events }: RecordingsDeps,
  cameraId: string,
  range: Stretch,
  open: OpenArchive,
): Promise<Stretch[] | null> {
  if ((await readStarts(playback, cameraId, range, open)).length === 0) return null;
  const { activity } = await events.timeline(cameraId, { ...range, step: stepMs }, open);
  return stretchesOf(activity, range, stepMs);
}

/** Reads the recorded files of a stretch, in order; those that were deleted meanwhile are left out. */
export async function* readFiles(
  { playback }: RecordingsDeps,
  cameraId: string,
  stretch: Stretch,
  open: OpenArchive,
): AsyncGenerator<RecordedFile> {
  for (const start of await readStarts(playback, cameraId, stretch, open)) {
    // Other work goes on between two files.
    await nextTurn();
    const video = await readFile(playback, cameraId, start, open);
    if (video) yield video;
  }
}

/** Returns the starts of the files in a range, Unix ms. */
async function readStarts(playback: RecordingsDeps['playback'], cameraId: string, range: Stretch, open: OpenArchive): Promise<number[]> {
  const playlist = await playback.playlist(cameraId, range, false, open).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'no-footage') return '';
    throw error;
  });
  return [...playlist.matchAll(/^(\d+)\.m4s/gm)].map(([, start]) => Number(start));
}

async function readFile(
  playback: RecordingsDeps['playback'],
  cameraId: string,
  start: number,
  open: OpenArchive,
): Promise<RecordedFile | null> {
  try {
    const file = await playback.media(cameraId, `${start}.m4s`, false, true, open);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) chunks.push(chunk.slice());
    return readRecordedVideo(concatBytes(chunks));
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return null;
    throw error;
  }
}
