/**
 * Places 100,000 cameras on 300 nodes, kills ten of them at once and brings ten new ones, with the functions that the server uses; no
 * network, no database. Figures: how even the load is, how many cameras move, and what planning costs.
 */
import {
  loadsOf,
  placeCameras,
  rebalance,
  weightOf,
  type PlacedCamera,
  type PlacementCamera,
  type PlacementNode,
} from '../../packages/server/src/cluster/placement.ts';
import { figure, report } from '../support/report.ts';

const cameraCount = 100_000;
const nodeCount = 300;
const deadCount = 10;
/** Share that a round of rebalancing moves, as in the server. */
const movedShare = 0.01;

/** The same numbers in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const random = createRandom(18);
/** Bit rates as cameras have them, bits/s: small pictures, 1080p, 4K; every third is watched for motion. */
const bitRates = [500_000, 2_000_000, 2_000_000, 4_000_000, 8_000_000];
const cameras: PlacementCamera[] = Array.from({ length: cameraCount }, (_, index) => ({
  id: `camera-${index}`,
  weight: weightOf({ bitRate: (bitRates[Math.floor(random() * bitRates.length)] ?? 0) * (0.5 + random()), isDecoded: random() < 1 / 3 }),
}));
const total = cameras.reduce((sum, { weight }) => sum + weight, 0);
/** Three sizes of machines. */
const sizes = [8, 16, 32];
const nodesOf = (count: number, name: string): PlacementNode[] =>
  Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}`, capacity: (sizes[index % sizes.length] ?? 0) * 60 }));

/** Load of each node, as a share of the mean, %. */
function evenness(nodes: readonly PlacementNode[], placed: readonly PlacedCamera[]): number[] {
  const mean = total / nodes.reduce((sum, { capacity }) => sum + capacity, 0);
  const loads = loadsOf(nodes, placed);
  return nodes.map(({ id, capacity }) => (100 * (loads.get(id) ?? 0)) / capacity / mean);
}
function timed<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const began = performance.now();
  const result = work();
  return { result, ms: performance.now() - began };
}
const place = (nodes: readonly PlacementNode[], kept: readonly PlacedCamera[], orphans: readonly PlacementCamera[]): PlacedCamera[] => {
  const places = placeCameras(nodes, loadsOf(nodes, kept), orphans);
  return [...kept, ...orphans.map((camera) => ({ ...camera, nodeId: places.get(camera.id) ?? '' }))];
};

const nodes = nodesOf(nodeCount, 'node');
const first = timed(() => place(nodes, [], cameras));

// One of each of the three sizes.
const dead = new Set(
  nodes
    .filter((_, index) => index % 29 === 0)
    .slice(0, deadCount)
    .map(({ id }) => id),
);
const alive = nodes.filter(({ id }) => !dead.has(id));
const kept = first.result.filter(({ nodeId }) => !dead.has(nodeId));
const orphans = first.result.filter(({ nodeId }) => dead.has(nodeId));
const after = timed(() => place(alive, kept, orphans));
const before = new Map(first.result.map(({ id, nodeId }) => [id, nodeId]));
const movedOfLiving = after.result.filter(({ id, nodeId }) => before.get(id) !== nodeId && !dead.has(before.get(id) ?? '')).length;
const receivers = new Set(orphans.map(({ id }) => id));
const received = [
  ...Map.groupBy(
    after.result.filter(({ id }) => receivers.has(id)),
    ({ nodeId }) => nodeId,
  ).values(),
].map(({ length }) => length);

const grown = [...alive, ...nodesOf(deadCount, 'new')];
let placed: readonly PlacedCamera[] = after.result;
let rounds = 0;
let moved = 0;
const roundMs: number[] = [];
for (;;) {
  const { result: moves, ms } = timed(() => rebalance(grown, placed, Math.ceil(cameraCount * movedShare)));
  roundMs.push(ms);
  if (moves.length === 0) break;
  const targets = new Map(moves.map(({ cameraId, to }) => [cameraId, to]));
  placed = placed.map((camera) => ({ ...camera, nodeId: targets.get(camera.id) ?? camera.nodeId }));
  rounds += 1;
  moved += moves.length;
}
const share =
  nodesOf(deadCount, 'new').reduce((sum, { capacity }) => sum + capacity, 0) / grown.reduce((sum, { capacity }) => sum + capacity, 0);

report('placement', [
  figure('fullest node after the first placement', '% of the mean load', [Math.max(...evenness(nodes, first.result))], {
    of: 'median',
    atMost: 102,
  }),
  figure('placing 100,000 cameras', 'ms', [first.ms], { of: 'median', atMost: 2000 }),
  figure('cameras of the ten dead nodes', 'cameras', [orphans.length]),
  figure('placing those', 'ms', [after.ms], { of: 'median', atMost: 1000 }),
  figure('of other nodes that moved, too', 'cameras', [movedOfLiving], { of: 'median', atMost: 0 }),
  figure('received by a living node', 'cameras', received),
  figure('fullest node afterwards', '% of the mean load', [Math.max(...evenness(alive, after.result))], { of: 'median', atMost: 105 }),
  figure('ten nodes join: rounds of 10 s until balanced', 'rounds', [rounds], { of: 'median', atMost: 30 }),
  figure('cameras that move to them', '% of all', [(100 * moved) / cameraCount], { of: 'median', atMost: Math.ceil(100 * share) }),
  figure('planning a round', 'ms', roundMs, { of: 'p95', atMost: 1000 }),
  figure('fullest node in balance', '% of the mean load', [Math.max(...evenness(grown, placed))], { of: 'median', atMost: 110 }),
]);
