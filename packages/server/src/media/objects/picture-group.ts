import { concatBytes } from '@watchpost/mp4';
import type { Sample, Tracks } from '../media-types.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { EncodedPicture, LookRequest } from './engine/object-detector.ts';

/** The pictures of a stream since its last key frame, of which the detector looks at some. */
export interface PictureGroup {
  readonly tracks: Tracks;
  /** Adds the next picture; one of another stream, or of a changed one, needs its own key frame and is left out. */
  add(tracks: Tracks, sample: Sample): void;
  /** Too many pictures followed the key frame: the group stays as it was begun. */
  readonly isFull: boolean;
  /** Returns all that have to be decoded to look at the newest one; null when it was looked at. */
  next(): PictureTurn | null;
  /** Says whether the detector can continue after the last turn. */
  settle(isContinuable: boolean): void;
}

export interface PictureTurn extends Pick<LookRequest, 'track' | 'pictures' | 'isStart'> {
  /** When the newest one was taken, Unix ms. */
  readonly at: number;
  /** Makes an init section and a fragment that ends with the newest one. */
  readonly video: () => Uint8Array;
}

/** A longer group is looked at by its key frame only. */
const maxPictures = 1500;
const maxBytes = 16 * 1024 * 1024;

/** @param keyFrame the first picture */
export function createPictureGroup(tracks: Tracks, keyFrame: Sample): PictureGroup {
  const samples: Sample[] = [keyFrame];
  let bytes = keyFrame.data.length;
  /** Number of pictures that the detector has decoded and can continue from. */
  let decoded = 0;
  let isFull = false;
  return {
    tracks,
    get isFull() {
      return isFull;
    },
    add: (from, sample) => {
      if (from !== tracks || isFull) return;
      samples.push(sample);
      bytes += sample.data.length;
      if (samples.length <= maxPictures && bytes <= maxBytes) return;
      isFull = true;
      samples.length = 1;
    },
    next: () => {
      const last = samples.at(-1);
      if (!last || decoded >= samples.length) return null;
      const isStart = decoded === 0;
      const pictures = samples.slice(decoded).map(toPicture);
      decoded = samples.length;
      const shown = samples.slice();
      return { track: tracks.video, pictures, isStart, at: timeOf(last), video: () => videoOf(tracks, shown) };
    },
    settle: (isContinuable) => {
      if (!isContinuable) decoded = 0;
    },
  };
}

/** Makes an init section and a fragment of samples that start with a key frame. */
function videoOf(tracks: Tracks, samples: readonly Sample[]): Uint8Array {
  return concatBytes([initSectionOf(withoutAudio(tracks)).bytes, buildFragment(samples, 0)]);
}

function toPicture(sample: Sample): EncodedPicture {
  return { at: timeOf(sample), keyFrame: sample.keyFrame, data: sample.data };
}

/** When a picture was taken, Unix ms. */
function timeOf({ decodeTime, compositionOffset }: Sample): number {
  return Math.round((decodeTime + compositionOffset) / 90);
}
