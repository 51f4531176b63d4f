import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';

/** The part of a viewer's connection that a channel uses. */
export interface ChannelOutput {
  tracks(tracks: Tracks): void;
  fragment(sample: Sample, fragment: Uint8Array, discontinuity: boolean): void;
  /** Whether too much is pending, so that nothing may be added. */
  isCongested(): boolean;
  /** Whether little enough is pending to continue with a key frame. */
  isClear(): boolean;
}

/** Passes one camera to one viewer; drops everything up to a later key frame when the viewer is too slow. */
export interface LiveChannel {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  /** Whether nothing can be shown until a key frame arrives. */
  readonly needsKeyFrame: boolean;
}

interface Pending {
  readonly sample: Sample;
  readonly fragment: () => Uint8Array;
}

/** A longer step between two frames is a jump of the timeline. */
const jumpSeconds = 1;
/** Beyond this distance, waiting for the next key frame is worse than lagging. */
const longGroupSeconds = 4;
/** Maximum pending bytes of a group of pictures; as much as the cache keeps of one. */
const maxPendingBytes = 12_000_000;

/**
 * Creates a channel. While the connection is busy, it drops nothing of the current group of pictures with which a viewer starts,
 * nor of any long one: these frames wait, share their memory with other viewers, and are sent as fast as the connection accepts
 * them.
 */
export function createLiveChannel(output: ChannelOutput): LiveChannel {
  let isDropping = true;
  let discontinuity = false;
  let expected: number | null = null;
  let lastKey: number | null = null;
  let mayWait = false;
  let pending: Pending[] = [];
  let pendingBytes = 0;

  const clear = (): void => {
    pending = [];
    pendingBytes = 0;
  };
  const drop = (): void => {
    clear();
    isDropping = true;
    discontinuity = true;
  };
  const give = ({ sample, fragment }: Pending): void => {
    if (sample.kind === 'video') {
      if (expected !== null && Math.abs(sample.decodeTime - expected) > jumpSeconds * videoTimescale) discontinuity = true;
      expected = sample.decodeTime + sample.duration;
    }
    output.fragment(sample, fragment(), discontinuity);
    discontinuity = false;
  };
  const wait = (entry: Pending): void => {
    pending.push(entry);
    pendingBytes += entry.sample.data.byteLength;
    if (pendingBytes > maxPendingBytes) drop();
  };
  /** Resumes only when there is room for a large part: sending a few frames at a time would keep the connection full. */
  const catchUp = (): void => {
    if (!output.isClear()) return;
    const queue = pending;
    clear();
    for (const entry of queue) {
      if (pending.length > 0 || output.isCongested()) wait(entry);
      else give(entry);
    }
  };
  const onKeyFrame = (time: number): void => {
    const isFirst = lastKey === null;
    mayWait = isFirst || time - (lastKey ?? time) > longGroupSeconds * videoTimescale;
    lastKey = time;
    // Pending frames are older than this picture, which does not need them.
    if (pending.length > 0) drop();
    if (mayWait) isDropping = false;
  };

  return {
    get needsKeyFrame() {
      return isDropping;
    },
    onTracks: (tracks) => {
      output.tracks(tracks);
      clear();
      isDropping = true;
      lastKey = null;
      discontinuity = expected !== null;
    },
    onSample: (sample, fragment) => {
      const isKey = sample.kind === 'video' && sample.keyFrame;
      if (isKey) onKeyFrame(sample.decodeTime);
      if (isDropping) {
        if (!isKey || !output.isClear()) return;
        isDropping = false;
      }
      const entry = { sample, fragment };
      if (pending.length > 0) {
        wait(entry);
        catchUp();
      } else if (!output.isCongested()) give(entry);
      else if (mayWait) wait(entry);
      else drop();
    },
  };
}
