import { hostname, availableParallelism } from 'node:os';
import type { OperatorNode } from '@watchpost/contract/schemas/operator';
import type { Clock } from '@watchpost/contract/timing/clock';

interface LocalNodeDeps {
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly version: string;
  /** Bytes recorded since the start. */
  readonly recordedBytes: () => number;
  /** Milliseconds of processor time since the start. */
  readonly processorMs?: () => number;
  readonly cores?: number;
}

/** Shorter stretches would show single bursts. */
const minStretchMs = 2000;

/** Describes this process as a node: it does everything. Loads are means since the last look. */
export function createLocalNode(deps: LocalNodeDeps): (known: { readonly cameras: number; readonly disk: number | null }) => OperatorNode {
  const { clock, version, recordedBytes, processorMs = readProcessorMs, cores = availableParallelism() } = deps;
  const look = () => ({ at: clock.monotonic(), processorMs: processorMs(), bytes: recordedBytes() });
  let before = look();
  let load: { readonly processor: number; readonly bytesPerSecond: number } | null = null;
  return ({ cameras, disk }) => {
    const now = look();
    const elapsedMs = now.at - before.at;
    if (elapsedMs >= minStretchMs) {
      load = {
        processor: Math.min(1, Math.max(0, (now.processorMs - before.processorMs) / elapsedMs / cores)),
        bytesPerSecond: ((now.bytes - before.bytes) / elapsedMs) * 1000,
      };
      before = now;
    }
    return {
      id: 'local',
      name: hostname(),
      roles: ['api', 'media', 'jobs'],
      version,
      state: 'running',
      lastSeenAt: clock.now(),
      cameras,
      processor: load?.processor ?? null,
      recordedBytesPerSecond: load?.bytesPerSecond ?? null,
      disk,
    };
  };
}

function readProcessorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
