import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../db/database.ts';
import type { Logger } from '../kernel/log.ts';
import type { CameraFence } from '../kernel/module/camera-fence.ts';
import type { StoredCamera } from '../kernel/module/stored-camera.ts';
import type { ClusterSettings, ServerRole } from '../kernel/settings/cluster-settings.ts';
import { createCameraStates, type NodeCameraState } from './camera-states.ts';
import { createHeldCameras } from './held-cameras.ts';
import { createLeaseStore } from './lease-store.ts';
import { createNodeStore, heartbeatMs } from './node-store.ts';
import { refusesConnections } from './refuses-connections.ts';
import { loadsOf, placeCameras, rebalance, weightOf } from './placement.ts';
import { createRoleWatch } from './role-watch.ts';

/** This server as a node among others: it says that it is alive, ingests the cameras that it holds, and plans for all when it is its turn. */
export interface ClusterNode {
  readonly fence: CameraFence;
  /** Whether this node ingests a camera now. */
  holds(cameraId: string): boolean;
  /** Makes the node that ingests a camera restart it with what is stored now; it stops when its account is gone. */
  restart(cameraId: string): Promise<void>;
  /** Notes the state of a camera that this node holds, for the others. */
  noteState(cameraId: string, state: NodeCameraState): void;
  /** Returns the state of a camera that another node holds; null when it is held here, or unknown. */
  stateElsewhere(cameraId: string): NodeCameraState | null;
  /** The agent of a camera is connected here: the camera moves to this node. */
  claim(cameraId: string): void;
  /** Returns where the node of a camera is reached; null when it is this one, or unknown. */
  addressOf(cameraId: string): Promise<string | null>;
  /** Returns where a node is reached; null when it is this one, or gone. */
  addressOfNode(nodeId: string): Promise<string | null>;
  /** Whether a node is alive, whether or not this one reaches it. */
  isNodeAlive(nodeId: string): Promise<boolean>;
  /** Returns where the living nodes that take cameras in are reached. */
  mediaAddresses(): Promise<readonly string[]>;
  /** Returns the roles that no living node has had for a while. */
  missingRoles(): readonly ServerRole[];
  /**
   * Registers the node and begins to take cameras.
   * @param ownAddress where it is reached unless the operator says otherwise
   */
  start(cameras: NodeCameras, ownAddress?: string | null): Promise<void>;
  /** Hands over every camera and leaves. */
  leave(): Promise<void>;
}

/** What a node does with cameras; passed at the start, because the modules that do it need the fence before. */
interface NodeCameras {
  readonly readCameras: (ids: readonly string[]) => Promise<readonly StoredCamera[]>;
  readonly startCamera: (camera: StoredCamera) => void;
  readonly stopCamera: (cameraId: string) => Promise<void>;
  /** Returns what arrives of a camera, bits/s; null while unknown. */
  readonly bitRateOf: (cameraId: string) => number | null;
}

interface ClusterNodeDeps {
  /** A connection of its own, so that a heartbeat never waits for one. */
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly settings: ClusterSettings;
  readonly nodeId: string;
  readonly version: string;
  /** Returns whether nothing listens at the address of a node. */
  readonly isGone?: (address: string) => Promise<boolean>;
}

const rebalanceIntervalMs = 10_000;
const weightIntervalMs = 60_000;
/** A removed camera takes its lease along, which changes no count. */
const followIntervalMs = 10_000;
/** A segment of LL-HLS is five requests a second; a camera that moves is found within this time, ms. */
const addressTtlMs = 1000;
const maxAddresses = 10_000;
/** Cameras that are placed at once; the rest follows with the next heartbeat. */
const maxPlaced = 5000;
/** At most this share of all cameras moves in a round: each move costs its viewers a reconnect. */
const movedShare = 0.01;

export function createClusterNode(deps: ClusterNodeDeps): ClusterNode {
  const { db, clock, log, settings, nodeId, version, isGone = refusesConnections } = deps;
  const store = createNodeStore({ db, nodeId, version, ...settings });
  const leases = createLeaseStore(db);
  const states = createCameraStates({ db, nodeId });
  const roles = createRoleWatch({ db, clock, log });
  const ingests = settings.roles.includes('media');
  let cameras: NodeCameras | null = null;
  const held = createHeldCameras({
    leases,
    log,
    readCameras: async (ids) => (await cameras?.readCameras(ids)) ?? [],
    startCamera: (camera) => cameras?.startCamera(camera),
    stopCamera: async (cameraId) => cameras?.stopCamera(cameraId),
  });
  const addresses = new Map<string, { readonly address: string | null; readonly at: number }>();
  let seenChanges = -1;
  let rebalancedAt = clock.monotonic();
  let weighedAt = clock.monotonic();
  let followedAt = clock.monotonic();
  let isFailing = false;
  let isLeaving = false;
  let beating: Promise<void> | null = null;
  let working: Promise<void> | null = null;
  let stopTimer = (): void => undefined;

  const saveWeights = async (): Promise<void> => {
    if (clock.monotonic() - weighedAt < weightIntervalMs) return;
    weighedAt = clock.monotonic();
    const decoded = await leases.watchedForMotion(nodeId);
    const weights = held.ids.flatMap((id) => {
      const bitRate = cameras?.bitRateOf(id) ?? null;
      return bitRate === null ? [] : [[id, weightOf({ bitRate, isDecoded: decoded.has(id) })] as const];
    });
    await leases.saveWeights(new Map(weights));
  };
  /** A killed process needs no five seconds to be believed. Fencing keeps its recordings apart even if it lives. */
  const buryDead = async (): Promise<void> => {
    for (const node of await store.silent()) {
      if (!(await isGone(node.address))) continue;
      log.warn({ node: node.id }, 'A node has ended: its cameras move');
      await store.bury(node);
    }
  };
  /** @returns whether cameras were placed */
  const plan = async (): Promise<boolean> => {
    if (!(await store.isPlanner())) return false;
    const orphans = await leases.orphans(maxPlaced);
    const isDue = clock.monotonic() - rebalancedAt >= rebalanceIntervalMs;
    if (orphans.length === 0 && !isDue) return false;
    const nodes = await store.takers();
    const placed = await leases.placed();
    if (orphans.length > 0) {
      const places = placeCameras(nodes, loadsOf(nodes, placed), orphans);
      await leases.assign(places);
      log.info({ cameras: places.size, nodes: nodes.length }, 'Cameras without a node are placed');
      return true;
    }
    rebalancedAt = clock.monotonic();
    const moves = rebalance(nodes, placed, Math.max(1, Math.ceil(placed.length * movedShare)));
    if (moves.length === 0) return false;
    await leases.requestMoves(moves);
    log.info({ cameras: moves.length }, 'Cameras move to nodes with more room');
    return false;
  };
  /** Follows the leases; apart from the heartbeat, which must not wait for cameras that stop. */
  const work = async (changes: number): Promise<void> => {
    await states.sync();
    await roles.look();
    if (!ingests || isLeaving) return;
    await buryDead();
    const hasPlaced = await plan();
    const isDue = clock.monotonic() - followedAt >= followIntervalMs;
    if (changes !== seenChanges || held.isBehind || hasPlaced || isDue) {
      followedAt = clock.monotonic();
      await held.follow(await leases.heldBy(nodeId));
      // What changed since the heartbeat is followed once more.
      seenChanges = changes;
    }
    await saveWeights();
  };
  const beat = async (): Promise<void> => {
    const changes = await store.beat();
    working ??= work(changes)
      .then(succeed, fail)
      .finally(() => (working = null));
  };
  const succeed = (): void => {
    if (isFailing) log.info('The node is in touch with the database again');
    isFailing = false;
  };
  const fail = (error: unknown): void => {
    // Recording goes on. If the others think that this node is gone, the index refuses what it writes.
    if (!isFailing) log.warn({ err: error }, 'The node cannot follow the cluster; retrying');
    isFailing = true;
  };
  const tick = (): void => {
    beating ??= beat()
      .catch(fail)
      .finally(() => (beating = null));
  };

  return {
    fence: { nodeId, tokenOf: held.tokenOf },
    holds: (cameraId) => held.tokenOf(cameraId) !== null,
    restart: leases.restart,
    noteState: states.note,
    stateElsewhere: (cameraId) => (held.tokenOf(cameraId) === null ? states.stateOf(cameraId) : null),
    claim: (cameraId) => {
      if (!ingests || held.tokenOf(cameraId) !== null) return;
      leases
        .claim(cameraId, nodeId)
        .catch((error: unknown) => log.warn({ err: error, cameraId }, 'The camera of an agent stays where it is'));
    },
    addressOf: async (cameraId) => {
      if (held.tokenOf(cameraId) !== null) return null;
      const known = addresses.get(cameraId);
      if (known && clock.monotonic() - known.at < addressTtlMs) return known.address;
      const holder = await leases.holderOf(cameraId);
      const address = holder === null || holder.nodeId === nodeId ? null : holder.address;
      if (addresses.size >= maxAddresses) addresses.clear();
      addresses.set(cameraId, { address, at: clock.monotonic() });
      return address;
    },
    addressOfNode: async (id) => (id === nodeId ? null : store.addressOf(id)),
    isNodeAlive: store.isAlive,
    mediaAddresses: store.mediaAddresses,
    missingRoles: () => roles.missing,
    start: async (given, ownAddress = null) => {
      cameras = given;
      await store.register(ownAddress);
      await leases.renewTokens(nodeId);
      stopTimer = callEvery(clock, heartbeatMs, tick);
      tick();
    },
    leave: async () => {
      if (!cameras) return;
      isLeaving = true;
      await beating;
      await working;
      try {
        await store.drain();
        await held.handOverAll();
        stopTimer();
        await beating;
        await working;
        await store.leave();
      } catch (error) {
        stopTimer();
        log.warn({ err: error }, 'The node could not say that it leaves; others take its cameras in a few seconds');
      }
    },
  };
}
