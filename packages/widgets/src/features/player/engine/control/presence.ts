import type { Unsubscribe } from '@watchpost/sdk-core';
import type { PlayerCore } from '../player-core.ts';
import { isHeld, modeOf } from '../player-state.ts';
import { isInSmallWindow } from './small-window.ts';

export interface Presence {
  setActive(active: boolean): void;
  dispose(): void;
}

/** A briefly hidden tab keeps its picture. */
const releaseHiddenAfterMs = 800;

/** Releases decoder and network while the picture is not visible, and resumes afterwards. */
export function createPresence({ options: { stage }, clock, signals, life, current, load, close }: PlayerCore): Presence {
  let active = true;
  let released: number | 'live' | null = null;
  let stopHidden: Unsubscribe | null = null;

  function release(): void {
    const { kind } = signals.state.value;
    if (released !== null || kind === 'error' || (isHeld(signals.state.value) && !current())) return;
    const mode = modeOf(signals.state.value);
    released = isHeld(signals.state.value) ? null : mode === 'live' ? 'live' : (signals.position.value ?? 'live');
    close();
  }
  function restore(): void {
    stopHidden?.();
    stopHidden = null;
    if (released === null || !active || document.visibilityState === 'hidden') return;
    const back = released;
    released = null;
    // The user may have paused or moved elsewhere meanwhile.
    if (current() || isHeld(signals.state.value)) return;
    load(back === 'live' ? 'live' : 'archive', back === 'live' ? 0 : back);
  }
  function onVisibility(): void {
    if (document.visibilityState !== 'hidden') return restore();
    if (stopHidden || isInSmallWindow(stage)) return;
    stopHidden = clock.after(releaseHiddenAfterMs, release);
  }
  document.addEventListener('visibilitychange', onVisibility, { signal: life });
  // The window can be closed while the tab is still hidden.
  stage.addEventListener('leavepictureinpicture', onVisibility, { signal: life });
  onVisibility();
  return {
    setActive(next) {
      if (active === next) return;
      active = next;
      if (active) restore();
      else release();
    },
    dispose: () => stopHidden?.(),
  };
}
