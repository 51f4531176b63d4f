/** Calls back once when nothing has arrived for a while. */
export interface SilenceTimer {
  heard(): void;
  stop(): void;
}

/** @param timeoutMs the longest allowed silence */
export function startSilenceTimer(timeoutMs: number, onSilence: () => void): SilenceTimer {
  const timer = setTimeout(onSilence, timeoutMs);
  return { heard: () => void timer.refresh(), stop: () => clearTimeout(timer) };
}
