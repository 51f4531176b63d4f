import type { Clock } from '@watchpost/contract/timing/clock';
import { readSampleEntry } from '@watchpost/mp4';
import type { Logger } from '../../kernel/log.ts';
import { readInitTracks } from '../packaging/init-section.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { parallelPictures, UndecodableError, type PictureDecoder } from './picture-decoder.ts';
import type { PictureRequest } from './picture-messages.ts';
import { createPictureWorker, type PictureWorker } from './picture-worker.ts';

/**
 * Creates a decoder from FFmpeg's libraries in the npm package node-av, with processes that run while they are needed; null when
 * it is not installed.
 */
export async function createNodeAvDecoder({ clock, log }: { readonly clock: Clock; readonly log: Logger }): Promise<PictureDecoder | null> {
  try {
    // Only checks that it exists; the process loads it.
    import.meta.resolve('node-av');
  } catch {
    return null;
  }
  const waiting: (() => void)[] = [];
  const onFree = (): void => waiting.shift()?.();
  const workers: PictureWorker[] = Array.from({ length: parallelPictures }, () => createPictureWorker({ clock, log, onFree }));
  /** Prefers a running worker, because starting one takes as long as ten pictures; another is started meanwhile. */
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
    decode: async (video, { width, isJpeg = false, isLast = false, box } = {}) => {
      const request = isJpeg
        ? { codec: 'mjpeg' as const, configuration: new Uint8Array(0), data: video, width: width ?? null }
        : readKeyFrame(video, width ?? null, isLast);
      let worker = pick();
      while (!worker) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        worker = pick();
      }
      const jpeg = await worker.make(box ? { ...request, box } : request);
      if (!jpeg) throw new UndecodableError('There is no picture in it.');
      return jpeg;
    },
    warm: () => workers[0]?.warm(),
    close: () => {
      for (const worker of workers) worker.close();
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

const codecs: Readonly<Record<string, PictureRequest['codec']>> = { avc1: 'h264', hvc1: 'hevc', hev1: 'hevc' };

/**
 * Reads the first key frame of an init section and a fragment.
 * @param isLast reads the last picture of its fragment instead, with those that it is built on
 * @throws {UndecodableError} when there is none
 */
export function readKeyFrame(video: Uint8Array, width: number | null, isLast = false): Omit<PictureRequest, 'id'> {
  const track = readInitTracks(video).find(({ kind }) => kind === 'video');
  const entry = track && readSampleEntry(track);
  const codec = entry && codecs[entry.type];
  const fragment = walkSegment(video).fragments.find(({ kind, keyFrame }) => kind === 'video' && keyFrame);
  const samples = fragment?.samples.slice(0, isLast ? undefined : 1) ?? [];
  const sample = samples.at(-1);
  if (!codec || !entry?.configuration || !sample) throw new UndecodableError('There is no key frame in it.');
  return {
    codec,
    configuration: entry.configuration.slice(),
    before: samples.slice(0, -1).map(({ start, size }) => video.slice(start, start + size)),
    data: video.slice(sample.start, sample.start + sample.size),
    width,
  };
}
