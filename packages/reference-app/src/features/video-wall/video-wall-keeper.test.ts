import type { SaveVideoWallBody, VideoWall, WallArrangement } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { createWallKeeper, usual } from './video-wall-keeper.ts';

const of = (...cameraIds: (string | null)[]): WallArrangement => ({ layout: '4', cameraIds, cycleSeconds: 0 });

function start(kept: VideoWall = { account: of('a', 'b'), device: null }) {
  const clock = createFakeClock();
  const calls: string[] = [];
  const failures: (() => void)[] = [];
  let server = kept;
  let fails = 0;
  const answer = async (): Promise<void> => {
    await new Promise<void>((resolve) => clock.after(50, resolve));
    if (fails > 0) {
      fails -= 1;
      throw new Error('network');
    }
  };
  const api = {
    async save({ scope, arrangement }: SaveVideoWallBody) {
      calls.push(`${scope} ${arrangement.cameraIds.join()}`);
      await answer();
      // `gone` is no longer visible.
      server = { ...server, [scope]: { ...arrangement, cameraIds: arrangement.cameraIds.map((id) => (id === 'gone' ? null : id)) } };
      return server;
    },
    async forgetDevice() {
      calls.push('forget');
      await answer();
      server = { ...server, device: null };
    },
  };
  const keeper = createWallKeeper({ api, clock, kept, onFailed: (_error, retry) => failures.push(retry) });
  return { keeper, clock, calls, failures, failNext: () => (fails += 1) };
}

test('uses the default wall when none is saved; a device’s arrangement takes precedence over the account’s', () => {
  expect(start({ account: null, device: null }).keeper.state.peek().arrangement).toEqual(usual);
  const { keeper } = start({ account: of('a'), device: of('b') });
  expect([keeper.state.peek().arrangement, keeper.state.peek().isDeviceOnly]).toEqual([of('b'), true]);
});

test('several changes show immediately and are saved together; then the server’s version is shown', async () => {
  const { keeper, clock, calls } = start();
  keeper.change(of('b', 'a'));
  await clock.advance(600);
  keeper.change(of('gone', 'a'));
  expect(keeper.state.peek().arrangement).toEqual(of('gone', 'a'));
  await clock.advance(700);
  expect(calls).toEqual(['account gone,a']);
  await clock.advance(50);
  expect(keeper.state.peek().arrangement).toEqual(of(null, 'a'));
});

test('a response never reverts a later change', async () => {
  const { keeper, clock, calls } = start();
  keeper.change(of('b'));
  await clock.advance(710);
  keeper.change(of('b', 'c'));
  await clock.advance(50);
  expect(keeper.state.peek().arrangement).toEqual(of('b', 'c'));
  keeper.flush();
  await clock.advance(60);
  expect(calls).toEqual(['account b', 'account b,c']);
});

test('on this device only: it keeps its current arrangement; switching back restores the account’s', async () => {
  const { keeper, clock, calls } = start();
  keeper.setDeviceOnly(true);
  await clock.advance(60);
  keeper.change(of('c'));
  await clock.advance(800);
  expect(calls).toEqual(['device a,b', 'device c']);
  keeper.setDeviceOnly(false);
  await clock.advance(60);
  expect([calls.at(-1), keeper.state.peek().arrangement, keeper.state.peek().isDeviceOnly]).toEqual(['forget', of('a', 'b'), false]);
});

test('an arrangement that fails to save stays visible, and the user can retry', async () => {
  const { keeper, clock, calls, failures, failNext } = start();
  failNext();
  keeper.change(of('b'));
  await clock.advance(800);
  expect([failures.length, keeper.state.peek().arrangement]).toEqual([1, of('b')]);
  failures[0]?.();
  await clock.advance(60);
  expect([calls, failures.length]).toEqual([['account b', 'account b'], 1]);
});

test('leaving saves pending changes', async () => {
  const { keeper, calls, clock } = start();
  keeper.change(of('c'));
  keeper.flush();
  await clock.settle();
  expect(calls).toEqual(['account c']);
});
