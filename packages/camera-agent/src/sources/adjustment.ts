import type { PictureRotation, UpdateDeviceSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { TimeZoneName } from '@watchpost/contract/kernel';
import type { FrameSource } from './frame-source.ts';

/** Wanted settings of a camera's picture and sound. */
export interface Adjustment {
  /** Clockwise, degrees. */
  readonly rotation: PictureRotation;
  /** Applied after the rotation. */
  readonly isMirroredHorizontally: boolean;
  readonly isMirroredVertically: boolean;
  readonly isMicrophoneOn: boolean;
  /** Percent; 50 leaves the volume unchanged. */
  readonly microphoneSensitivity: number;
  /** Zone of the clock in the picture; null: the computer's. */
  readonly timeZone: TimeZoneName | null;
}

export const unadjusted: Adjustment = {
  rotation: 0,
  isMirroredHorizontally: false,
  isMirroredVertically: false,
  isMicrophoneOn: true,
  microphoneSensitivity: 50,
  timeZone: null,
};

/** Applies a change; settings that it omits stay. */
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

/** A camera whose picture and sound can be adjusted. */
export interface AdjustableSource {
  /** The settings that have an effect; those of sound only if the camera has any. */
  readonly offers: readonly (keyof Adjustment)[];
  /** The camera allows only one reader: the previous view is closed first. */
  readonly isExclusive: boolean;
  /** @throws {SourceError} when the camera can't be opened */
  open(adjustment: Adjustment): Promise<FrameSource>;
}

const turns: Readonly<Record<PictureRotation, readonly string[]>> = {
  0: [],
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
};
/** Range of the volume from silent to loud, decibels. */
const volumeRange = 40;

/** FFmpeg's filters for the picture, in order. */
export function pictureFilters({ rotation, isMirroredHorizontally, isMirroredVertically }: Adjustment): string[] {
  return [...turns[rotation], ...(isMirroredHorizontally ? ['hflip'] : []), ...(isMirroredVertically ? ['vflip'] : [])];
}

/** FFmpeg's options for the sound: muted sound is not even read. */
export function soundOptions({ isMicrophoneOn, microphoneSensitivity }: Adjustment): string[] {
  if (!isMicrophoneOn) return ['-an'];
  const gain = ((microphoneSensitivity - 50) / 100) * volumeRange;
  return [...(gain === 0 ? [] : ['-af', `volume=${gain}dB`]), '-c:a', 'aac', '-b:a', '64k'];
}

/** Returns the same source without its sound. */
export function withoutSound(source: FrameSource): FrameSource {
  return {
    ...source,
    audio: null,
    frames: async function* (signal, from) {
      for await (const frame of source.frames(signal, from)) if (frame.kind === 'video') yield frame;
    },
  };
}
