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

type Step = { readonly append: Uint8Array<ArrayBuffer> } | { readonly remove: BufferedRange } | { readonly type: string };

export interface AppendQueue {
  append(data: Uint8Array<ArrayBuffer>): void;
  /** @param range longer than nothing */
  remove(range: BufferedRange): void;
  changeType(type: string): void;
  /** Discards pending data. */
  clear(): void;
}

/** Most of what is appended at once, bytes: the browser makes room for all of it first. */
const maxAppendBytes = 1_000_000;

interface AppendQueueOptions {
  /** Called when the browser's quota is full; returns the range to remove, or null. */
  readonly makeRoom: () => BufferedRange | null;
  readonly onError: () => void;
  /** Called after each operation, before the next one begins. A busy machine may always have a next one. */
  readonly onUpdated?: (() => void) | undefined;
}

/**
 * One operation at a time, in order, as a SourceBuffer requires. Data that has waited is appended at once: each operation takes a while,
 * however little it appends, and on a busy machine more fragments arrived in that time than were appended. The live picture fell further
 * and further behind, or never began.
 */
export function createAppendQueue(buffer: SourceBufferPort, { makeRoom, onError, onUpdated }: AppendQueueOptions): AppendQueue {
  let steps: Step[] = [];
  let retried = false;
  buffer.addEventListener('updateend', () => {
    onUpdated?.();
    pump();
  });
  buffer.addEventListener('error', onError);

  /** Takes the next step from the queue. What was refused once is tried again by itself. */
  function take(): Step | undefined {
    const first = steps.shift();
    if (!first || !('append' in first) || retried) return first;
    const parts = [first.append];
    let size = first.append.byteLength;
    for (let next = steps[0]; next && 'append' in next && size + next.append.byteLength <= maxAppendBytes; next = steps[0]) {
      steps.shift();
      parts.push(next.append);
      size += next.append.byteLength;
    }
    return parts.length === 1 ? first : { append: joined(parts, size) };
  }
  function pump(): void {
    while (!buffer.updating) {
      const step = take();
      if (!step) return;
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

function joined(parts: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function isQuotaExceeded(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}
