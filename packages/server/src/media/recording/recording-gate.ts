import type { ArchiveRecording } from '@watchpost/contract/schemas/camera-settings';
import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';
import { withoutAudio } from '../packaging/init-section.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import type { CameraRecorder } from './camera-recorder.ts';
import { createPreRoll } from './pre-roll.ts';

/** Passes on to a camera's recorder only the samples that must be recorded. */
export interface RecordingGate extends StreamSubscriber {
  setMode(mode: ArchiveRecording): void;
  /** Sets whether audio is let through; applies from the next key frame on. */
  setSound(isRecorded: boolean): void;
  /**
   * Opens the gate for a motion, or schedules its end.
   * @param at when the motion began, or when something moved last, Unix ms
   */
  onMotion(kind: 'began' | 'ended', at: number): void;
  /** Bytes held in memory for a motion that may begin. */
  readonly heldBytes: number;
}

export interface RecordingGateDeps {
  readonly recorder: Pick<CameraRecorder, 'onTracks' | 'onSample' | 'onOffline' | 'stop'>;
  readonly mode: ArchiveRecording;
  readonly isSoundRecorded: boolean;
  /** Maximum number of bytes held in memory. */
  readonly maximumHeld?: number;
}

/** Recorded before and after a motion (specification 2, section 3). */
const motionMarginMs = 10_000;
/** Pictures this much older than the last one show that the server's clock was set back, ticks. */
const setBackTicks = videoTimescale;
/** A motion is reported late, because a key frame has to be decoded first. */
const eventDelayMs = 3000;
/** 10 s of 16 Mbit/s. A camera that sends more has less footage before a motion; the server's memory use does not grow. */
const defaultMaxHeldBytes = 20_000_000;

export function createRecordingGate({ recorder, maximumHeld = defaultMaxHeldBytes, ...settings }: RecordingGateDeps): RecordingGate {
  const held = createPreRoll({ length: motionMarginMs + eventDelayMs, maximumBytes: maximumHeld });
  let { mode, isSoundRecorded } = settings;
  let tracks: Tracks | null = null;
  let isOpen = mode === 'always';
  /** Number of current motions; simultaneous ones are one recording. */
  let running = 0;
  let until = Number.NEGATIVE_INFINITY;
  /** Decode time of the newest picture. */
  let newest = Number.NEGATIVE_INFINITY;

  const sendTracks = (): void => {
    if (tracks) recorder.onTracks(isSoundRecorded ? tracks : withoutAudio(tracks));
  };
  const pass = (sample: Sample): void => {
    if (sample.kind === 'video' || isSoundRecorded) recorder.onSample(sample, noFragment);
  };
  /** Opens the gate from the last key frame at or before a time on, as far as that is held. */
  const open = (from: number): void => {
    if (isOpen || !tracks) return;
    isOpen = true;
    sendTracks();
    for (const sample of held.takeFrom(from)) pass(sample);
  };
  const close = (): void => {
    isOpen = false;
    recorder.stop();
  };
  /** What was held, and the end of the last motion, are at times to come. */
  const onClockSetBack = (): void => {
    held.clear();
    until = Number.NEGATIVE_INFINITY;
  };
  const isOver = (sample: Sample): boolean =>
    mode === 'motion' && running === 0 && sample.kind === 'video' && sample.keyFrame && sample.decodeTime / 90 >= until;

  return {
    get heldBytes() {
      return held.bytes;
    },
    onTracks: (next) => {
      // The pictures before a motion are kept when the sound alone has come or gone.
      if (tracks?.video === next.video) held.clearAudio();
      else held.clear();
      tracks = next;
      if (isOpen) sendTracks();
    },
    onSample: (sample) => {
      if (sample.kind === 'video') {
        if (sample.decodeTime < newest - setBackTicks) onClockSetBack();
        newest = sample.decodeTime;
      }
      if (isOpen && isOver(sample)) close();
      if (isOpen) pass(sample);
      else if (mode === 'motion') held.add(sample);
    },
    onOffline: (reason) => {
      held.clear();
      running = 0;
      recorder.onOffline?.(reason);
      if (mode === 'motion' && isOpen) close();
    },
    setMode: (next) => {
      if (next === mode) return;
      mode = next;
      if (mode === 'always') open(Number.POSITIVE_INFINITY);
      // A running recording continues up to its next key frame, or while motion lasts.
      if (mode === 'motion' && running > 0) open(Number.POSITIVE_INFINITY);
      if (mode === 'disabled') {
        held.clear();
        if (isOpen) close();
      }
    },
    setSound: (next) => {
      if (next === isSoundRecorded) return;
      isSoundRecorded = next;
      if (isOpen) sendTracks();
    },
    onMotion: (kind, at) => {
      if (kind === 'began') {
        running += 1;
        if (mode === 'motion') open(at - motionMarginMs);
        return;
      }
      running = Math.max(0, running - 1);
      until = Math.max(until, at + motionMarginMs);
    },
  };
}

/** Recorders make their own fragments. */
const noFragment = (): Uint8Array => new Uint8Array();
