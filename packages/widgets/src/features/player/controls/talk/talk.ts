import { signal } from '@preact/signals-core';
import type { ReadonlySignal } from '@preact/signals-core';
import type { ClockPort, LiveConnection, Unsubscribe } from '@watchpost/sdk-core';
import type { Microphone } from './microphone.ts';
import { microphoneProblem, notTalking, reduceTalk, talkProblem } from './talk-state.ts';
import type { TalkEvent, TalkState } from './talk-state.ts';

export interface TalkOptions {
  readonly live: Pick<LiveConnection, 'talk'>;
  readonly cameraId: string;
  readonly clock: Pick<ClockPort, 'after'>;
  readonly openMicrophone: () => Promise<Microphone>;
}

/** Headless push-to-talk. */
export interface PushToTalk {
  readonly state: ReadonlySignal<TalkState>;
  /** Microphone level while talking, 0 to 1. */
  readonly level: ReadonlySignal<number>;
  /** Opens the microphone and talks until `release`, `end`, or until the page is hidden. */
  press(): void;
  /** Continues without holding, until `end`. */
  lock(): void;
  release(): void;
  end(): void;
  dispose(): void;
}

const levelIntervalMs = 60;

/** Opens the microphone only between a press and its end; hiding the page ends it too. */
export function createPushToTalk({ live, cameraId, clock, openMicrophone }: TalkOptions): PushToTalk {
  const state = signal<TalkState>(notTalking);
  const level = signal(0);
  let life = new AbortController();
  let microphone: Microphone | null = null;
  let talk: ReturnType<LiveConnection['talk']> | null = null;
  let stopMeter: Unsubscribe = () => {};
  /** Late responses to an ended press change nothing. */
  let press = 0;

  function dispatch(event: TalkEvent): void {
    const before = state.peek();
    state.value = reduceTalk(before, event);
    if (state.peek() === before) return;
    const { kind } = state.peek();
    if (kind === 'idle' || kind === 'refused') close();
  }
  function close(): void {
    press += 1;
    life.abort();
    stopMeter();
    microphone?.close();
    talk?.end();
    microphone = talk = null;
    level.value = 0;
  }
  /** Hiding the page ends talking; the listener exists only meanwhile. */
  function listenToLeaving(): void {
    life = new AbortController();
    window.addEventListener('blur', () => dispatch({ type: 'blur' }), { signal: life.signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'hidden') dispatch({ type: 'blur' });
      },
      { signal: life.signal },
    );
  }
  async function begin(): Promise<void> {
    const own = ++press;
    listenToLeaving();
    const current = (event: TalkEvent) => (): void => {
      if (own === press) dispatch(event);
    };
    try {
      const opened = await openMicrophone();
      if (own !== press) return opened.close();
      microphone = opened;
    } catch (error) {
      return current({ type: 'refused', problem: microphoneProblem(error) })();
    }
    dispatch({ type: 'granted' });
    talk = live.talk(
      { cameraId, mimeType: microphone.mimeType },
      {
        onStart: current({ type: 'started' }),
        onEnd: current({ type: 'ended' }),
        onError: (error) => current({ type: 'refused', problem: talkProblem(error.code) })(),
      },
    );
    // The refusal may have been synchronous.
    if (own !== press) return;
    const { send } = talk;
    microphone.record((chunk) => {
      if (own === press) send(chunk);
    });
    meter();
  }
  function meter(): void {
    level.value = microphone?.level() ?? 0;
    stopMeter = clock.after(levelIntervalMs, meter);
  }

  return {
    state,
    level,
    press() {
      const before = state.peek();
      dispatch({ type: 'press' });
      if (state.peek() !== before) void begin();
    },
    lock: () => dispatch({ type: 'lock' }),
    release: () => dispatch({ type: 'release' }),
    end: () => dispatch({ type: 'ended' }),
    dispose: () => dispatch({ type: 'ended' }),
  };
}
