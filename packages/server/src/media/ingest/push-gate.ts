import type { Logger } from '../../kernel/log.ts';
import type { Sample, SourceListener, Tracks } from '../media-types.ts';
import { hashOf } from '../packaging/init-section.ts';
import { findFrameFault, findTrackFault } from './push-faults.ts';

/**
 * Checks that a key frame can be decoded.
 * @returns why it can't; null when it can, or when there is no decoder
 */
export type CheckPicture = (tracks: Tracks, keyFrame: Sample) => Promise<string | null>;

/** Passes a camera's pushed video on once its first key frame has been decoded. */
export type PushGate = (listener: SourceListener, refuse: (detail: string) => void) => GatedListener;
export interface GatedListener extends SourceListener {
  /** Stops passing samples on. */
  close(): void;
}

/** Held back during the check: several seconds of a 4K camera. Beyond that, frames are dropped up to the next key frame. */
const maxPendingBytes = 32_000_000;
/** Remembered configurations; a camera has a handful. */
const maxKnown = 1000;

/** Creates the gates of all cameras. Each configuration of a camera is checked once. */
export function createPushGates({ check, log }: { readonly check: CheckPicture; readonly log: Logger }): (cameraId: string) => PushGate {
  const known = new Set<string>();
  /** The last reason by camera: an agent reconnects with the same video again and again, which is logged once. */
  const refusals = new Map<string, string>();
  const keyOf = (cameraId: string, { video }: Tracks): string => `${cameraId} ${video.codec} ${hashOf(video.configuration)}`;
  const remember = (key: string): void => {
    if (known.size >= maxKnown) known.clear();
    known.add(key);
  };
  return (cameraId) => (listener, refuse) =>
    openGate({
      listener,
      refuse: (detail) => {
        if (refusals.get(cameraId) !== detail) log.warn({ cameraId, detail }, 'A camera pushes data that is not video; it is not recorded');
        if (refusals.size >= maxKnown) refusals.clear();
        refusals.set(cameraId, detail);
        refuse(detail);
      },
      check,
      isKnown: (tracks) => known.has(keyOf(cameraId, tracks)),
      remember: (tracks) => {
        refusals.delete(cameraId);
        remember(keyOf(cameraId, tracks));
      },
    });
}

interface GateDeps {
  readonly listener: SourceListener;
  readonly refuse: (detail: string) => void;
  readonly check: CheckPicture;
  readonly isKnown: (tracks: Tracks) => boolean;
  readonly remember: (tracks: Tracks) => void;
}

function openGate({ listener, refuse, check, isKnown, remember }: GateDeps): GatedListener {
  /** Calls that are held back; null while everything is passed on. */
  let pending: (() => void)[] | null = null;
  let pendingBytes = 0;
  let isCut = false;
  let isClosed = false;
  /** The tracks whose first key frame is being checked or awaited. */
  let unchecked: { readonly tracks: Tracks; isRunning: boolean } | null = null;

  const close = (): void => {
    isClosed = true;
    pending = null;
  };
  const end = (detail: string): void => {
    if (isClosed) return;
    close();
    refuse(detail);
  };
  const pass = (call: () => void): void => {
    if (isClosed) return;
    if (pending) pending.push(call);
    else call();
  };
  const open = (): void => {
    const calls = pending ?? [];
    pending = null;
    pendingBytes = 0;
    for (const call of calls) call();
  };
  const look = async (mine: NonNullable<typeof unchecked>, keyFrame: Sample): Promise<void> => {
    mine.isRunning = true;
    const fault = await check(mine.tracks, keyFrame);
    if (unchecked !== mine || isClosed) return;
    if (fault !== null) return end(fault);
    unchecked = null;
    remember(mine.tracks);
    open();
  };
  /** Whether a sample may wait, too; while nothing waits, it does not matter. */
  const hasRoom = ({ data }: Sample): boolean => {
    if (!pending) return true;
    if (pendingBytes + data.byteLength > maxPendingBytes) return false;
    pendingBytes += data.byteLength;
    return true;
  };
  const onVideo = (sample: Sample): boolean => {
    const fault = findFrameFault(sample);
    if (fault !== null) {
      end(fault);
      return false;
    }
    if (isCut && !sample.keyFrame) return false;
    isCut = !hasRoom(sample);
    return !isCut;
  };

  return {
    onTracks: (tracks) => {
      const fault = findTrackFault(tracks.video);
      if (fault !== null) return end(fault);
      if (isKnown(tracks)) {
        unchecked = null;
        open();
      } else {
        // Held-back samples of the previous configuration will never be checked.
        pending = [];
        pendingBytes = 0;
        unchecked = { tracks, isRunning: false };
      }
      pass(() => listener.onTracks(tracks));
    },
    onSample: (sample) => {
      if (isClosed || !(sample.kind === 'video' ? onVideo(sample) : hasRoom(sample))) return;
      pass(() => listener.onSample(sample));
      if (unchecked && !unchecked.isRunning && sample.kind === 'video' && sample.keyFrame) void look(unchecked, sample);
    },
    onEnd: (reason) => {
      if (isClosed) return;
      close();
      listener.onEnd(reason);
    },
    onCut: (from) => pass(() => listener.onCut?.(from)),
    onLate: (sample, tracks) => {
      // A configuration that was never live has never been checked.
      if (!isKnown(tracks)) return;
      const fault = sample.kind === 'video' ? findFrameFault(sample) : null;
      if (fault !== null) end(fault);
      else if (hasRoom(sample)) pass(() => listener.onLate?.(sample, tracks));
    },
    onLateEnd: () => pass(() => listener.onLateEnd?.()),
    keepsLate: () => listener.keepsLate?.() ?? false,
    close,
  };
}
