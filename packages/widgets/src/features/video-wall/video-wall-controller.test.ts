// @vitest-environment jsdom
import type { Camera, WallArrangement } from '@watchpost/sdk-core';
import { buildCamera, createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test } from 'vitest';
import { createVideoWall } from './video-wall-controller.ts';
import type { VideoWallController } from './video-wall-controller.ts';

const ids = Array.from({ length: 9 }, (_, index) => `c${index}`);
const cameras: readonly Camera[] = ids.map((id) => buildCamera({ id }));
let wall: VideoWallController;
afterEach(() => wall.dispose());

function open(arrangement: Partial<WallArrangement> = {}): VideoWallController {
  wall = createVideoWall({ arrangement: { layout: 'auto', cameraIds: [], cycleSeconds: 0, ...arrangement }, cameras, onArrange: () => {}, clock: createFakeClock() });
  return wall;
}

test('cameras that change places leave the grid as it is: no other tile has a reason to render', () => {
  const { grid, move, tiles } = open();
  const before = grid.value;
  move(0, 1);
  expect(tiles.value.map(({ cameraId }) => cameraId).slice(0, 2)).toEqual(['c1', 'c0']);
  expect(grid.value).toBe(before);
});

test('many tiles are half a second behind what has arrived; the one that fills the wall, and few, are as near as they can be', () => {
  const { liveDelay, showOne, setLayout } = open();
  expect(ids.map(liveDelay)).toEqual(ids.map(() => 500));
  showOne('c3');
  expect(liveDelay('c3')).toBe(0);
  showOne(null);
  setLayout('4');
  expect(liveDelay('c0')).toBe(0);
});
