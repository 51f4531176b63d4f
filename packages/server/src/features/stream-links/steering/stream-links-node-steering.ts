import { errorCodes } from '@watchpost/contract/kernel';
import { ptzAbilities, ptzPreset, ptzTarget, ptzVelocity } from '@watchpost/contract/schemas/ptz';
import { streamLinkIdSchema } from '@watchpost/contract/schemas/stream-links';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../../kernel/app-error.ts';
import type { Tokens } from '../../../kernel/tokens.ts';
import type { OnvifSteering } from '../../../media/onvif-server/onvif-link.ts';
import { isRelayToken, signRelayToken } from '../../../media/relay/relay-token.ts';
import type { StreamLinkAccess } from '../stream-links-access.ts';

/** Where nodes pass on what recorders ask of a camera's motor. */
const nodeSteeringPath = '/internal/v1/ptz';
/** A camera that is silent for longer is not waited for, ms. */
const timeoutMs = 20_000;

const action = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read') }),
  z.object({ kind: z.literal('move'), velocity: ptzVelocity, lastsMs: z.number().min(0).max(60_000), askedAt: z.number() }),
  z.object({ kind: z.literal('go'), target: ptzTarget }),
]);
type Action = z.infer<typeof action>;
const parameters = z.object({ camera: z.string().regex(/^[\w-]{1,64}$/), link: streamLinkIdSchema });
const motorAnswer = z.object({
  motor: z.object({ abilities: ptzAbilities, presets: z.array(ptzPreset), isMoving: z.boolean() }).nullable(),
});
const refusal = z.object({ error: z.object({ code: z.enum(errorCodes) }) });

interface NodeSteeringRoutesDeps {
  /** Steers the cameras of this node. */
  readonly own: OnvifSteering;
  readonly tokens: Pick<Tokens, 'verify'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Lets other nodes steer the cameras of this one, for their recorders. What the link may do is checked here. */
export function registerNodeSteering(app: FastifyInstance, { own, tokens, clock }: NodeSteeringRoutesDeps): void {
  app.post(`${nodeSteeringPath}/:camera/:link`, async ({ params, body, headers }) => {
    const named = parameters.safeParse(params).data;
    if (!named) throw new AppError('not-found');
    if (!isRelayToken(tokens, headers.authorization, named.camera, 'ptz', clock.now())) throw new AppError('unauthorized');
    const asked = action.safeParse(body).data;
    if (!asked) throw new AppError('invalid-request');
    if (asked.kind === 'read') return { motor: await own.read(named.link) };
    if (asked.kind === 'go') await own.go(named.link, asked.target);
    else await own.move(named.link, asked);
    return { motor: null };
  });
}

interface NodeSteeringDeps {
  readonly own: OnvifSteering;
  readonly links: Pick<StreamLinkAccess, 'byId'>;
  /** Returns where the node of a camera is reached; null when this server has it, or none. */
  readonly addressOf: (cameraId: string) => Promise<string | null>;
  readonly tokens: Pick<Tokens, 'sign'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Steers cameras where they are: only the node that has a camera knows who moves it, and stops it. */
export function createNodeSteering({ own, links, addressOf, tokens, clock }: NodeSteeringDeps): OnvifSteering {
  /** @returns the other node's answer; undefined when this node has the camera */
  const askOther = async (linkId: string, wanted: Action): Promise<unknown> => {
    const { cameraId } = await links.byId(linkId, 'rtsp');
    const address = await addressOf(cameraId);
    if (address === null) return undefined;
    const answer = await fetch(new URL(`${nodeSteeringPath}/${cameraId}/${linkId}`, address), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${signRelayToken(tokens, cameraId, 'ptz', clock.now())}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(wanted),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new AppError('unavailable', { retryAfter: 2, cause });
    });
    const body: unknown = await answer.json().catch(() => null);
    if (answer.ok) return body;
    throw new AppError(refusal.safeParse(body).data?.error.code ?? 'unavailable');
  };

  return {
    read: async (linkId) => {
      const answer = await askOther(linkId, { kind: 'read' });
      if (answer === undefined) return own.read(linkId);
      const read = motorAnswer.safeParse(answer);
      if (!read.success) throw new AppError('unavailable', { cause: read.error });
      return read.data.motor;
    },
    move: async (linkId, movement) => {
      if ((await askOther(linkId, { kind: 'move', ...movement })) === undefined) await own.move(linkId, movement);
    },
    go: async (linkId, target) => {
      if ((await askOther(linkId, { kind: 'go', target })) === undefined) await own.go(linkId, target);
    },
  };
}
