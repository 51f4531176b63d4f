import { errorText } from '@watchpost/sdk-core';
import type { DetectionDraft, DetectionReplayMessage, DetectionType, ReplayedEvent } from '@watchpost/sdk-core';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';

interface ReplayRange {
  /** Unix ms. */
  readonly from: number;
  readonly to: number;
}

type ReplayEnd = Extract<DetectionReplayMessage, { readonly kind: 'ended' }>['reason'];

/** What was found in recordings so far. */
interface ReplayState {
  readonly status: 'none' | 'running' | 'ended' | 'canceled' | 'failed';
  readonly range: ReplayRange;
  /** Newest first. */
  readonly found: readonly ReplayedEvent[];
  /** Stretches with motion, and how many of them were looked at. */
  readonly total: number;
  readonly done: number;
  /** Everything from here on was looked at, Unix ms. */
  readonly lookedFrom: number;
  readonly reason: ReplayEnd | null;
  readonly problem: string | null;
}

export interface Replay extends ReplayState {
  readonly start: (range: ReplayRange) => void;
  readonly cancel: () => void;
  /** Forgets what was found. */
  readonly reset: () => void;
}

const noReplay: ReplayState = {
  status: 'none',
  range: { from: 0, to: 0 },
  found: [],
  total: 0,
  done: 0,
  lookedFrom: 0,
  reason: null,
  problem: null,
};

function replayState(state: ReplayState, message: DetectionReplayMessage): ReplayState {
  switch (message.kind) {
    case 'found':
      return { ...state, found: [...state.found, message.event] };
    case 'progress':
      return { ...state, total: message.total, done: message.done, lookedFrom: message.from };
    case 'ended':
      return { ...state, status: 'ended', reason: message.reason };
  }
}

/** Tries the unsaved settings on recordings. Leaving the page ends it. */
export function useReplay(cameraId: string, type: DetectionType, draft: DetectionDraft): Replay {
  const client = useClient();
  const [state, setState] = useState(noReplay);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = (range: ReplayRange): void => {
    running.current?.abort();
    const leaving = new AbortController();
    const { signal } = leaving;
    running.current = leaving;
    setState({ ...noReplay, status: 'running', range, lookedFrom: range.to });
    const run = async (): Promise<void> => {
      try {
        for await (const message of client.smartEvents.replay(cameraId, type, draft, range, { signal })) {
          if (signal.aborted) return;
          setState((before) => replayState(before, message));
        }
        // An answer without an end was cut off, as when the same user begins another.
        if (!signal.aborted) setState((before) => (before.status === 'running' ? { ...before, status: 'canceled' } : before));
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, status: 'failed', problem: errorText(error, currentLocale()) }));
      }
    };
    void run();
  };
  return {
    ...state,
    start,
    cancel: () => {
      running.current?.abort();
      setState((before) => ({ ...before, status: 'canceled' }));
    },
    reset: () => {
      running.current?.abort();
      setState(noReplay);
    },
  };
}
