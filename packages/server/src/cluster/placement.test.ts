import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadsOf, placeCameras, rebalance, weightOf, type PlacedCamera, type PlacementNode } from './placement.ts';

const nodesOf = fc
  .array(fc.integer({ min: 20, max: 400 }), { minLength: 1, maxLength: 12 })
  .map((capacities): PlacementNode[] => capacities.map((capacity, index) => ({ id: `node-${index}`, capacity })));
const weightsOf = fc.array(fc.double({ min: 0.3, max: 9, noNaN: true }), { maxLength: 300 });
const camerasOf = weightsOf.map((weights) => weights.map((weight, index) => ({ id: `camera-${index}`, weight })));

const place = (nodes: readonly PlacementNode[], cameras: readonly { id: string; weight: number }[]): PlacedCamera[] => {
  const places = placeCameras(nodes, new Map(), cameras);
  return cameras.map((camera) => ({ ...camera, nodeId: places.get(camera.id) ?? '' }));
};
const relative = (nodes: readonly PlacementNode[], placed: readonly PlacedCamera[]): number[] =>
  nodes.map(({ id, capacity }) => (loadsOf(nodes, placed).get(id) ?? 0) / capacity);
const heaviest = (cameras: readonly { weight: number }[]): number => Math.max(0, ...cameras.map(({ weight }) => weight));
const apply = (placed: readonly PlacedCamera[], moves: ReturnType<typeof rebalance>): PlacedCamera[] => {
  const targets = new Map(moves.map(({ cameraId, to }) => [cameraId, to]));
  return placed.map((camera) => ({ ...camera, nodeId: targets.get(camera.id) ?? camera.nodeId }));
};

describe('cameras that no node holds', () => {
  test('balance: no node exceeds another by more than one camera', () => {
    fc.assert(
      fc.property(nodesOf, camerasOf, (nodes, cameras) => {
        const placed = place(nodes, cameras);
        expect(placed.every(({ nodeId }) => nodeId !== '')).toBe(true);
        const step = heaviest(cameras) / Math.min(...nodes.map(({ capacity }) => capacity));
        const loads = relative(nodes, placed);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(step + 1e-9);
      }),
    );
  });

  test('the order of nodes and of cameras changes nothing, so every node plans the same', () => {
    fc.assert(
      fc.property(nodesOf, camerasOf, (nodes, cameras) => {
        const reversed = placeCameras(nodes.toReversed(), new Map(), cameras.toReversed());
        for (const [camera, node] of placeCameras(nodes, new Map(), cameras)) expect(reversed.get(camera)).toBe(node);
      }),
    );
  });

  test('those of a dead node spread over all others, and nothing else moves', () => {
    const nodes = Array.from({ length: 10 }, (_, index) => ({ id: `node-${index}`, capacity: 100 }));
    const placed = place(
      nodes,
      Array.from({ length: 900 }, (_, index) => ({ id: `camera-${index}`, weight: 1 })),
    );
    const [dead, ...alive] = nodes;
    const orphans = placed.filter(({ nodeId }) => nodeId === dead?.id);
    const kept = placed.filter(({ nodeId }) => nodeId !== dead?.id);
    const places = placeCameras(alive, loadsOf(alive, kept), orphans);
    const received = [...Map.groupBy(places.values(), (node) => node).values()].map(({ length }) => length);
    expect(received).toEqual(Array.from({ length: 9 }, () => 10));
  });

  test('without nodes nothing is placed, and a capacity of 0 receives nothing', () => {
    expect(placeCameras([], new Map(), [{ id: 'a', weight: 1 }])).toEqual(new Map());
    const nodes = [
      { id: 'full', capacity: 0 },
      { id: 'free', capacity: 10 },
    ];
    expect([...placeCameras(nodes, new Map([['full', 1]]), [{ id: 'a', weight: 1 }]).values()]).toEqual(['free']);
  });
});

describe('rebalancing', () => {
  test('a node that joins receives at most its share, and cameras move to it only', () => {
    fc.assert(
      fc.property(nodesOf, camerasOf, fc.integer({ min: 20, max: 400 }), (nodes, cameras, capacity) => {
        const joined = [...nodes, { id: 'new', capacity }];
        // In balance before, whatever the order of the weights was.
        const before = settle(nodes, place(nodes, cameras));
        const moves = rebalance(joined, before, Number.POSITIVE_INFINITY);
        const weight = new Map(cameras.map((camera) => [camera.id, camera.weight]));
        const received = moves.filter(({ to }) => to === 'new').reduce((sum, { cameraId }) => sum + (weight.get(cameraId) ?? 0), 0);
        const total = cameras.reduce((sum, camera) => sum + camera.weight, 0);
        const share = (total * capacity) / joined.reduce((sum, node) => sum + node.capacity, 0);
        expect(received).toBeLessThanOrEqual(share + 1e-9);
        expect(moves.every(({ from }) => from !== 'new')).toBe(true);
      }),
    );
  });

  test('never raises the highest load or lowers the lowest, and ends', () => {
    fc.assert(
      fc.property(nodesOf, camerasOf, fc.array(fc.nat(), { minLength: 1 }), (nodes, cameras, random) => {
        let placed: PlacedCamera[] = cameras.map((camera, index) => ({
          ...camera,
          nodeId: `node-${(random[index % random.length] ?? 0) % nodes.length}`,
        }));
        for (let round = 0; round < 50; round++) {
          const moves = rebalance(nodes, placed, 20);
          expect(moves.length).toBeLessThanOrEqual(20);
          const next = apply(placed, moves);
          expect(Math.max(...relative(nodes, next))).toBeLessThanOrEqual(Math.max(...relative(nodes, placed)) + 1e-9);
          expect(Math.min(...relative(nodes, next))).toBeGreaterThanOrEqual(Math.min(...relative(nodes, placed)) - 1e-9);
          placed = next;
          if (moves.length === 0) return;
        }
        expect.unreachable('It never came to rest.');
      }),
    );
  });

  test('many light cameras end within the tolerance', () => {
    const nodes = [60, 60, 120].map((capacity, index) => ({ id: `node-${index}`, capacity }));
    const all = Array.from({ length: 200 }, (_, index) => ({ id: `camera-${index}`, weight: 1, nodeId: 'node-0' }));
    const loads = loadsOf(nodes, settle(nodes, all));
    expect([...loads.values()]).toEqual([50, 50, 100]);
  });

  test('nothing moves between nodes that are close to the mean', () => {
    const nodes = ['a', 'b'].map((id) => ({ id, capacity: 100 }));
    const placed = Array.from({ length: 41 }, (_, index) => ({ id: `c${index}`, weight: 1, nodeId: index < 22 ? 'a' : 'b' }));
    expect(rebalance(nodes, placed, 100)).toEqual([]);
  });
});

test.each([
  ['not measured yet', { bitRate: null, isDecoded: false }, 1],
  ['2 Mbit/s', { bitRate: 2_000_000, isDecoded: false }, 1],
  ['8 Mbit/s', { bitRate: 8_000_000, isDecoded: false }, 3.25],
  ['asleep', { bitRate: 0, isDecoded: false }, 0.25],
  ['2 Mbit/s, watched for motion', { bitRate: 2_000_000, isDecoded: true }, 5],
])('the weight of a camera: %s', (_, camera, weight) => {
  expect(weightOf(camera)).toBe(weight);
});

function settle(nodes: readonly PlacementNode[], placed: readonly PlacedCamera[]): PlacedCamera[] {
  let now = [...placed];
  for (let round = 0; round < 50; round++) now = apply(now, rebalance(nodes, now, Number.POSITIVE_INFINITY));
  return now;
}
