import { describe, expect, test } from 'vitest';
import { reducePlayer } from './player-state.ts';
import type { PlayerEvent, PlayerState } from './player-state.ts';

const states: Record<string, PlayerState> = {
  'connecting live': { kind: 'connecting', mode: 'live' },
  'connecting archive': { kind: 'connecting', mode: 'archive' },
  waiting: { kind: 'connecting', mode: 'live', keyFrameWait: { interval: 20_000 } },
  live: { kind: 'live' },
  archive: { kind: 'archive' },
  'paused live': { kind: 'paused', mode: 'live' },
  'paused archive': { kind: 'paused', mode: 'archive' },
  offline: { kind: 'offline', since: 5 },
  'error live': { kind: 'error', mode: 'live', code: 'not-found' },
  'error archive': { kind: 'error', mode: 'archive', code: 'not-found' },
};
const events: Record<string, PlayerEvent> = {
  'load live': { type: 'load', mode: 'live' },
  'load archive': { type: 'load', mode: 'archive' },
  frame: { type: 'frame' },
  stall: { type: 'stall' },
  waiting: { type: 'waiting', interval: 20_000 },
  offline: { type: 'offline', since: 5 },
  online: { type: 'online' },
  fail: { type: 'fail', code: 'not-found' },
  pause: { type: 'paused' },
};
/** The next state for each state and event; `-` means no change. Columns in the order of `events`. */
const table: Record<string, readonly string[]> = {
  'connecting live': ['connecting live', 'connecting archive', 'live', '-', 'waiting', 'offline', '-', 'error live', 'paused live'],
  'connecting archive': ['connecting live', 'connecting archive', 'archive', '-', '-', '-', '-', 'error archive', 'paused archive'],
  waiting: ['connecting live', 'connecting archive', 'live', '-', '-', 'offline', '-', 'error live', 'paused live'],
  live: ['connecting live', 'connecting archive', '-', 'connecting live', '-', 'offline', '-', 'error live', 'paused live'],
  archive: ['connecting live', 'connecting archive', '-', 'connecting archive', '-', '-', '-', 'error archive', 'paused archive'],
  'paused live': ['connecting live', 'connecting archive', '-', '-', '-', '-', '-', 'error live', '-'],
  'paused archive': ['connecting live', 'connecting archive', '-', '-', '-', '-', '-', 'error archive', '-'],
  offline: ['connecting live', 'connecting archive', 'live', '-', 'waiting', '-', 'connecting live', 'error live', '-'],
  'error live': ['connecting live', 'connecting archive', '-', '-', '-', 'offline', '-', 'error live', '-'],
  'error archive': ['connecting live', 'connecting archive', '-', '-', '-', '-', '-', 'error archive', '-'],
};

describe.each(Object.entries(table))('%s', (name, row) => {
  test.each(Object.entries(events).map(([event, value], column) => [event, row[column], value] as const))(
    '%s → %s',
    (_, expected, event) => {
      const state = states[name];
      if (!state || expected === undefined) throw new Error('The table is not complete.');
      const next = reducePlayer(state, event);
      if (expected === '-') expect(next).toBe(state);
      else expect(next).toEqual(states[expected]);
    },
  );
});
