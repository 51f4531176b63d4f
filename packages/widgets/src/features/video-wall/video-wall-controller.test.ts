// @vitest-environment jsdom
import type { Camera, WallArrangement } from '@watchpost/sdk-core';
import { buildCamera, createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeController } from '../player/controls/testing/fake-model.ts';
import { createVideoWall } from './video-wall-controller.ts';
import type { VideoWallController } from './video-wall-controller.ts';

const ids = Array.from({ length: 9 }, (_, index) => `c${index}`);
const cameras: readonly Camera[] = ids.map((id) => buildCamera({ id }));
let wall: VideoWallController;
afterEach(() => wall.dispose());

function open(arrangement: Partial<WallArrangement> = {}): VideoWallController {
  wall = createVideoWall({
    arrangement: { layout: 'auto', cameraIds: [], cycleSeconds: 0, ...arrangement },
    cameras,
    onArrange: () => {},
    clock: createFakeClock(),
  });
  return wall;
}

test('swapping two cameras does not change the grid, so no other tile renders', () => {
  const { grid, move, tiles } = open();
  const before = grid.value;
  move(0, 1);
  expect(tiles.value.map(({ cameraId }) => cameraId).slice(0, 2)).toEqual(['c1', 'c0']);
  expect(grid.value).toBe(before);
});

test('reports state and playback quality of each camera until its tile is removed', () => {
  const [onState, onQuality] = [vi.fn(), vi.fn()];
  wall = createVideoWall({
    arrangement: { layout: 'auto', cameraIds: [], cycleSeconds: 0 },
    cameras,
    onArrange: () => {},
    onState,
    onQuality,
    clock: createFakeClock(),
  });
  const player = fakeController();
  player.state.value = { kind: 'connecting', mode: 'live' };
  const leave = wall.join('c1', player);
  player.state.value = { kind: 'live' };
  wall.onQuality('c1', { type: 'latency', latency: 5 });
  leave();
  player.state.value = { kind: 'offline', since: 1 };
  expect(onState.mock.calls).toEqual([
    ['c1', { kind: 'connecting', mode: 'live' }],
    ['c1', { kind: 'live' }],
  ]);
  expect(onQuality.mock.calls).toEqual([['c1', { type: 'latency', latency: 5 }]]);
});

test('many tiles keep half a second of distance; a few, or the one that fills the wall, stay as close as possible', () => {
  const { liveDelay, showOne, setLayout } = open();
  expect(ids.map(liveDelay)).toEqual(ids.map(() => 500));
  showOne('c3');
  expect(liveDelay('c3')).toBe(0);
  showOne(null);
  setLayout('4');
  expect(liveDelay('c0')).toBe(0);
});

test('the wall uses its cameras’ time zone if they agree, else the viewer’s own', () => {
  const { timeZone, setCameras, addCamera } = open({ layout: '4', cameraIds: ['c0', 'c1'] });
  const inZones = (...zones: readonly string[]): Camera[] => zones.map((zone, index) => buildCamera({ id: `c${index}`, timeZone: zone }));
  setCameras(inZones('Asia/Tokyo', 'Asia/Tokyo', 'Europe/Berlin'));
  expect(timeZone.value).toBe('Asia/Tokyo');
  addCamera('c2');
  expect(timeZone.value).toBeUndefined();
  setCameras(null);
  expect(timeZone.value).toBeUndefined();
});

test('nine cameras in a layout of up to sixteen fill the wall; an empty place is only kept for a camera that is not on it', () => {
  const { tiles, grid, removeAt, setLayout } = open({ layout: '16' });
  expect([tiles.value.length, grid.value.columns, grid.value.rows]).toEqual([9, 3, 3]);
  removeAt(8);
  expect(tiles.value.map(({ cameraId }) => cameraId)).toEqual([...ids.slice(0, 8), null]);
  removeAt(7);
  expect(tiles.value.filter(({ cameraId }) => cameraId === null)).toHaveLength(1);
  // A camera removed from the middle leaves its place empty.
  removeAt(3);
  expect(tiles.value.map(({ cameraId }) => cameraId)).toEqual(['c0', 'c1', 'c2', null, 'c4', 'c5', 'c6', null]);
  setLayout('auto');
  expect(tiles.value.every(({ cameraId }) => cameraId !== null)).toBe(true);
});

test('the cells adopt the median aspect ratio once most are known', () => {
  const { grid, setAspect, setBox } = open({ layout: '4', cameraIds: ['c0', 'c1', 'c2', 'c3'] });
  setBox({ width: 1202, height: 902 });
  const shapeOf = (): number => (grid.value.width - 2) / (grid.value.height - 2);
  setAspect('c0', 4 / 3);
  setAspect('c1', 9 / 16);
  expect(shapeOf()).toBeCloseTo(16 / 9, 6);
  setAspect('c2', 4 / 3);
  expect(shapeOf()).toBeCloseTo(4 / 3, 6);
  expect([grid.value.width, grid.value.height]).toEqual([1202, 902]);
});
