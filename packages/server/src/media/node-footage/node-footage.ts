import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { isMissing } from '../playback/file-pieces.ts';
import type { FootageSource, SegmentFile } from '../playback/footage-source.ts';
import { signRelayToken } from '../relay/relay-token.ts';
import { nodeFootagePath } from './node-footage-routes.ts';

/** Recordings on the disks of all nodes that can be reached, and of the bucket. */
interface NodeFootage extends FootageSource {
  /** Returns the nodes that recorded a camera and can't be reached now. */
  away(cameraId: string): Promise<readonly string[]>;
}

export interface NodeFootageDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly tokens: Pick<Tokens, 'sign'>;
  readonly nodeId: string;
  /** What this node reads without the others. */
  readonly own: FootageSource;
  /** Returns where a node is reached; null when it is gone. */
  readonly addressOfNode: (nodeId: string) => Promise<string | null>;
}

const timeoutMs = 3000;
/** A node that did not answer is asked again after this time, ms. */
const awayMs = 5000;
/** How long it is remembered which nodes recorded a camera, ms: they seldom change. */
const nodesTtlMs = 30_000;
const maxCached = 10_000;
const times = z.array(z.number());
const hashes = z.array(z.string());

/** Reads what this node has, and for a camera that moved, what its earlier nodes have. */
export function createNodeFootage({ db, clock, tokens, nodeId, own, addressOfNode }: NodeFootageDeps): NodeFootage {
  const known = new Map<string, { readonly nodes: readonly string[]; readonly at: number }>();
  const silentUntil = new Map<string, number>();

  const nodesOf = async (cameraId: string): Promise<readonly string[]> => {
    const cached = known.get(cameraId);
    if (cached && clock.monotonic() - cached.at < nodesTtlMs) return cached.nodes;
    const rows = await db
      .selectFrom('segments')
      .select('node_id')
      .distinct()
      .where('camera_id', '=', cameraId)
      .where('node_id', '!=', nodeId)
      .execute();
    const nodes = rows.flatMap(({ node_id }) => node_id ?? []);
    if (known.size >= maxCached) known.clear();
    known.set(cameraId, { nodes, at: clock.monotonic() });
    return nodes;
  };
  const ask = async (node: string, cameraId: string, what: string): Promise<Response | null> => {
    if ((silentUntil.get(node) ?? 0) > clock.monotonic()) return null;
    const address = await addressOfNode(node);
    if (address === null) return null;
    const authorization = `Bearer ${signRelayToken(tokens, cameraId, 'footage', clock.now())}`;
    try {
      const url = new URL(`${nodeFootagePath}/${cameraId}/${what}`, address);
      const answer = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(timeoutMs) });
      silentUntil.delete(node);
      return answer;
    } catch {
      silentUntil.set(node, clock.monotonic() + awayMs);
      return null;
    }
  };
  /** Asks all other nodes of a camera for a list; one that is away has nothing to say. */
  const lists = async <T>(cameraId: string, what: string, schema: z.ZodType<T[]>): Promise<T[]> => {
    const found = await Promise.all(
      (await nodesOf(cameraId)).map(async (node) => {
        const answer = await ask(node, cameraId, what);
        return answer?.ok === true ? (schema.safeParse(await answer.json().catch(() => null)).data ?? []) : [];
      }),
    );
    return found.flat();
  };
  const bytesOf = async (node: string, cameraId: string, what: string): Promise<Uint8Array | null> => {
    const answer = await ask(node, cameraId, what);
    return answer?.ok === true ? new Uint8Array(await answer.arrayBuffer()) : null;
  };

  return {
    away: async (cameraId) => {
      const states = await Promise.all(
        (await nodesOf(cameraId)).map(async (node) => {
          const isSilent = (silentUntil.get(node) ?? 0) > clock.monotonic();
          return isSilent || (await addressOfNode(node)) === null ? [node] : [];
        }),
      );
      return states.flat();
    },
    hours: async (cameraId) => {
      const here = await own.hours(cameraId);
      return [...new Set([...here, ...(await lists(cameraId, 'hours', times))])].toSorted((a, b) => a - b);
    },
    segments: async (cameraId, atMs) => {
      const here = await own.segments(cameraId, atMs);
      return new Set([...here, ...(await lists(cameraId, `segments?at=${atMs}`, times))]);
    },
    inits: async (cameraId) => new Set([...(await own.inits(cameraId)), ...(await lists(cameraId, 'inits', hashes))]),
    open: (cameraId, startMs) =>
      own.open(cameraId, startMs).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        const row = await db
          .selectFrom('segments')
          .select('node_id')
          .where('camera_id', '=', cameraId)
          .where('start_ms', '=', startMs)
          .executeTakeFirst();
        const node = row?.node_id ?? nodeId;
        const bytes = node === nodeId ? null : await bytesOf(node, cameraId, `segment?at=${startMs}`);
        if (!bytes) throw error;
        return inMemory(bytes);
      }),
    readInit: (cameraId, hash) =>
      own.readInit(cameraId, hash).catch(async (error: unknown) => {
        if (!isMissing(error)) throw error;
        for (const node of await nodesOf(cameraId)) {
          const bytes = await bytesOf(node, cameraId, `init?hash=${hash}`);
          if (bytes) return bytes;
        }
        throw error instanceof Error ? error : new AppError('not-found');
      }),
  };
}

/** A segment is a megabyte or two, and read whole. */
function inMemory(bytes: Uint8Array): SegmentFile {
  return {
    size: bytes.byteLength,
    read: async (position, length) => bytes.subarray(position, position + length),
    close: async () => undefined,
  };
}
