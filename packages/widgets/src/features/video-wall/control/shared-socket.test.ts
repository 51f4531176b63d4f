import { signal } from '@preact/signals-core';
import type { LiveConnectionState } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import type { TransportChoice } from '../../player/index.ts';
import { keepToSocket } from './shared-socket.ts';

test('a tile stays on the wall’s socket through interruptions, and switches only when no socket can connect', () => {
  const state = signal<LiveConnectionState>('connecting');
  const choices: TransportChoice[] = [];
  const stop = keepToSocket({ setTransport: (choice) => choices.push(choice) }, { state });
  const pass = (...states: LiveConnectionState[]): TransportChoice | undefined => {
    for (const next of states) state.value = next;
    return choices.at(-1);
  };
  expect(pass('waiting', 'connecting', 'waiting', 'connecting')).toBeUndefined();
  expect(pass('open')).toBe('websocket');
  expect(pass('waiting', 'connecting', 'waiting', 'connecting')).toBe('websocket');
  expect(pass('waiting')).toBe('auto');
  expect(pass('connecting', 'open')).toBe('websocket');
  stop();
  expect(pass('waiting', 'connecting', 'waiting', 'connecting', 'waiting')).toBe('websocket');
});
