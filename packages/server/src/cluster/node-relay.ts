import { request as requestHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { request as requestHttps, Agent as HttpsAgent } from 'node:https';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../kernel/app-error.ts';

interface NodeRelayDeps {
  readonly app: FastifyInstance;
  /** Returns where the node of a camera is reached; null when this server answers itself. */
  readonly addressOf: (cameraId: string) => Promise<string | null>;
  /** Returns where a node is reached; null when it is this one, or gone. */
  readonly addressOfNode: (nodeId: string) => Promise<string | null>;
  /** This node. */
  readonly fence: { readonly nodeId: string };
  /** Returns the node whose disk has the files of an event; null when that is not known. */
  readonly makerOf: (eventId: string) => Promise<string | null>;
  /** Returns the camera of a stream link; null for a token that opens none. */
  readonly cameraOfLink: (token: string) => Promise<string | null>;
  /** Returns the camera of an agent; null for a token that is nobody's. */
  readonly cameraOfAgent: (agentToken: string) => Promise<string | null>;
}

/** Keeps a request from going round between nodes that disagree for a moment; it grants nothing. */
const relayedHeader = 'x-watchpost-relayed';
/** Headers that describe one connection, so they are not passed on to the other. */
const hopHeaders = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];
const connectTimeoutMs = 3000;
/** Any node plays a camera by WebRTC; a session stays on the node where it began. */
const ofWhep = /^\/public\/api\/v\d\/cameras\/cam_[\w-]{1,64}\/whep(?:\/(?:(node_[\w-]{8})-)?[\w-]{1,64})?(?:\?|$)/;
/** Addresses of stream links, which name no camera. */
const ofLink = /^\/public\/api\/v\d\/streams\/([0-9A-Za-z]{1,64})\//;
/** What a camera was asked for: the node that holds it waits for that. */
const ofUpload = /^\/public\/api\/v\d\/agent\/uploads\//;
/** A picture or a film, which stays on the disk of the node that made it when the camera moves. */
const ofEvent = /^\/public\/api\/v\d\/cameras\/cam_[\w-]{1,64}\/(?:events|timelapses)\/([\w-]{1,64})\/(?:picture\.jpg|video\.mp4)(?:\?|$)/;
const ofCamera = /^\/public\/api\/v\d\/(?:cameraphone\/)?cameras\/(cam_[\w-]{1,64})(?:[/?]|$)/;

/** Returns the camera that a request is about; null for none. */
export function cameraOfPath(url: string): string | null {
  return ofCamera.exec(url)?.[1] ?? null;
}

/**
 * Forwards requests about a camera to the node that holds it: only that node has its state and playlists. Files of events are where they were
 * made. Clients may talk to any node. Access is decided where the answer is made.
 */
export function relayToNodes(deps: NodeRelayDeps): void {
  const { app, fence, addressOf, addressOfNode, makerOf, cameraOfLink, cameraOfAgent } = deps;
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  app.addHook('onClose', async () => {
    agents.http.destroy();
    agents.https.destroy();
  });
  const cameraOf = async ({ url, headers }: FastifyRequest): Promise<string | null> => {
    const token = ofLink.exec(url)?.[1];
    if (token !== undefined) return cameraOfLink(token);
    if (!ofUpload.test(url)) return cameraOfPath(url);
    const agentToken = /^Bearer ([\w-]{16,256})$/i.exec(headers.authorization ?? '')?.[1];
    return agentToken === undefined ? null : cameraOfAgent(agentToken);
  };
  const placeOf = async (request: FastifyRequest): Promise<string | null> => {
    const whep = ofWhep.exec(request.url);
    if (whep) return whep[1] === undefined ? null : addressOfNode(whep[1]);
    const eventId = ofEvent.exec(request.url)?.[1];
    const maker = eventId === undefined ? null : await makerOf(eventId);
    if (maker === fence.nodeId) return null;
    const address = maker === null ? null : await addressOfNode(maker);
    if (address !== null) return address;
    const cameraId = await cameraOf(request);
    return cameraId === null ? null : addressOf(cameraId);
  };
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[relayedHeader] !== undefined) return;
    const address = await placeOf(request);
    if (address === null) return;
    const answer = await forward(request, reply, new URL(address), agents);
    reply.hijack();
    send(answer, reply);
  });
}

function forward(
  { raw, ip, originalUrl }: FastifyRequest,
  { raw: response }: FastifyReply,
  { protocol, hostname, port }: URL,
  agents: { readonly http: HttpAgent; readonly https: HttpsAgent },
): Promise<IncomingMessage> {
  const [open, agent] = protocol === 'https:' ? ([requestHttps, agents.https] as const) : ([requestHttp, agents.http] as const);
  const headers = {
    ...withoutHops(raw.headers),
    // What this server believes of the client, never what the client says.
    'x-forwarded-for': ip,
    [relayedHeader]: '1',
  };
  return new Promise((resolve, reject) => {
    const outgoing = open({ hostname, port, agent, method: raw.method, path: originalUrl, headers });
    const onTimeout = (): void => void outgoing.destroy(new Error('The node of the camera does not answer.'));
    outgoing.once('socket', (socket) => {
      if (!socket.connecting) return;
      socket.setTimeout(connectTimeoutMs, onTimeout);
      socket.once('connect', () => socket.setTimeout(0));
    });
    outgoing.once('response', resolve);
    // The connection may also break after the answer has begun.
    outgoing.on('error', (cause) => reject(new AppError('unavailable', { retryAfter: 2, cause })));
    // Only the response shows when the client is gone: a request closes as soon as it is read.
    response.once('close', () => outgoing.destroy());
    raw.pipe(outgoing);
  });
}

function send(answer: IncomingMessage, { raw }: FastifyReply): void {
  raw.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers));
  answer.on('error', () => raw.destroy());
  raw.once('close', () => answer.destroy());
  answer.pipe(raw);
}

function withoutHops<T>(headers: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !hopHeaders.includes(name)));
}
