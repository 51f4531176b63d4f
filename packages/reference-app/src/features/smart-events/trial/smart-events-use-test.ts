import { errorText, systemClock } from '@watchpost/sdk-core';
import type { DetectionDraft, DetectionTestMessage, DetectionType } from '@watchpost/sdk-core';
import { useEffect, useReducer, useState } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { text } from '../smart-events-texts.ts';
import { noTest, testState } from './smart-events-test-state.ts';
import type { TestState } from './smart-events-test-state.ts';

export interface DetectionTest extends TestState {
  readonly isOn: boolean;
  /** Why it is off, or could not begin; null: the user has ended it, or never began. */
  readonly notice: string | null;
  readonly toggle: () => void;
}

export interface DetectionTestOptions {
  readonly cameraId: string;
  readonly type: DetectionType;
  readonly draft: DetectionDraft;
  /** The server can recognise objects. */
  readonly isPossible: boolean;
}

type EndReason = Extract<DetectionTestMessage, { readonly kind: 'ended' }>['reason'];

/** Settings change many times while a slider is dragged, ms. */
const settleMs = 300;
const retryMs = 3000;

/** Tries the unsaved settings on the live picture, until the user ends it, leaves, or hides the page. */
export function useDetectionTest({ cameraId, type, draft, isPossible }: DetectionTestOptions): DetectionTest {
  const client = useClient();
  const [state, dispatch] = useReducer(testState, noTest);
  const [isOn, setOn] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const settings = JSON.stringify(draft);

  useEffect(() => {
    if (!isOn || !isPossible) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let cancel = systemClock.after(attempt === 0 ? 0 : settleMs, () => void run());
    const end = (why: string | null): void => {
      setNotice(why);
      setOn(false);
    };
    const run = async (): Promise<void> => {
      dispatch({ kind: 'start' });
      let reason: EndReason | null = null;
      try {
        const wanted: DetectionDraft = JSON.parse(settings);
        for await (const message of client.smartEvents.test(cameraId, type, wanted, { signal })) {
          if (signal.aborted) return;
          dispatch(message);
          if (message.kind === 'ended') ({ reason } = message);
        }
      } catch (error) {
        if (signal.aborted) return;
        return end(errorText(error, currentLocale()));
      }
      if (signal.aborted) return;
      if (reason) return end(text(`testEnded.${reason}`));
      dispatch({ kind: 'lost' });
      cancel = systemClock.after(retryMs, () => setAttempt((before) => before + 1));
    };
    const onHidden = (): void => {
      if (document.visibilityState === 'hidden') end(text('testEnded.hidden'));
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      cancel();
      leaving.abort();
    };
  }, [client, cameraId, type, settings, isOn, isPossible, attempt]);

  return {
    ...state,
    isOn,
    notice,
    toggle: () => {
      setNotice(null);
      setAttempt(0);
      dispatch({ kind: 'forget' });
      setOn(!isOn);
    },
  };
}
