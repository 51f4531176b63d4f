import type { QualityChoice } from '../../player-controller-types.ts';
import type { LiveWants, PlayerCore } from '../player-core.ts';
import { createAutoQuality } from './auto-quality.ts';

export interface QualityControl {
  setQuality(quality: QualityChoice): void;
  setFrames(frames: 'all' | 'key'): void;
  congested(severe?: boolean): void;
  beat(): void;
}

/** With tracks but no picture for this long, ms, the first key frame is too large for this network. */
const firstPictureTimeoutMs = 3_000;

/** Matches the requested live stream to the user's choice, the picture's size and the network. */
export function createQualityControl({ options: { stage }, clock, signals, wants, current, load }: PlayerCore): QualityControl {
  const width = (): number => stage.clientWidth * devicePixelRatio;
  const auto = createAutoQuality(width());
  let connectingSince: number | null = null;

  function change(next: Partial<LiveWants>): void {
    const before = { ...wants };
    Object.assign(wants, next);
    if (before.quality === wants.quality && before.frames === wants.frames) return;
    const transport = current();
    if (transport?.change) transport.change(wants);
    else if (transport?.name === 'webrtc' && before.quality !== wants.quality) load('live', 0);
  }
  function follow(): void {
    if (signals.quality.value === 'auto' && width() > 0) change({ quality: auto.choose({ now: clock.monotonic(), width: width() }) });
  }
  return {
    setQuality(quality) {
      signals.quality.value = quality;
      if (quality === 'auto') follow();
      else change({ quality });
    },
    setFrames: (frames) => change({ frames }),
    congested(severe) {
      auto.congested(clock.monotonic(), severe);
      follow();
    },
    beat() {
      const waits = signals.state.value.kind === 'connecting' && (current()?.port?.tracks() ?? null) !== null;
      connectingSince = waits ? (connectingSince ?? clock.monotonic()) : null;
      if (connectingSince !== null && clock.monotonic() - connectingSince > firstPictureTimeoutMs) auto.congested(clock.monotonic(), true);
      follow();
    },
  };
}
