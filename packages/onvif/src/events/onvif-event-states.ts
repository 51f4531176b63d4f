import type { Clock } from '@watchpost/contract/timing/clock';
import type { OnvifEvent } from './onvif-event-message.ts';

/** What a camera noticed, when it begins and when it ends; an end repeats the beginning, but for `isActive` and `at`. */
export type OnvifEventChange = Omit<OnvifEvent, 'isInitial' | 'isMomentary'>;

/** Turns messages into beginnings and ends: cameras repeat them many times a second, interrupt them for a moment, or never end them. */
interface OnvifEventStates {
  /** @param isSubscribing the camera reports the states that were there before the subscription */
  note(event: OnvifEvent, isSubscribing: boolean): void;
  /** Ends everything. */
  close(): void;
}

interface OnvifEventStatesOptions {
  readonly clock: Clock;
  onChange(change: OnvifEventChange): void;
}

/** An end counts after this time without a new beginning, ms. */
const holdMs = 3000;
/** Duration of what is only reported as a moment, ms. */
const momentMs = 5000;
/** What the camera has not repeated for so long has ended: some never report an end, ms. */
const staleMs = 5 * 60_000;
/** Rules of one camera; more are ignored. */
const maxActive = 64;

interface Active {
  readonly began: OnvifEventChange;
  endAt: number | null;
  cancel: () => void;
}

export function createOnvifEventStates({ clock, onChange }: OnvifEventStatesOptions): OnvifEventStates {
  const active = new Map<string, Active>();

  const end = (key: string, at: number): void => {
    const state = active.get(key);
    if (!state) return;
    state.cancel();
    active.delete(key);
    onChange({ ...state.began, isActive: false, at: Math.max(at, state.began.at) });
  };
  const endAfter = (state: Active, delayMs: number, at: () => number): void => {
    state.cancel();
    state.cancel = clock.after(delayMs, () => end(state.began.key, at()));
  };

  const begin = ({ isInitial: _initial, isMomentary: _momentary, ...began }: OnvifEvent): Active | null => {
    if (active.size >= maxActive) return null;
    const state: Active = { began, endAt: null, cancel: () => undefined };
    active.set(began.key, state);
    onChange(began);
    return state;
  };

  return {
    note: (event, isSubscribing) => {
      const known = active.get(event.key);
      if (!event.isActive) {
        if (!known || known.endAt !== null) return;
        known.endAt = event.at;
        return endAfter(known, holdMs, () => event.at);
      }
      // What has been there since before the subscription has been reported, or is no news.
      if (!known && event.isInitial && isSubscribing) return;
      const state = known ?? begin(event);
      if (!state) return;
      state.endAt = null;
      endAfter(state, event.isMomentary ? momentMs : staleMs, () => clock.now());
    },
    close: () => {
      for (const key of [...active.keys()]) end(key, clock.now());
    },
  };
}
