/** Why talking failed. */
export type TalkProblem = 'denied' | 'no-microphone' | 'unsupported' | 'busy' | 'offline' | 'forbidden' | 'failed';

/** State of push-to-talk. `locked`: it continues without holding the button. */
export type TalkState =
  | { readonly kind: 'idle' }
  /** The browser asks the user for the microphone. */
  | { readonly kind: 'asking'; readonly locked: boolean }
  /** The microphone is open; the camera is not ready yet. */
  | { readonly kind: 'calling'; readonly locked: boolean }
  | { readonly kind: 'talking'; readonly locked: boolean }
  | { readonly kind: 'refused'; readonly problem: TalkProblem };

export type TalkEvent =
  | { readonly type: 'press' }
  /** Continue without holding. */
  | { readonly type: 'lock' }
  /** The button was released. */
  | { readonly type: 'release' }
  /** The page lost the focus. */
  | { readonly type: 'blur' }
  | { readonly type: 'granted' }
  | { readonly type: 'started' }
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly problem: TalkProblem };

export const notTalking: TalkState = { kind: 'idle' };

/** The state machine of push-to-talk. An event that changes nothing returns the same object. */
export function reduceTalk(state: TalkState, event: TalkEvent): TalkState {
  const open = state.kind === 'asking' || state.kind === 'calling' || state.kind === 'talking';
  switch (event.type) {
    case 'press':
      return open ? state : { kind: 'asking', locked: false };
    case 'lock':
      return open && !state.locked ? { kind: state.kind, locked: true } : state;
    case 'release':
      return open && !state.locked ? notTalking : state;
    case 'blur':
      // The browser's permission prompt takes the focus from the page; this must not end talking.
      return open && state.kind !== 'asking' ? notTalking : state;
    case 'granted':
      return state.kind === 'asking' ? { kind: 'calling', locked: state.locked } : state;
    case 'started':
      return state.kind === 'calling' ? { kind: 'talking', locked: state.locked } : state;
    case 'ended':
      return open ? notTalking : state;
    case 'refused':
      return open ? { kind: 'refused', problem: event.problem } : state;
  }
}

/** @param error from `getUserMedia` */
export function microphoneProblem(error: unknown): TalkProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-microphone';
  return name === 'NotSupportedError' ? 'unsupported' : 'failed';
}

/** @param code error code from the server */
export function talkProblem(code: string): TalkProblem {
  return code === 'camera-busy' ? 'busy' : code === 'camera-offline' ? 'offline' : code === 'forbidden' ? 'forbidden' : 'failed';
}
