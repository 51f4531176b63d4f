import type { PtzPatrol } from '@watchpost/contract/schemas/ptz';
import { createManualClock } from '@watchpost/contract/testing';
import { describe, expect, test } from 'vitest';
import { createPtzPatrols } from './ptz-patrols.ts';
import { noPatrol, type PtzRepository } from './ptz-repository.ts';

const round: PtzPatrol = { presetIds: ['1', '2', '3'], dwellSeconds: 30, isRunning: true };

function setUp(kept: PtzPatrol = noPatrol) {
  const clock = createManualClock();
  const stored = new Map([['dome', kept]]);
  const visits: string[] = [];
  const missed: unknown[] = [];
  const state = { rested: Number.POSITIVE_INFINITY, isAway: false };
  const repository: PtzRepository = {
    find: async (id) => stored.get(id) ?? noPatrol,
    save: async (id, patrol) => void stored.set(id, patrol),
  };
  const go = async (_: string, presetId: string): Promise<void> => {
    if (state.isAway) throw new Error('away');
    visits.push(presetId);
  };
  const patrols = createPtzPatrols({ clock, repository, go, idleMsOf: () => state.rested, onMissed: (_, error) => missed.push(error) });
  return { clock, stored, visits, missed, state, patrols };
}

describe('a patrol', () => {
  test('runs, continues after a restart, and ends on request', async () => {
    const { clock, visits, patrols, stored } = setUp(round);
    await patrols.start('dome');
    clock.advance(95_000);
    expect(visits).toEqual(['1', '2', '3', '1']);
    await patrols.set('dome', { ...round, isRunning: false });
    clock.advance(300_000);
    expect([visits.length, stored.get('dome')?.isRunning]).toEqual([4, false]);
  });
  test('pauses while a user steers, and a minute longer', async () => {
    const { clock, visits, state, patrols } = setUp(round);
    await patrols.start('dome');
    state.rested = 10_000;
    clock.advance(30_000);
    expect(visits).toEqual(['1']);
    state.rested = 60_000;
    clock.advance(50_000);
    expect(visits).toEqual(['1', '2']);
  });
  test('skips unreachable presets and tries them again in the next round', async () => {
    const { clock, visits, missed, state, patrols } = setUp(round);
    state.isAway = true;
    await patrols.start('dome');
    clock.advance(30_000);
    state.isAway = false;
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
    expect([missed.length, visits]).toEqual([2, ['3', '1']]);
  });
  test('omits a deleted preset; with one left it ends', async () => {
    const { clock, visits, patrols, stored } = setUp({ ...round, presetIds: ['1', '2', '3'] });
    await patrols.start('dome');
    await patrols.leaveOut('dome', '2');
    clock.advance(30_000);
    expect(stored.get('dome')).toEqual({ presetIds: ['1', '3'], dwellSeconds: 30, isRunning: true });
    await patrols.leaveOut('dome', 'unknown');
    await patrols.leaveOut('dome', '3');
    const before = visits.length;
    clock.advance(300_000);
    expect([stored.get('dome'), visits.length]).toEqual([{ presetIds: ['1'], dwellSeconds: 30, isRunning: false }, before]);
  });
  test('ends with its camera and with the server', async () => {
    const { clock, visits, patrols } = setUp(round);
    await patrols.start('dome');
    patrols.stop('dome');
    await patrols.start('dome');
    patrols.close();
    clock.advance(300_000);
    expect(visits).toEqual(['1', '1']);
  });
});
