import { systemClock } from '@watchpost/contract/timing/clock';
import type { SegmentsTable } from '../../../packages/server/src/db/schema.ts';
import { createCameraRecorder } from '../../../packages/server/src/media/recording/camera-recorder.ts';
import { createFootagePaths } from '../../../packages/server/src/media/recording/footage-paths.ts';
import { createSegmentWriter } from '../../../packages/server/src/media/recording/segment-writer.ts';
import type { Clip } from './clip.ts';
import { readClipSamples } from './clip-samples.ts';

/**
 * Records a clip repeatedly into the data folder of a server, with the server's own recorder but much faster than real time. The files of a
 * stopped server are found at its next start; a running one needs their rows, too.
 * @param from Unix ms of the first frame
 * @returns the index rows of the files
 */
export async function makeArchive(options: {
  dataDir: string;
  cameraId: string;
  clip: Clip;
  from: number;
  loops: number;
}): Promise<SegmentsTable[]> {
  const rows: SegmentsTable[] = [];
  const { dataDir, cameraId, clip, from, loops } = options;
  const samples = readClipSamples(clip);
  const writer = createSegmentWriter({
    cameraId,
    paths: createFootagePaths(dataDir),
    onSegment: (row) => void rows.push(row),
    onError: (error) => {
      throw error;
    },
  });
  const recorder = createCameraRecorder({
    writer,
    clock: systemClock,
    notBefore: 0,
    onRecording: () => undefined,
    onOffline: () => undefined,
    onOverload: () => undefined,
  });
  recorder.onTracks(samples.tracks);
  for (let loop = 0; loop < loops; loop++) {
    for (const sample of samples.from(from + loop * clip.seconds * 1000)) recorder.onSample(sample, () => new Uint8Array());
    await writer.settle();
  }
  recorder.stop();
  await writer.close();
  return rows;
}
