/** Tells once when nothing was heard for a while. */
export interface SilenceTimer {
  heard(): void;
  stop(): void;
}

/** @param patience milliseconds without a word */
export function startSilenceTimer(patience: number, onSilence: () => void): SilenceTimer {
  const timer = setTimeout(onSilence, patience);
  return { heard: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
