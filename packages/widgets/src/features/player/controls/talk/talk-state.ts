/** Why nobody can be heard. */
export type TalkProblem = 'denied' | 'no-microphone' | 'unsupported' | 'busy' | 'offline' | 'forbidden' | 'failed';

/** Speaking through the camera. `locked`: it goes on without the button being held. */
export type TalkState =
  | { readonly kind: 'idle' }
  /** The browser asks the person for the microphone. */
  | { readonly kind: 'asking'; readonly locked: boolean }
  /** The microphone is open, the camera is not ready yet. */
  | { readonly kind: 'calling'; readonly locked: boolean }
  | { readonly kind: 'talking'; readonly locked: boolean }
  | { readonly kind: 'refused'; readonly problem: TalkProblem };

export type TalkEvent =
  | { readonly type: 'press' }
  /** Keep on without holding. */
  | { readonly type: 'lock' }
  /** The button was let go. */
  | { readonly type: 'release' }
  /** The page lost the focus. */
  | { readonly type: 'blur' }
  | { readonly type: 'granted' }
  | { readonly type: 'started' }
  | { readonly type: 'ended' }
  | { readonly type: 'refused'; readonly problem: TalkProblem };

export const notTalking: TalkState = { kind: 'idle' };

/** The whole behaviour of push to talk; what changes nothing returns the same object. */
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
      // The browser's question takes the focus from the page: that ends nothing.
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

/** @param error of `getUserMedia` */
export function microphoneProblem(error: unknown): TalkProblem {
  const name = typeof error === 'object' && error !== null && 'name' in error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'no-microphone';
  return name === 'NotSupportedError' ? 'unsupported' : 'failed';
}

/** @param code of the server's refusal */
export function talkProblem(code: string): TalkProblem {
  return code === 'camera-busy' ? 'busy' : code === 'camera-offline' ? 'offline' : code === 'forbidden' ? 'forbidden' : 'failed';
}
