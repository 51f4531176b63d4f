import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { readInitTracks } from '../clips/clip-tracks.ts';
import { readSamples, walkBoxes, walkSegment } from '../packaging/walk.ts';
import { parallelPictures, type PictureDecoder } from './picture-decoder.ts';
import type { PictureRequest } from './picture-messages.ts';
import { createPictureWorker, type PictureWorker } from './picture-worker.ts';

/** FFmpeg's libraries from the npm package node-av, in processes that stay while they are needed; null when it is not installed. */
export async function createNodeAvDecoder({ clock, log }: { readonly clock: Clock; readonly log: Logger }): Promise<PictureDecoder | null> {
  try {
    // Only whether it is there: it is loaded where it is used.
    import.meta.resolve('node-av');
  } catch {
    return null;
  }
  const waiting: (() => void)[] = [];
  const onFree = (): void => waiting.shift()?.();
  const workers: PictureWorker[] = Array.from({ length: parallelPictures }, () => createPictureWorker({ clock, log, onFree }));
  /** One that runs already, because starting one takes as long as ten pictures; another is started meanwhile. */
  const pick = (): PictureWorker | undefined => {
    const free = workers.find(({ isReady, isBusy }) => isReady && !isBusy);
    if (free) return free;
    const isAnyReady = workers.some(({ isReady }) => isReady);
    const idle = workers.find(({ isBusy }) => !isBusy);
    if (isAnyReady) idle?.warm();
    return isAnyReady ? undefined : idle;
  };
  return {
    name: 'node-av',
    decode: async (video, { width, isJpeg = false } = {}) => {
      const request = isJpeg ? { codec: 'mjpeg' as const, configuration: new Uint8Array(0), data: video, width: width ?? null } : readRequest(video, width ?? null);
      let worker = pick();
      while (!worker) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        worker = pick();
      }
      const jpeg = await worker.make(request);
      if (!jpeg) throw new Error('There is no picture in it.');
      return jpeg;
    },
    warm: () => workers[0]?.warm(),
    close: () => {
      for (const worker of workers) worker.close();
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const configurations: Readonly<Record<string, { readonly box: string; readonly codec: PictureRequest['codec'] }>> = {
  avc1: { box: 'avcC', codec: 'h264' },
  hvc1: { box: 'hvcC', codec: 'hevc' },
  hev1: { box: 'hvcC', codec: 'hevc' },
};
/** Of a visual sample entry, before its boxes. */
const entryHeader = 8 + 78;

function readRequest(video: Uint8Array, width: number | null): Omit<PictureRequest, 'id'> {
  const entry = readInitTracks(video).find(({ kind }) => kind === 'video')?.sampleEntry ?? new Uint8Array(0);
  const kind = configurations[String.fromCharCode(...entry.subarray(4, 8))];
  const found = kind && [...walkBoxes(entry, entryHeader)].find(({ type }) => type === kind.box);
  const fragment = walkSegment(video).fragments.find((one) => one.kind === 'video' && one.keyFrame);
  const [sample] = fragment ? readSamples(video, fragment) : [];
  if (!found || !sample) throw new Error('There is no key frame in it.');
  return { codec: kind.codec, configuration: entry.slice(found.content, found.end), data: video.slice(sample.start, sample.start + sample.size), width };
}
