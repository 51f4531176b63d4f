import type { BoxVerdict, DetectionTestFrame, DetectionTestMessage, TestedEvent } from '@watchpost/sdk-core';

/** An object of a test: how certain it was at best, and what became of it last. */
export interface SeenScore {
  readonly key: string;
  /** 0–1. */
  readonly score: number;
  readonly verdict: BoxVerdict;
}

export interface FoundEvent extends TestedEvent {
  readonly key: string;
  /** Unix ms. */
  readonly at: number;
}

/** What a page knows of its test. */
export interface TestState {
  readonly status: 'starting' | 'running' | 'lost';
  readonly isOverBudget: boolean;
  /** The last ones, oldest first: they are drawn when their picture is shown. */
  readonly frames: readonly DetectionTestFrame[];
  /** What would have been reported, newest first. */
  readonly found: readonly FoundEvent[];
  readonly scores: readonly SeenScore[];
  /** Number of starts, since objects are counted from one again. */
  readonly run: number;
}

export type TestAction = { readonly kind: 'start' } | { readonly kind: 'lost' } | { readonly kind: 'forget' } | DetectionTestMessage;

/** Longer than any delay of a live picture that can still be followed, at 2.5 pictures a second. */
const maxFrames = 60;
const maxFound = 20;
const maxScores = 24;
/** A frame is shown no longer than this after its picture: what has left must not stay. */
const maxAgeMs = 1500;
/** What was reported is named in the picture for this long: time to read it, ms. */
const namedMs = 3000;
/** The player's time is that of its picture's beginning. */
const toleranceMs = 60;

export const noTest: TestState = { status: 'starting', isOverBudget: false, frames: [], found: [], scores: [], run: 0 };

export function testState(state: TestState, action: TestAction): TestState {
  switch (action.kind) {
    case 'forget':
      return { ...noTest, run: state.run };
    case 'start':
      // The scores of earlier settings say where to set these; what they found no longer holds.
      return { ...state, status: 'starting', frames: [], found: [], run: state.run + 1 };
    case 'lost':
      return { ...state, status: 'lost', frames: [] };
    case 'alive':
      return { ...state, status: 'running', isOverBudget: action.isOverBudget };
    case 'ended':
      return state;
    case 'frame':
      return {
        ...state,
        status: 'running',
        frames: [...state.frames, action].slice(-maxFrames),
        found: [
          ...action.events.map((event, index) => ({ ...event, at: action.at, key: `${state.run} ${action.at} ${index}` })).toReversed(),
          ...state.found,
        ].slice(0, maxFound),
        scores: scoresOf(state, action),
      };
  }
}

function scoresOf({ scores, run }: TestState, { boxes }: DetectionTestFrame): readonly SeenScore[] {
  const known = new Map(scores.map((one) => [one.key, one]));
  for (const { trackId, score, verdict } of boxes) {
    if (verdict === 'other-class') continue;
    const key = `${run} ${trackId}`;
    known.set(key, { key, score: Math.max(score, known.get(key)?.score ?? 0), verdict });
  }
  return [...known.values()].slice(-maxScores);
}

/**
 * Returns what to draw over the picture on the screen: the newest frame whose picture was shown, unless that was long ago.
 * @param shownAt when the picture on the screen was taken, Unix ms; null if unknown
 */
export function frameAt(frames: readonly DetectionTestFrame[], shownAt: number | null): DetectionTestFrame | null {
  if (shownAt === null) return frames.at(-1) ?? null;
  const frame = frames.findLast(({ at }) => at <= shownAt + toleranceMs);
  return frame && shownAt - frame.at <= maxAgeMs ? frame : null;
}

/**
 * Returns what is named in the picture on the screen, where it happened: what was reported within the last seconds.
 * @param shownAt when the picture on the screen was taken, Unix ms; null if unknown
 */
export function namedAt({ found, frames }: Pick<TestState, 'found' | 'frames'>, shownAt: number | null): readonly FoundEvent[] {
  const now = shownAt ?? frames.at(-1)?.at ?? 0;
  return found.filter(({ at, box }) => box !== undefined && at <= now + toleranceMs && now - at <= namedMs);
}
