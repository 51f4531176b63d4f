import type { TimedQualityEvent, PlayerCore } from '../engine/player-core.ts';
import { isHeld } from '../engine/player-state.ts';
import type { PlayerStats } from '../player-controller-types.ts';
import type { QualityReporter } from './player-quality-reporter.ts';

/** Reports quality as long as there is a target; the code for it loads after the first picture. */
export interface PlayerQuality {
  setTarget(target: string | null): void;
  /** A picture is on the screen. */
  onPicture(): void;
  dispose(): void;
}

/** Without a picture, reporting begins after this long: the views that fail matter most. */
const loadAfterMs = 1_500;
/** What can happen until the reporter is loaded. */
const maxEarlyEvents = 64;

export function createPlayerQuality(core: PlayerCore, stats: () => PlayerStats): PlayerQuality {
  const { clock, life, signals } = core;
  let target = core.options.report ?? null;
  /** For the reporter that is not loaded yet. */
  let early: TimedQualityEvent[] = core.earlyEvents.slice(0, maxEarlyEvents);
  let startedAt = isHeld(signals.state.peek()) ? null : core.startedAt;
  let hasPicture = early.some(({ event }) => event.type === 'first-frame');
  let wasShown = false;
  let isDue = false;
  let isLoading = false;
  let reporter: QualityReporter | null = null;
  const stopWaiting = clock.after(Math.max(0, core.startedAt + loadAfterMs - clock.monotonic()), onDue);

  core.onQualityEvent = (event) => {
    if (reporter) reporter.onEvent(event);
    else if (target !== null && early.length < maxEarlyEvents) early.push(event);
  };
  function onDue(): void {
    isDue = true;
    load();
  }
  function load(): void {
    if (reporter || isLoading || target === null || life.aborted) return;
    isLoading = true;
    import('./player-quality-reporter.ts').then(
      ({ createQualityReporter }) => {
        isLoading = false;
        if (target === null || life.aborted) return;
        reporter = createQualityReporter(core, { target, events: early, startedAt, wasShown, stats });
        early = [];
      },
      // The next picture tries again.
      () => void (isLoading = false),
    );
  }
  // Before the picture goes, so that its frames count.
  life.addEventListener('abort', () => reporter?.end());
  return {
    setTarget(next) {
      if (next === target) return;
      const begins = target === null;
      target = next;
      if (next === null) {
        reporter?.end();
        reporter = null;
      } else if (reporter) reporter.setTarget(next);
      else if (begins) {
        // What was before is not reported.
        early = [];
        startedAt = null;
        wasShown = hasPicture;
        if (isDue) load();
      }
    },
    onPicture() {
      hasPicture = true;
      onDue();
    },
    dispose: () => stopWaiting(),
  };
}
