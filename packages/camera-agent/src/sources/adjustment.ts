import type { PictureRotation, UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { TimeZoneName } from '@watchpost/contract/kernel';
import type { FrameSource } from './frame-source.ts';

/** How a camera's picture and sound are to be. */
export interface Adjustment {
  /** Clockwise, degrees. */
  readonly rotation: PictureRotation;
  /** After it was turned. */
  readonly isMirroredHorizontally: boolean;
  readonly isMirroredVertically: boolean;
  readonly isMicrophoneOn: boolean;
  /** Percent; 50 is as loud as it comes. */
  readonly microphoneSensitivity: number;
  /** Of the clock in the picture; null: that of the computer. */
  readonly timeZone: TimeZoneName | null;
}

export const unadjusted: Adjustment = { rotation: 0, isMirroredHorizontally: false, isMirroredVertically: false, isMicrophoneOn: true, microphoneSensitivity: 50, timeZone: null };

/** What a change makes of it; what it does not name stays. */
export function adjusted(before: Adjustment, change: UpdateDeviceSettingsBody): Adjustment {
  const { rotation, isMirroredHorizontally, isMirroredVertically, isMicrophoneOn, microphoneSensitivity, timeZone } = change;
  return {
    rotation: rotation ?? before.rotation,
    isMirroredHorizontally: isMirroredHorizontally ?? before.isMirroredHorizontally,
    isMirroredVertically: isMirroredVertically ?? before.isMirroredVertically,
    isMicrophoneOn: isMicrophoneOn ?? before.isMicrophoneOn,
    microphoneSensitivity: microphoneSensitivity ?? before.microphoneSensitivity,
    timeZone: timeZone ?? before.timeZone,
  };
}

/** A camera whose picture and sound can be had in several ways. */
export interface AdjustableSource {
  /** What of an adjustment makes a difference; of the sound only where there is some. */
  readonly offers: readonly (keyof Adjustment)[];
  /** It can't be read twice at once: the one before is closed first. */
  readonly isExclusive: boolean;
  /** @throws {SourceError} when it can't be shown */
  open(adjustment: Adjustment): Promise<FrameSource>;
}

const turns: Readonly<Record<PictureRotation, readonly string[]>> = { 0: [], 90: ['transpose=clock'], 180: ['hflip', 'vflip'], 270: ['transpose=cclock'] };
/** From silent to loud, decibels. */
const volumeRange = 40;

/** FFmpeg's filters for the picture, in order. */
export function pictureFilters({ rotation, isMirroredHorizontally, isMirroredVertically }: Adjustment): string[] {
  return [...turns[rotation], ...(isMirroredHorizontally ? ['hflip'] : []), ...(isMirroredVertically ? ['vflip'] : [])];
}

/** FFmpeg's options for the sound: one that is off is not even read. */
export function soundOptions({ isMicrophoneOn, microphoneSensitivity }: Adjustment): string[] {
  if (!isMicrophoneOn) return ['-an'];
  const gain = ((microphoneSensitivity - 50) / 100) * volumeRange;
  return [...(gain === 0 ? [] : ['-af', `volume=${gain}dB`]), '-c:a', 'aac', '-b:a', '64k'];
}

/** The same without its sound. */
export function withoutSound(source: FrameSource): FrameSource {
  return {
    ...source,
    audio: null,
    frames: async function* (signal, from) {
      for await (const frame of source.frames(signal, from)) if (frame.kind === 'video') yield frame;
    },
  };
}
