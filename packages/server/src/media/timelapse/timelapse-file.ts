import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { concatBytes, writeFileType, writeMediaHeader, writeMovie, writeVideoSampleEntry } from '@watchpost/mp4';
import { createParameterSets } from '../ingest/codecs/h264-parameter-sets.ts';
import { toAvccSample } from '../ingest/codecs/h264-depacketiser.ts';
import { videoTimescale } from '../media-types.ts';
import { splitByteStream } from '../transcode/byte-stream.ts';
import type { FilmAnswer } from './timelapse-messages.ts';

/** Writes a film as a plain MP4 whose tables come first, so that it plays while it loads. */
interface FilmFile {
  add(pictures: FilmAnswer['pictures']): Promise<void>;
  /**
   * Completes the file; before, nothing has its name.
   * @param createdAt Unix ms
   * @returns its pictures and length; null when it has no picture
   */
  finish(size: { readonly width: number; readonly height: number }, createdAt: number): Promise<{ readonly pictures: number } | null>;
  /** Deletes what is unfinished. */
  discard(): Promise<void>;
}

const copyBytes = 1_048_576;

/** @param frameRate pictures a second */
export async function createFilmFile(path: string, frameRate: number): Promise<FilmFile> {
  const mediaPath = `${path}.media`;
  const newPath = `${path}.new`;
  const media = await open(mediaPath, 'w+', 0o600);
  const parameterSets = createParameterSets();
  const sizes: number[] = [];
  const keyFrames: number[] = [];
  const timeOf = (picture: number): number => Math.round((picture * videoTimescale) / frameRate);

  const copyTo = async (target: FileHandle): Promise<void> => {
    const bytes = Buffer.allocUnsafe(copyBytes);
    for (let at = 0; ;) {
      const { bytesRead } = await media.read(bytes, 0, copyBytes, at);
      if (bytesRead === 0) return;
      await target.writeFile(bytes.subarray(0, bytesRead));
      at += bytesRead;
    }
  };

  return {
    add: async (pictures) => {
      for (const { keyFrame, data } of pictures) {
        const units = splitByteStream(data);
        for (const unit of units) parameterSets.add(unit);
        const sample = toAvccSample(units);
        if (keyFrame) keyFrames.push(sizes.length);
        sizes.push(sample.byteLength);
        await media.writeFile(sample);
      }
    },
    finish: async ({ width, height }, createdAt) => {
      const track = parameterSets.current()?.track;
      if (!track || sizes.length === 0) return null;
      const durations = sizes.map((_, index) => timeOf(index + 1) - timeOf(index));
      const mediaBytes = sizes.reduce((sum, size) => sum + size, 0);
      const head = (mediaStart: number): Uint8Array =>
        writeMovie(
          [
            {
              kind: 'video',
              timescale: videoTimescale,
              width,
              height,
              sampleEntries: [writeVideoSampleEntry({ type: 'avc1', width, height, configuration: track.configuration })],
              samples: {
                durations,
                sizes,
                compositionOffsets: sizes.map(() => 0),
                keyFrames,
                chunks: [{ offset: mediaStart, samples: sizes.length, entry: 0 }],
              },
              edits: [{ duration: timeOf(sizes.length), mediaTime: 0 }],
            },
          ],
          createdAt,
        );
      const fileType = writeFileType('isom', ['isom', 'iso2', 'avc1', 'mp41']);
      const mediaHeader = writeMediaHeader(mediaBytes);
      // Offsets have a fixed width: the first build measures the length.
      const start = fileType.byteLength + head(0).byteLength + mediaHeader.byteLength;
      const target = await open(newPath, 'w', 0o600);
      try {
        await target.writeFile(concatBytes([fileType, head(start), mediaHeader]));
        await copyTo(target);
        await target.sync();
      } finally {
        await target.close();
      }
      await rename(newPath, path);
      return { pictures: sizes.length };
    },
    discard: async () => {
      await media.close();
      await Promise.all([mediaPath, newPath].map((file) => rm(file, { force: true })));
    },
  };
}
