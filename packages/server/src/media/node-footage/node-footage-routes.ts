import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../kernel/app-error.ts';
import type { Tokens } from '../../kernel/tokens.ts';
import { isMissing } from '../playback/file-pieces.ts';
import type { FootageSource } from '../playback/footage-source.ts';
import { isRelayToken } from '../relay/relay-token.ts';

/** Where nodes read each other's recordings. */
export const nodeFootagePath = '/internal/v1/footage';

interface NodeFootageRoutesDeps {
  /** The recordings on this node's disk. */
  readonly disk: FootageSource;
  readonly tokens: Pick<Tokens, 'verify'>;
  readonly clock: Clock;
}

const request = z.object({
  camera: z.string().regex(/^cam_[\w-]{1,64}$/),
  what: z.enum(['hours', 'segments', 'inits', 'segment', 'init']),
  at: z.coerce.number().int().min(0).default(0),
  hash: z
    .string()
    .regex(/^[0-9a-f]{8,64}$/)
    .default('00000000'),
});

/** Lets other nodes read what this one recorded. That node decides which user sees it. */
export function registerNodeFootage(app: FastifyInstance, { disk, tokens, clock }: NodeFootageRoutesDeps): void {
  app.get(`${nodeFootagePath}/:camera/:what`, async ({ params, query, headers }, reply) => {
    const asked = request.safeParse({ ...object(query), ...object(params) }).data;
    if (!asked) throw new AppError('not-found');
    const { camera, what, at, hash } = asked;
    if (!isRelayToken(tokens, headers.authorization, camera, 'footage', clock.now())) throw new AppError('unauthorized');
    if (what === 'hours') return disk.hours(camera);
    if (what === 'segments') return [...(await disk.segments(camera, at))];
    if (what === 'inits') return [...(await disk.inits(camera))];
    const bytes = await (what === 'segment' ? readSegment(disk, camera, at) : disk.readInit(camera, hash)).catch((error: unknown) => {
      throw isMissing(error) ? new AppError('not-found') : error;
    });
    return reply.type('application/octet-stream').send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });
}

async function readSegment(disk: FootageSource, cameraId: string, at: number): Promise<Uint8Array> {
  const file = await disk.open(cameraId, at);
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

function object(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
