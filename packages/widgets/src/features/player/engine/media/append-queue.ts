import type { BufferedRange } from './buffered-range.ts';

/** The used part of SourceBuffer. */
export interface SourceBufferPort {
  readonly updating: boolean;
  appendBuffer(data: BufferSource): void;
  remove(start: number, end: number): void;
  /** WebKitGTK has none, and needs none for another profile of a codec. */
  changeType?(type: string): void;
  addEventListener(type: 'updateend' | 'error', listener: () => void): void;
}

type Step = { readonly append: BufferSource } | { readonly remove: BufferedRange } | { readonly type: string };

export interface AppendQueue {
  append(data: BufferSource): void;
  /** @param range longer than nothing */
  remove(range: BufferedRange): void;
  changeType(type: string): void;
  /** Discards pending data. */
  clear(): void;
}

/**
 * One operation at a time, in order, as a SourceBuffer requires.
 * @param makeRoom called when the browser's quota is full; returns the range to remove, or null
 */
export function createAppendQueue(
  buffer: SourceBufferPort,
  { makeRoom, onError, onIdle }: { makeRoom: () => BufferedRange | null; onError: () => void; onIdle?: (() => void) | undefined },
): AppendQueue {
  let steps: Step[] = [];
  let retried = false;
  buffer.addEventListener('updateend', pump);
  buffer.addEventListener('error', onError);

  function pump(): void {
    while (!buffer.updating) {
      const step = steps.shift();
      if (!step) return onIdle?.();
      try {
        if ('append' in step) buffer.appendBuffer(step.append);
        else if ('remove' in step) buffer.remove(step.remove.start, step.remove.end);
        else buffer.changeType?.(step.type);
        retried &&= !('append' in step);
      } catch (error) {
        // The media that follow decide whether it was needed.
        if ('type' in step) continue;
        if (!isQuotaExceeded(error)) return onError();
        const room = retried ? null : makeRoom();
        retried = true;
        // Without room this data is lost: the live edge steps over the hole.
        if (room) steps.unshift({ remove: room }, step);
      }
    }
  }
  const add = (step: Step): void => {
    steps.push(step);
    pump();
  };
  return {
    append: (data) => add({ append: data }),
    remove: (range) => add({ remove: range }),
    changeType: (type) => add({ type }),
    clear: () => void (steps = []),
  };
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
