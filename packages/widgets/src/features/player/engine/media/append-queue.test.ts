import { expect, test, vi } from 'vitest';
import { createAppendQueue } from './append-queue.ts';
import type { BufferedRange } from './buffered-range.ts';

/** A SourceBuffer that is busy until the test ends its operation. */
function createFakeBuffer() {
  const calls: string[] = [];
  const appended: BufferSource[] = [];
  const listeners: Record<string, () => void> = {};
  let refuse: string | null = null;
  const begin = (call: string): void => {
    if (buffer.updating) throw new Error('busy');
    if (refuse !== null && call.startsWith('append')) {
      const error = new Error('refused');
      error.name = refuse;
      throw error;
    }
    calls.push(call);
    buffer.updating = true;
  };
  const buffer = {
    updating: false,
    appendBuffer: (data: BufferSource) => {
      begin(`append ${data.byteLength}`);
      appended.push(data);
    },
    remove: (start: number, end: number) => begin(`remove ${start}-${end}`),
    changeType: (type: string) => void calls.push(type),
    addEventListener: (type: string, listener: () => void) => void (listeners[type] = listener),
  };
  return {
    buffer,
    calls,
    appended,
    refuse: (name: string | null) => void (refuse = name),
    done: () => {
      buffer.updating = false;
      listeners['updateend']?.();
    },
  };
}
const setUp = (room: BufferedRange | null = null) => {
  const fake = createFakeBuffer();
  const onError = vi.fn<() => void>();
  const queue = createAppendQueue(fake.buffer, { makeRoom: () => room, onError });
  return { ...fake, queue, onError };
};

test('runs one operation at a time, in order', () => {
  const { queue, calls, done } = setUp();
  queue.append(new Uint8Array(1));
  queue.remove({ start: 0, end: 2 });
  queue.changeType('video/mp4');
  queue.append(new Uint8Array(3));
  expect(calls).toEqual(['append 1']);
  done();
  expect(calls).toEqual(['append 1', 'remove 0-2']);
  done();
  expect(calls).toEqual(['append 1', 'remove 0-2', 'video/mp4', 'append 3']);
});

test('fragments that have waited are appended at once, in order: a busy machine keeps up with the camera', () => {
  const { queue, calls, appended, done } = setUp();
  for (const data of [[1], [2], [3, 4], [5]]) queue.append(new Uint8Array(data));
  done();
  expect([calls, appended[1]]).toEqual([['append 1', 'append 4'], new Uint8Array([2, 3, 4, 5])]);
});

test('at most a megabyte is appended at once, or a single chunk that is larger', () => {
  const { queue, calls, done } = setUp();
  for (const size of [1, 600_000, 400_000, 2, 2_000_000, 3]) queue.append(new Uint8Array(size));
  for (let left = 4; left > 0; left -= 1) done();
  expect(calls).toEqual(['append 1', 'append 1000000', 'append 2', 'append 2000000', 'append 3']);
});

test('each operation is reported before the next one begins, although there is always a next one', () => {
  const { buffer, calls, done } = createFakeBuffer();
  const seen: (readonly [boolean, number])[] = [];
  const queue = createAppendQueue(buffer, {
    makeRoom: () => null,
    onError: () => undefined,
    onUpdated: () => seen.push([buffer.updating, calls.length]),
  });
  queue.append(new Uint8Array(1));
  for (let more = 2; more > 0; more -= 1) {
    queue.append(new Uint8Array(1));
    done();
  }
  expect(seen).toEqual([
    [false, 1],
    [false, 2],
  ]);
});

test('what was refused once is tried again by itself', () => {
  const { queue, calls, done, refuse } = setUp({ start: 0, end: 4 });
  refuse('QuotaExceededError');
  queue.append(new Uint8Array(1));
  queue.append(new Uint8Array(2));
  refuse(null);
  done();
  done();
  expect(calls).toEqual(['remove 0-4', 'append 1', 'append 2']);
});

test('a full quota removes old media and retries once', () => {
  const { queue, calls, done, refuse, onError } = setUp({ start: 0, end: 4 });
  refuse('QuotaExceededError');
  queue.append(new Uint8Array(1));
  expect(calls).toEqual(['remove 0-4']);
  refuse(null);
  done();
  expect(calls).toEqual(['remove 0-4', 'append 1']);
  expect(onError).not.toHaveBeenCalled();
});

test('a quota that stays full loses the chunk, not the player', () => {
  const { queue, calls, done, refuse, onError } = setUp({ start: 0, end: 4 });
  refuse('QuotaExceededError');
  queue.append(new Uint8Array(1));
  done();
  refuse(null);
  queue.append(new Uint8Array(2));
  expect(calls).toEqual(['remove 0-4', 'append 2']);
  expect(onError).not.toHaveBeenCalled();
});

test('reports any other refusal as an error', () => {
  const { queue, refuse, onError } = setUp();
  refuse('InvalidStateError');
  queue.append(new Uint8Array(1));
  expect(onError).toHaveBeenCalledTimes(1);
});

test('does not append cleared chunks', () => {
  const { queue, calls, done } = setUp();
  queue.append(new Uint8Array(1));
  queue.append(new Uint8Array(2));
  queue.clear();
  done();
  expect(calls).toEqual(['append 1']);
});

test.each([
  ['is missing', {}],
  [
    'throws',
    {
      changeType() {
        throw new DOMException('no', 'NotSupportedError');
      },
    },
  ],
])('where changeType %s, as for another profile of the same codec in WebKitGTK, the media follow all the same', (_, more) => {
  const { buffer, calls } = createFakeBuffer();
  const { changeType: _left, ...without } = buffer;
  const onError = vi.fn<() => void>();
  const queue = createAppendQueue({ ...without, ...more }, { makeRoom: () => null, onError });
  queue.changeType('video/mp4; codecs="avc1.640028"');
  queue.append(new Uint8Array(3));
  expect([calls, onError.mock.calls]).toEqual([['append 3'], []]);
});
