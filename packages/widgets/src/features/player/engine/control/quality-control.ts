import type { QualityChoice } from '../../player-controller-types.ts';
import type { PlayerCore } from '../player-core.ts';

export interface QualityControl {
  setQuality(quality: QualityChoice): void;
  setFrames(frames: 'all' | 'key'): void;
  congested(): void;
  beat(): void;
}

/** Chooses the camera's stream: by the size of the picture, and by what the network carried lately. */
export function createQualityControl({ signals, wants, current }: PlayerCore): QualityControl {
  const change = (next: Partial<typeof wants>): void => {
    Object.assign(wants, next);
    current()?.change?.(wants);
  };
  return {
    setQuality(quality) {
      signals.quality.value = quality;
      if (quality !== 'auto') change({ quality });
    },
    setFrames: (frames) => change({ frames }),
    congested() {},
    beat() {},
  };
}
