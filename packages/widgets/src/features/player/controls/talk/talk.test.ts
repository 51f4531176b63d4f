// @vitest-environment jsdom
import { WatchpostError } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { describe, expect, test, vi } from 'vitest';
import { createPushToTalk } from './talk.ts';
import type { PushToTalk, TalkOptions } from './talk.ts';
import { microphoneProblem, notTalking, reduceTalk, talkProblem } from './talk-state.ts';
import type { TalkEvent, TalkState } from './talk-state.ts';

const idle = notTalking;
const states = {
  idle,
  asking: { kind: 'asking', locked: false },
  calling: { kind: 'calling', locked: false },
  talking: { kind: 'talking', locked: false },
  locked: { kind: 'talking', locked: true },
  busy: { kind: 'refused', problem: 'busy' },
} as const satisfies Record<string, TalkState>;
type Name = keyof typeof states;

/** The next state for each event in each state; the same name means no change. */
const table: readonly (readonly [TalkEvent, Readonly<Record<Name, TalkState>>])[] = [
  [{ type: 'press' }, { ...states, idle: states.asking, busy: states.asking }],
  [
    { type: 'lock' },
    { ...states, asking: { kind: 'asking', locked: true }, calling: { kind: 'calling', locked: true }, talking: states.locked },
  ],
  [{ type: 'release' }, { ...states, asking: idle, calling: idle, talking: idle }],
  [{ type: 'blur' }, { ...states, calling: idle, talking: idle, locked: idle }],
  [{ type: 'granted' }, { ...states, asking: states.calling }],
  [{ type: 'started' }, { ...states, calling: states.talking }],
  [{ type: 'ended' }, { ...states, asking: idle, calling: idle, talking: idle, locked: idle }],
  [
    { type: 'refused', problem: 'busy' },
    { ...states, asking: states.busy, calling: states.busy, talking: states.busy, locked: states.busy },
  ],
];

describe('push-to-talk states', () => {
  test.each(table)('$type', (event, leads) => {
    for (const name of Object.keys(states) as Name[]) {
      const to = reduceTalk(states[name], event);
      expect([name, to]).toEqual([name, leads[name]]);
      if (leads[name] === states[name]) expect(to).toBe(states[name]);
    }
  });

  test('maps each refusal to its reason', () => {
    expect(
      ['NotAllowedError', 'NotFoundError', 'NotSupportedError', 'AbortError'].map((name) => microphoneProblem(new DOMException('', name))),
    ).toEqual(['denied', 'no-microphone', 'unsupported', 'failed']);
    expect(['camera-busy', 'camera-offline', 'forbidden', 'unavailable'].map(talkProblem)).toEqual([
      'busy',
      'offline',
      'forbidden',
      'failed',
    ]);
  });
});

interface Rig {
  readonly talk: PushToTalk;
  readonly sentChunks: Uint8Array[];
  readonly ends: ReturnType<typeof vi.fn>;
  readonly closed: ReturnType<typeof vi.fn>;
  readonly handlers: () => Parameters<TalkOptions['live']['talk']>[1];
  readonly clock: ReturnType<typeof createFakeClock>;
  speak(text: string): void;
}

function rig(open?: TalkOptions['openMicrophone']): Rig {
  const clock = createFakeClock();
  const sentChunks: Uint8Array[] = [];
  const ends = vi.fn();
  const closed = vi.fn();
  let handlers: Parameters<TalkOptions['live']['talk']>[1] = {};
  let onChunk: (chunk: Uint8Array) => void = () => {};
  const talk = createPushToTalk({
    clock,
    cameraId: 'c1',
    openMicrophone:
      open ??
      (async () => ({
        mimeType: 'audio/webm;codecs=opus',
        level: () => 0.5,
        record: (listener) => void (onChunk = listener),
        close: closed,
      })),
    live: {
      talk: (request, given) => {
        expect(request).toEqual({ cameraId: 'c1', mimeType: 'audio/webm;codecs=opus' });
        handlers = given;
        return { send: (chunk) => void sentChunks.push(chunk), end: ends };
      },
    },
  });
  return { talk, sentChunks, ends, closed, clock, handlers: () => handlers, speak: (text) => onChunk(new TextEncoder().encode(text)) };
}
const settle = (): Promise<void> => new Promise((resolve) => queueMicrotask(() => queueMicrotask(() => resolve())));

describe('push-to-talk', () => {
  test('held: talks until released, then closes the microphone', async () => {
    const { talk, sentChunks, ends, closed, handlers, speak } = rig();
    talk.press();
    expect(talk.state.value.kind).toBe('asking');
    await settle();
    expect(talk.state.value.kind).toBe('calling');
    handlers().onStart?.();
    expect(talk.state.value).toEqual({ kind: 'talking', locked: false });
    expect(talk.level.value).toBe(0.5);
    speak('hello');
    talk.release();
    speak('not heard');
    expect(talk.state.value.kind).toBe('idle');
    expect(sentChunks).toHaveLength(1);
    expect(ends).toHaveBeenCalledOnce();
    expect(closed).toHaveBeenCalledOnce();
    expect(talk.level.value).toBe(0);
  });

  test('locked: continues after release, and ends when the page loses focus', async () => {
    const { talk, handlers, closed } = rig();
    talk.press();
    talk.lock();
    await settle();
    handlers().onStart?.();
    talk.release();
    expect(talk.state.value).toEqual({ kind: 'talking', locked: true });
    window.dispatchEvent(new Event('blur'));
    expect(talk.state.value.kind).toBe('idle');
    expect(closed).toHaveBeenCalledOnce();
  });

  test('the browser’s permission prompt takes the focus without ending the request', async () => {
    const { talk } = rig();
    talk.press();
    window.dispatchEvent(new Event('blur'));
    await settle();
    expect(talk.state.value.kind).toBe('calling');
  });

  test('released before the microphone opens: closes it immediately and does not call the camera', async () => {
    const { talk, closed, sentChunks, speak } = rig();
    talk.press();
    talk.release();
    await settle();
    expect(closed).toHaveBeenCalledOnce();
    speak('nothing');
    expect(sentChunks).toEqual([]);
    expect(talk.state.value.kind).toBe('idle');
  });

  test('refused by the user, refused by the camera, and retried', async () => {
    const denied = rig(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    denied.talk.press();
    await settle();
    expect(denied.talk.state.value).toEqual({ kind: 'refused', problem: 'denied' });

    const { talk, handlers, closed } = rig();
    talk.press();
    await settle();
    handlers().onError?.(new WatchpostError('camera-busy'));
    expect(talk.state.value).toEqual({ kind: 'refused', problem: 'busy' });
    expect(closed).toHaveBeenCalledOnce();
    const late = handlers();
    talk.press();
    await settle();
    late.onEnd?.();
    expect(talk.state.value.kind).toBe('calling');
  });

  test('leaves nothing behind when the player is disposed', async () => {
    const { talk, handlers, closed, ends, clock } = rig();
    talk.press();
    talk.lock();
    await settle();
    handlers().onStart?.();
    talk.dispose();
    expect([closed.mock.calls.length, ends.mock.calls.length]).toEqual([1, 1]);
    await clock.advance(1000);
    expect(talk.level.value).toBe(0);
  });
});
