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

/** Push to talk, without a face. */
export interface PushToTalk {
  readonly state: ReadonlySignal<TalkState>;
  /** How loud the microphone is, 0 to 1, while somebody speaks. */
  readonly level: ReadonlySignal<number>;
  /** Opens the microphone and speaks until `release`, `end`, or the page is left. */
  press(): void;
  /** Goes on without holding, until `end`. */
  lock(): void;
  release(): void;
  end(): void;
  dispose(): void;
}

const levelEvery = 60;

/** The microphone is open only from a press to its end; whoever leaves the page says nothing more. */
export function createPushToTalk({ live, cameraId, clock, openMicrophone }: TalkOptions): PushToTalk {
  const state = signal<TalkState>(notTalking);
  const level = signal(0);
  let life = new AbortController();
  let microphone: Microphone | null = null;
  let talk: ReturnType<LiveConnection['talk']> | null = null;
  let stopMeter: Unsubscribe = () => {};
  /** Late answers to a press that is over change nothing. */
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
  /** Whoever leaves the page has ended; listened to only meanwhile. */
  function listenToLeaving(): void {
    life = new AbortController();
    window.addEventListener('blur', () => dispatch({ type: 'blur' }), { signal: life.signal });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') dispatch({ type: 'blur' });
    }, { signal: life.signal });
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
    talk = live.talk({ cameraId, mimeType: microphone.mimeType }, {
      onStart: current({ type: 'started' }),
      onEnd: current({ type: 'ended' }),
      onError: (error) => current({ type: 'refused', problem: talkProblem(error.code) })(),
    });
    // A refusal may have come at once.
    if (own !== press) return;
    const { send } = talk;
    microphone.record((chunk) => {
      if (own === press) send(chunk);
    });
    meter();
  }
  function meter(): void {
    level.value = microphone?.level() ?? 0;
    stopMeter = clock.after(levelEvery, meter);
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
