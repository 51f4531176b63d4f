import { explainedByLight } from './light-change.ts';
import { gridCells, gridHeight, gridWidth } from './picture-grid.ts';

/** A part of the picture, 0 to 1 from its upper left corner. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface MotionSettings {
  /** 0 to 10. */
  readonly sensitivity: number;
  /** Areas where motion counts; everywhere when empty. */
  readonly areas: readonly Area[];
}

/** The motion in one picture. */
interface Movement {
  /** Area of the motion that counts; null without any. */
  readonly area: Area | null;
  /** All groups of touching cells that are large enough to count, largest first. */
  readonly areas: readonly Area[];
  /** Amount of motion that counts, 0 to 1: a quarter of the cells is 1, a hundredth 0.2. */
  readonly level: number;
}

/** Detects motion by comparing each picture with what the camera usually sees. */
export interface MotionModel {
  /**
   * Compares the next picture with the background.
   * @param grid brightness of the picture's cells
   * @param at time of the picture, Unix ms
   */
  update(grid: Uint8Array, at: number): Movement;
  configure(settings: MotionSettings): void;
}

/** The background follows quiet cells within seconds and busy ones within a minute, so that a parked car becomes part of it. */
const quietMemoryMs = 10_000;
const busyMemoryMs = 60_000;
/** Number of pictures until the background is known. */
const warmUpFrames = 3;
/** Share of all cells: if more change, the light changed everywhere or the camera was turned, which is not motion. */
const sceneChangeShare = 0.6;
/** If this part of the cells changes at once, after a picture in which less did, it may be the light … */
const calmShare = 0.05;
/** … and is, if another light explains this part of what has changed. */
const lightShare = 0.85;
/** A cell must change by this multiple of its own noise, so that leaves, flickering lamps and burnt-in clocks do not count. */
const noiseFactor = 3;
/** Longer pauses between pictures do not adapt the background any further. */
const maxStepMs = 10_000;

const nothing: Movement = { area: null, areas: [], level: 0 };

export function createMotionModel(initial: MotionSettings): MotionModel {
  const background = new Float32Array(gridCells);
  const noise = new Float32Array(gridCells);
  const moved = new Uint8Array(gridCells);
  let mask = maskOf(initial.areas);
  let maskCells = count(mask);
  let { threshold, fewest } = limitsOf(initial.sensitivity);
  let seen = 0;
  let last = 0;
  let isCalm = true;

  const learn = (grid: Uint8Array, step: number, shift: number): void => {
    const quiet = 1 - Math.exp(-step / quietMemoryMs);
    const busy = 1 - Math.exp(-step / busyMemoryMs);
    for (let cell = 0; cell < gridCells; cell++) {
      const difference = (grid[cell] ?? 0) - (background[cell] ?? 0);
      const rate = moved[cell] === 1 ? busy : quiet;
      background[cell] = (background[cell] ?? 0) + rate * difference;
      noise[cell] = (noise[cell] ?? 0) + busy * (Math.abs(difference - shift) - (noise[cell] ?? 0));
    }
  };
  const restart = (grid: Uint8Array): void => {
    background.set(grid);
    noise.fill(0);
    seen = 1;
  };

  return {
    configure: ({ sensitivity, areas }) => {
      ({ threshold, fewest } = limitsOf(sensitivity));
      mask = maskOf(areas);
      maskCells = count(mask);
    },
    update: (grid, at) => {
      const step = Math.min(maxStepMs, Math.max(0, at - last));
      last = at;
      if (seen === 0) {
        restart(grid);
        return nothing;
      }
      const shift = medianDifference(grid, background);
      let everything = 0;
      let counting = 0;
      for (let cell = 0; cell < gridCells; cell++) {
        const difference = Math.abs((grid[cell] ?? 0) - (background[cell] ?? 0) - shift);
        const hasMoved = difference > Math.max(threshold, noiseFactor * (noise[cell] ?? 0));
        moved[cell] = hasMoved ? 1 : 0;
        if (!hasMoved) continue;
        everything += 1;
        counting += mask[cell] ?? 0;
      }
      seen += 1;
      const wasCalm = isCalm;
      isCalm = everything < calmShare * gridCells;
      if (wasCalm && !isCalm && explainedByLight({ grid, background, moved, shift, threshold }) >= lightShare) {
        // Nothing is forgotten but the light: who comes now is seen at once.
        background.set(grid);
        isCalm = true;
        return nothing;
      }
      if (everything > sceneChangeShare * gridCells) {
        restart(grid);
        return nothing;
      }
      learn(grid, step, shift);
      if (seen <= warmUpFrames) return nothing;
      const areas = groupsOf(moved, mask, fewest);
      return { area: areas[0] ?? null, areas, level: Math.min(1, 2 * Math.sqrt(counting / Math.max(1, maskCells))) };
    },
  };
}

/** Maps sensitivity to limits, from "a person fills the picture" to "a cat at the end of the garden". */
function limitsOf(sensitivity: number): { threshold: number; fewest: number } {
  return { threshold: 8 + (10 - sensitivity) * 3, fewest: Math.round(3 * 1.33 ** (10 - sensitivity)) };
}

function maskOf(areas: readonly Area[]): Uint8Array {
  const mask = new Uint8Array(gridCells);
  if (areas.length === 0) return mask.fill(1);
  for (let cell = 0; cell < gridCells; cell++) {
    const x = ((cell % gridWidth) + 0.5) / gridWidth;
    const y = (Math.floor(cell / gridWidth) + 0.5) / gridHeight;
    if (areas.some((area) => x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height)) mask[cell] = 1;
  }
  return mask;
}

function count(mask: Uint8Array): number {
  return mask.reduce((sum, cell) => sum + cell, 0);
}

/** Returns how much lighter the whole picture became: half of the cells changed less, half more. */
function medianDifference(grid: Uint8Array, background: Float32Array): number {
  const counts = new Uint16Array(511);
  for (let cell = 0; cell < gridCells; cell++) {
    const bucket = Math.round((grid[cell] ?? 0) - (background[cell] ?? 0)) + 255;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let below = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) {
    below += counts[bucket] ?? 0;
    if (below * 2 >= gridCells) return bucket - 255;
  }
  return 0;
}

/** Returns the bounding boxes of groups of touching cells, largest group first, without those of which too few cells count. */
function groupsOf(moved: Uint8Array, mask: Uint8Array, fewest: number): Area[] {
  const visited = new Uint8Array(gridCells);
  const stack: number[] = [];
  const groups: { cells: number; left: number; top: number; right: number; bottom: number }[] = [];
  for (let start = 0; start < gridCells; start++) {
    if (moved[start] !== 1 || visited[start] === 1) continue;
    const group = { cells: 0, left: gridWidth, top: gridHeight, right: 0, bottom: 0 };
    visited[start] = 1;
    stack.push(start);
    for (let cell = stack.pop(); cell !== undefined; cell = stack.pop()) {
      const x = cell % gridWidth;
      const y = (cell - x) / gridWidth;
      if (mask[cell] === 1) group.cells += 1;
      group.left = Math.min(group.left, x);
      group.right = Math.max(group.right, x + 1);
      group.top = Math.min(group.top, y);
      group.bottom = Math.max(group.bottom, y + 1);
      for (const [nextX, nextY] of [
        [x - 1, y],
        [x + 1, y],
        [x, y - 1],
        [x, y + 1],
      ] as const) {
        const next = nextY * gridWidth + nextX;
        if (nextX < 0 || nextX >= gridWidth || nextY < 0 || nextY >= gridHeight || moved[next] !== 1 || visited[next] === 1) continue;
        visited[next] = 1;
        stack.push(next);
      }
    }
    if (group.cells >= Math.max(1, fewest)) groups.push(group);
  }
  return groups
    .toSorted((a, b) => b.cells - a.cells)
    .map(({ left, top, right, bottom }) => ({
      x: left / gridWidth,
      y: top / gridHeight,
      width: (right - left) / gridWidth,
      height: (bottom - top) / gridHeight,
    }));
}
