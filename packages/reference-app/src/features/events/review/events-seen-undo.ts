import { systemClock } from '@watchpost/sdk-core';
import type { CameraEvent } from '@watchpost/sdk-core';
import { useRef } from 'react';
import { showToast } from '../../../shared/ui/toast.ts';
import type { Marking, MarkSeen } from '../events-queries.ts';
import { text } from '../events-texts.ts';

/** Marks that follow each other within this time are undone together, ms: a toast stays about as long. */
const togetherMs = 6000;

interface Recent {
  readonly at: number;
  readonly count: number;
  readonly markings: readonly Marking[];
}

const none: Recent = { at: Number.NEGATIVE_INFINITY, count: 0, markings: [] };

/** Returns what marks events as seen, by a key or by scrolling past, with a toast that takes it back: such marks are easily made by mistake. */
export function useSeenWithUndo(markSeen: MarkSeen): (events: readonly CameraEvent[]) => void {
  const recent = useRef(none);
  return (events) => {
    const unseen = events.filter(({ isSeen }) => !isSeen).length;
    markSeen.some(events, (marking) => {
      const at = systemClock.monotonic();
      const before = at - recent.current.at < togetherMs ? recent.current : none;
      const now: Recent = { at, count: before.count + unseen, markings: [...before.markings, marking] };
      recent.current = now;
      showToast('success', text('markedSome', { count: now.count }), {
        id: 'seen',
        action: {
          label: text('undo'),
          onAction: () => {
            recent.current = none;
            for (const { undo } of now.markings) undo();
          },
        },
      });
    });
  };
}
