import { errorCodes, takenAtHeader } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { z } from 'zod';
import type { ClusterNode } from '../../cluster/cluster-node.ts';
import type { CameraSnapshots } from '../../features/cameras/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { isRelayToken, signRelayToken } from '../../media/relay/relay-token.ts';

interface NodePicturesDeps {
  /** Null where one machine runs alone. */
  readonly cluster: Pick<ClusterNode, 'addressOf' | 'addressOfNode'> | null;
  /** Returns the node that made an event; null when that is not known. */
  readonly makerOf: (eventId: string) => Promise<string | null>;
  readonly tokens: Pick<Tokens, 'sign' | 'verify'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  /** Returns an event's JPEG from this server's disk, or from the bucket; null when it is in neither. */
  readonly readHere: (cameraId: string, eventId: string) => Promise<Uint8Array | null>;
  readonly takeHere: CameraSnapshots['take'];
}

interface NodePicturesModule extends ServerModule {
  /** Returns an event's JPEG, also of a camera that another node holds or held; null when there is none, or that node does not answer. */
  readonly read: (cameraId: string, eventId: string) => Promise<Uint8Array | null>;
  /** Takes snapshots, also of cameras that another node holds. */
  readonly snapshots: CameraSnapshots;
}

type Snapshot = Awaited<ReturnType<CameraSnapshots['take']>>;

/** Where nodes ask each other for pictures. */
const nodePicturesPath = '/internal/v1/pictures';
/** A picture of an event is on the disk, ms. */
const readTimeoutMs = 5000;
/** A camera may have to make and upload the picture first, ms. */
const takeTimeoutMs = 25_000;

const request = z.object({
  camera: z.string().regex(/^cam_[\w-]{1,64}$/),
  event: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  viewer: z
    .string()
    .regex(/^[\w-]{1,80}$/)
    .optional(),
});
const refusal = z.object({ error: z.object({ code: z.enum(errorCodes) }) });

/** Pictures for messages: they are sent by a node with the role `jobs`, and the pictures are where the camera is, or was at the time. */
export function createNodePicturesModule(deps: NodePicturesDeps): NodePicturesModule {
  const { cluster, makerOf, tokens, clock, log, readHere, takeHere } = deps;
  const ask = (address: string, cameraId: string, what: string, timeoutMs: number): Promise<Response> =>
    fetch(new URL(`${nodePicturesPath}/${cameraId}/${what}`, address), {
      headers: { authorization: `Bearer ${signRelayToken(tokens, cameraId, 'pictures', clock.now())}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
  const readThere = async (cameraId: string, eventId: string): Promise<Uint8Array | null> => {
    if (!cluster) return null;
    const maker = await makerOf(eventId);
    const address = (maker === null ? null : await cluster.addressOfNode(maker)) ?? (await cluster.addressOf(cameraId));
    if (address === null) return null;
    try {
      const answer = await ask(address, cameraId, `event?event=${encodeURIComponent(eventId)}`, readTimeoutMs);
      return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
    } catch (error) {
      log.warn({ err: error, cameraId }, 'The node of a camera did not send a picture: a message goes without it');
      return null;
    }
  };
  const takeThere = async (address: string, viewerId: string, cameraId: string): Promise<Snapshot> => {
    const answer = await ask(address, cameraId, `now?viewer=${encodeURIComponent(viewerId)}`, takeTimeoutMs).catch((cause: unknown) => {
      throw new AppError('unavailable', { cause });
    });
    if (!answer.ok) throw new AppError(refusal.safeParse(await answer.json().catch(() => null)).data?.error.code ?? 'unavailable');
    return { takenAt: Number(answer.headers.get(takenAtHeader)), jpeg: new Uint8Array(await answer.arrayBuffer()) };
  };

  /** The bucket may be away while the node that made the picture is there. */
  const readNear = (cameraId: string, eventId: string): Promise<Uint8Array | null> =>
    readHere(cameraId, eventId).catch((error: unknown) => {
      if (!cluster) throw error;
      log.warn({ err: error, cameraId }, 'A picture could not be read from the bucket: its node is asked');
      return null;
    });

  return {
    name: 'pictures of other nodes',
    read: async (cameraId, eventId) => (await readNear(cameraId, eventId)) ?? readThere(cameraId, eventId),
    snapshots: {
      take: async (viewerId, cameraId) => {
        const address = (await cluster?.addressOf(cameraId)) ?? null;
        return address === null ? takeHere(viewerId, cameraId) : takeThere(address, viewerId, cameraId);
      },
    },
    routes: (app) => {
      if (!cluster) return;
      app.get<{ Params: { camera: string; what: string }; Querystring: Record<string, unknown> }>(
        `${nodePicturesPath}/:camera/:what`,
        async ({ params, query, headers }, reply) => {
          const asked = request.safeParse({ ...query, camera: params.camera }).data;
          if (!asked) throw new AppError('not-found');
          const { camera, event, viewer } = asked;
          // The node that asks has decided whether its user sees the picture.
          if (!isRelayToken(tokens, headers.authorization, camera, 'pictures', clock.now())) throw new AppError('unauthorized');
          reply.type('image/jpeg').header('cache-control', 'no-store');
          if (params.what === 'event' && event !== undefined) {
            const jpeg = await readHere(camera, event);
            if (!jpeg) throw new AppError('not-found');
            return toBuffer(jpeg);
          }
          if (params.what !== 'now' || viewer === undefined) throw new AppError('not-found');
          const { jpeg, takenAt } = await takeHere(viewer, camera);
          reply.header(takenAtHeader, takenAt);
          return toBuffer(jpeg);
        },
      );
    },
  };
}

function toBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
