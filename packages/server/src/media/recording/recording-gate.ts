import type { ArchiveRecording } from '@watchpost/contract/schemas/camera-settings';
import type { Sample, Tracks } from '../media-types.ts';
import { withoutAudio } from '../packaging/init-section.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import type { CameraRecorder } from './camera-recorder.ts';
import { createPreRoll } from './pre-roll.ts';

/** Stands between a camera's stream and its recorder: lets through what is to be recorded. */
export interface RecordingGate extends StreamSubscriber {
  setMode(mode: ArchiveRecording): void;
  /** Whether sound is let through; counts from the next key frame on. */
  setSound(isRecorded: boolean): void;
  /** @param at when it began, or when something moved last, Unix ms */
  onMotion(kind: 'began' | 'ended', at: number): void;
  /** Held in memory for a motion that may begin. */
  readonly heldBytes: number;
}

export interface RecordingGateDeps {
  readonly recorder: Pick<CameraRecorder, 'onTracks' | 'onSample' | 'onOffline' | 'stop'>;
  readonly mode: ArchiveRecording;
  readonly isSoundRecorded: boolean;
  /** Most bytes held in memory. */
  readonly maximumHeld?: number;
}

/** Recorded before and after what moves (specification 2, section 3), ms. */
export const motionMargin = 10_000;
/** Word of a motion comes late: a key frame has to be decoded first, ms. */
const late = 3000;
/** 10 s of 16 Mbit/s. A camera that sends more has less before a motion, never the server less memory. */
const maximumHeldByDefault = 20_000_000;

export function createRecordingGate({ recorder, maximumHeld = maximumHeldByDefault, ...settings }: RecordingGateDeps): RecordingGate {
  const held = createPreRoll({ length: motionMargin + late, maximumBytes: maximumHeld });
  let { mode, isSoundRecorded } = settings;
  let tracks: Tracks | null = null;
  let isOpen = mode === 'always';
  /** Motions that go on; several at once are one recording. */
  let running = 0;
  let until = Number.NEGATIVE_INFINITY;

  const tellTracks = (): void => {
    if (tracks) recorder.onTracks(isSoundRecorded ? tracks : withoutAudio(tracks));
  };
  const pass = (sample: Sample): void => {
    if (sample.kind === 'video' || isSoundRecorded) recorder.onSample(sample, noFragment);
  };
  /** From the last key frame at or before a time on, as far as it is held. */
  const open = (from: number): void => {
    if (isOpen || !tracks) return;
    isOpen = true;
    tellTracks();
    for (const sample of held.takeFrom(from)) pass(sample);
  };
  const close = (): void => {
    isOpen = false;
    recorder.stop();
  };
  const isOver = (sample: Sample): boolean => mode === 'motion' && running === 0 && sample.kind === 'video' && sample.keyFrame && sample.decodeTime / 90 >= until;

  return {
    get heldBytes() {
      return held.bytes;
    },
    onTracks: (next) => {
      tracks = next;
      held.clear();
      if (isOpen) tellTracks();
    },
    onSample: (sample) => {
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
      // What goes on is kept up to its next key frame, or for as long as it moves.
      if (mode === 'motion' && running > 0) open(Number.POSITIVE_INFINITY);
      if (mode === 'disabled') {
        held.clear();
        if (isOpen) close();
      }
    },
    setSound: (next) => {
      if (next === isSoundRecorded) return;
      isSoundRecorded = next;
      if (isOpen) tellTracks();
    },
    onMotion: (kind, at) => {
      if (kind === 'began') {
        running += 1;
        if (mode === 'motion') open(at - motionMargin);
        return;
      }
      running = Math.max(0, running - 1);
      until = Math.max(until, at + motionMargin);
    },
  };
}

/** A recorder makes its own fragments. */
const noFragment = (): Uint8Array => new Uint8Array();
