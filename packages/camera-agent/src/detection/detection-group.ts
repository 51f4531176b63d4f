import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import type { Frame } from '../sources/frame-source.ts';

/** One encoded picture, as the recognition takes it. */
export interface EncodedPicture {
  /** On the camera's timeline, ms. */
  readonly at: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}

/** All that has to be decoded to look at the newest picture. */
interface PictureTurn {
  readonly track: AgentVideoTrack;
  readonly pictures: readonly EncodedPicture[];
  /** The pictures start with a key frame. */
  readonly isStart: boolean;
}

/** The pictures of a stream since its last key frame. */
export interface PictureGroup {
  add(track: AgentVideoTrack, frame: Frame): void;
  /** Returns null when there is no picture that was not looked at. */
  next(): PictureTurn | null;
  /** Says whether the recognition can continue after the last turn. */
  settle(isContinuable: boolean): void;
}

/** Of a longer group, only the key frame is examined. */
const maxPictures = 1500;
const maxBytes = 16 * 1024 * 1024;

export function createPictureGroup(): PictureGroup {
  let track: AgentVideoTrack | null = null;
  let pictures: EncodedPicture[] = [];
  let bytes = 0;
  /** Number of pictures that were decoded, and after which decoding can continue. */
  let decoded = 0;
  let isFull = false;
  return {
    add: (of, { kind, keyFrame, decodeTime, compositionOffset, data }) => {
      if (kind !== 'video') return;
      if (keyFrame) [track, pictures, bytes, decoded, isFull] = [of, [], 0, 0, false];
      else if (track !== of || isFull) return;
      pictures.push({ at: Math.round((decodeTime + compositionOffset) * 1000), keyFrame, data });
      bytes += data.length;
      if (pictures.length <= maxPictures && bytes <= maxBytes) return;
      isFull = true;
      pictures.length = 1;
    },
    next: () => {
      if (!track || decoded >= pictures.length) return null;
      const turn = { track, pictures: pictures.slice(decoded), isStart: decoded === 0 };
      decoded = pictures.length;
      return turn;
    },
    settle: (isContinuable) => {
      if (!isContinuable) decoded = 0;
    },
  };
}
