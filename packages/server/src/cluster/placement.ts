/** A node that ingests cameras. */
export interface PlacementNode {
  readonly id: string;
  /** Weight that it carries at full load. */
  readonly capacity: number;
}

export interface PlacementCamera {
  readonly id: string;
  /** What it costs its node; 1 is a camera of 2 Mbit/s whose video is passed through. */
  readonly weight: number;
}

/** A camera and the node that holds it. */
export interface PlacedCamera extends PlacementCamera {
  readonly nodeId: string;
  /** It stays: its agent is connected there, or it is on its way. */
  readonly isPinned?: boolean;
}

export interface Move {
  readonly cameraId: string;
  readonly from: string;
  readonly to: string;
}

/** Nodes within this share of the mean load are in balance: moving a camera costs its viewers a reconnect. */
const tolerance = 0.1;
/** Bit rate of a camera of weight 1, bits/s. */
const plainBitRate = 2_000_000;
/** A camera costs a part of its weight whatever its bit rate is: connection, timers, index. */
const fixedShare = 0.25;
/** Transcoding for viewers and recognition decode the video, which outweighs passing it through. */
const codecWeight = 4;

/**
 * Estimates what a camera costs its node.
 * @param bitRate measured, bits/s; null before the first measurement
 * @param isDecoded whether its video is decoded all the time, for motion or for a substream
 */
export function weightOf({ bitRate, isDecoded }: { readonly bitRate: number | null; readonly isDecoded: boolean }): number {
  const passing = bitRate === null ? 1 : fixedShare + (1 - fixedShare) * (bitRate / plainBitRate);
  return passing + (isDecoded ? codecWeight : 0);
}

/** Adds up the weights on each node, also of nodes that hold nothing. */
export function loadsOf(nodes: readonly PlacementNode[], placed: readonly PlacedCamera[]): Map<string, number> {
  const loads = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { nodeId, weight } of placed) {
    const load = loads.get(nodeId);
    if (load !== undefined) loads.set(nodeId, load + weight);
  }
  return loads;
}

/**
 * Places cameras that no node holds, heaviest first, each on the node that is then the least loaded for its capacity. Cameras of a node
 * that died spread over all others this way. The same input gives the same answer on every node.
 * @param loads weight that each node already carries
 * @returns the node of each camera; empty without nodes
 */
export function placeCameras(
  nodes: readonly PlacementNode[],
  loads: ReadonlyMap<string, number>,
  cameras: readonly PlacementCamera[],
): Map<string, string> {
  const heap = createHeap(nodes.map(({ id, capacity }) => ({ id, capacity: positive(capacity), load: loads.get(id) ?? 0 })));
  const places = new Map<string, string>();
  for (const { id, weight } of cameras.toSorted((a, b) => b.weight - a.weight || compare(a.id, b.id))) {
    const node = heap.addToLeast(weight);
    if (node === null) break;
    places.set(id, node);
  }
  return places;
}

/**
 * Chooses cameras to move from nodes above the mean load to nodes below it. A node is given no more than it lacks, so one that joins
 * receives at most its share, and cameras never move between two old nodes because of it.
 * @param maxMoves the rest moves in later rounds
 */
export function rebalance(nodes: readonly PlacementNode[], placed: readonly PlacedCamera[], maxMoves: number): Move[] {
  const loads = loadsOf(nodes, placed);
  const capacity = nodes.reduce((sum, node) => sum + positive(node.capacity), 0);
  const total = [...loads.values()].reduce((sum, load) => sum + load, 0);
  if (capacity === 0 || total === 0) return [];
  const mean = total / capacity;
  const spare = (node: PlacementNode): number => mean * positive(node.capacity) - (loads.get(node.id) ?? 0);
  const isBalanced = (node: PlacementNode): boolean => Math.abs(spare(node)) <= tolerance * mean * positive(node.capacity);
  // As long as every node is close enough, nothing moves: balance is a means, not the end.
  if (nodes.every(isBalanced)) return [];

  const byNode = Map.groupBy(placed, ({ nodeId }) => nodeId);
  const receivers = nodes
    .filter((node) => spare(node) > 0)
    .map((node) => ({ id: node.id, spare: spare(node) }))
    .sort((a, b) => b.spare - a.spare || compare(a.id, b.id));
  const donors = nodes.filter((node) => spare(node) < 0).toSorted((a, b) => spare(a) - spare(b) || compare(a.id, b.id));
  const moves: Move[] = [];
  for (const donor of donors) {
    let excess = -spare(donor);
    // The heaviest first: fewer cameras move.
    for (const { id, weight, isPinned } of (byNode.get(donor.id) ?? []).toSorted((a, b) => b.weight - a.weight || compare(a.id, b.id))) {
      if (isPinned) continue;
      if (moves.length >= maxMoves) return moves;
      if (weight > excess) continue;
      const receiver = receivers[0];
      if (!receiver) return moves;
      if (weight > receiver.spare) continue;
      moves.push({ cameraId: id, from: donor.id, to: receiver.id });
      excess -= weight;
      receiver.spare -= weight;
      // A few hundred nodes, nearly sorted.
      receivers.sort((a, b) => b.spare - a.spare || compare(a.id, b.id));
    }
  }
  return moves;
}

interface HeapNode {
  readonly id: string;
  readonly capacity: number;
  load: number;
}

/** A binary heap of nodes by their relative load: 100,000 cameras on 300 nodes are placed within a second. */
function createHeap(nodes: HeapNode[]): { addToLeast(weight: number): string | null } {
  const isLess = (a: HeapNode, b: HeapNode): boolean => {
    const difference = a.load / a.capacity - b.load / b.capacity;
    return difference < 0 || (difference === 0 && compare(a.id, b.id) < 0);
  };
  // A sorted array is a heap.
  nodes.sort((a, b) => (isLess(a, b) ? -1 : 1));
  const sink = (): void => {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      const smallest = [left, right].reduce((best, child) => {
        const [one, other] = [nodes[child], nodes[best]];
        return one && other && isLess(one, other) ? child : best;
      }, index);
      const [parent, child] = [nodes[index], nodes[smallest]];
      if (smallest === index || !parent || !child) return;
      [nodes[index], nodes[smallest]] = [child, parent];
      index = smallest;
    }
  };
  return {
    addToLeast: (weight) => {
      const [least] = nodes;
      if (!least) return null;
      least.load += weight;
      sink();
      return least.id;
    },
  };
}

/** A capacity of 0 would be an endless load. */
function positive(capacity: number): number {
  return Math.max(capacity, Number.EPSILON);
}

/** By code units: `localeCompare` differs between machines. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
