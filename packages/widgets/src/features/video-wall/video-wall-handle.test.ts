// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { buildCamera, createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test } from 'vitest';
import { fakeController } from '../player/controls/testing/fake-model.ts';
import type { FakeController } from '../player/controls/testing/fake-model.ts';
import type { PlayerState } from '../player/index.ts';
import { createVideoWall } from './video-wall-controller.ts';
import type { VideoWallController } from './video-wall-controller.ts';
import { createVideoWallHandle } from './video-wall-create-handle.ts';

const live: PlayerState = { kind: 'live' };
const paused: PlayerState = { kind: 'paused', mode: 'live' };
let wall: VideoWallController;
afterEach(() => wall.dispose());

/** A wall of three cameras in these states. */
function open(states: readonly PlayerState[] = [live, live, live]) {
  const ids = states.map((_, index) => `c${index}`);
  wall = createVideoWall({
    arrangement: { layout: 'auto', cameraIds: [], cycleSeconds: 0 },
    cameras: ids.map((id) => buildCamera({ id })),
    onArrange: () => {},
    clock: createFakeClock(),
  });
  const players = states.map((state) => fakeController({ state: signal(state) }));
  players.forEach((player, index) => wall.join(`c${index}`, player));
  for (const player of players) player.setMuted.mockClear();
  return { handle: createVideoWallHandle(wall), players };
}
const callsOf = (players: readonly FakeController[], method: 'seek' | 'setMuted') =>
  players.map((player) => player[method].mock.calls.flat());

test('pauses and continues all cameras, or one', () => {
  const { handle, players } = open([live, paused, live]);
  handle.pause('c0');
  expect(players.map(({ pause }) => pause.mock.calls.length)).toEqual([1, 0, 0]);
  handle.play('c1');
  handle.play('c2');
  handle.play('unknown');
  expect(players.map(({ play }) => play.mock.calls.length)).toEqual([0, 1, 0]);
  handle.pause();
  expect(wall.isPaused.value).toBe(true);
  handle.play();
  expect(wall.isPaused.value).toBe(false);
});

test('continues a camera that was paused alone together with all', () => {
  const { handle, players } = open([paused, live]);
  handle.play();
  expect(players.map(({ play }) => play.mock.calls.length)).toEqual([1, 0]);
});

test('leaves an offline camera waiting for its return', () => {
  const { handle, players } = open([{ kind: 'offline', since: 1 }]);
  handle.pause('c0');
  expect(players[0]?.pause).not.toHaveBeenCalled();
});

test('sends one camera to a moment and back, while the others stay live', () => {
  const { handle, players } = open([{ kind: 'archive' }, live]);
  handle.seek(5000, 'c0');
  expect(callsOf(players, 'seek')).toEqual([[5000], []]);
  expect(wall.playback.value).toBeNull();
  handle.seek('live', 'c0');
  expect(players.map(({ goLive }) => goLive.mock.calls.length)).toEqual([1, 0]);
});

test('sends all cameras to a moment in sync, and back', () => {
  const { handle, players } = open([live, live]);
  handle.seek(5000);
  expect(wall.playback.value?.position.value).toBe(5000);
  // In sync they stay together.
  handle.seek(9000, 'c1');
  expect(wall.playback.value?.position.value).toBe(9000);
  handle.seek('live');
  expect(wall.playback.value).toBeNull();
  expect(players.every(({ goLive }) => goLive.mock.calls.length > 0)).toBe(true);
});

test('sends back to live what was away, paused or not, and disturbs nothing that is live', () => {
  const { handle, players } = open([{ kind: 'paused', mode: 'archive' }, { kind: 'connecting', mode: 'live' }, live]);
  handle.seek('live');
  expect(players.map(({ goLive }) => goLive.mock.calls.length)).toEqual([1, 0, 0]);
});

test('has the sound of one camera at a time', () => {
  const { handle, players } = open([live, live]);
  handle.setSound('c0');
  handle.setSound('c1');
  handle.setSound(null);
  expect(callsOf(players, 'setMuted')).toEqual([
    [false, true],
    [false, true],
  ]);
});
