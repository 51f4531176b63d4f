import { getCamera, getCameraAbout, listCameras, removeCamera, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { authorizeMqtt, mqttSocket } from '@watchpost/contract/endpoints/events';
import { confirmCode, refreshSession, requestCode, signOut } from '@watchpost/contract/endpoints/session';
import { errorMessages, errorStatus } from '@watchpost/contract/kernel';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { DeletionSummary } from '@watchpost/contract/schemas/account';
import type { Camera, CameraAbout } from '@watchpost/contract/schemas/cameras';
import type { FeedbackFields } from '@watchpost/contract/schemas/feedback';
import type { ClockPort, WebSocketLike } from '../kernel/ports.ts';
import { answerAccount } from './fake-account.ts';
import { answerArchive, createFakeArchive } from './fake-archive.ts';
import type { FakeArchiveState } from './fake-archive.ts';
import { createFakeBroker } from './fake-broker.ts';
import type { FakeBroker } from './fake-broker.ts';
import { answerEvents } from './fake-events.ts';
import type { FakeEventState } from './fake-events.ts';
import { answerFirmware, createFakeFirmware } from './fake-firmware.ts';
import type { FakeFirmwareState } from './fake-firmware.ts';
import { answerLocations } from './fake-locations.ts';
import type { FakeLocationsState } from './fake-locations.ts';
import { answerNotifications } from './fake-notifications.ts';
import type { FakePushServer } from './fake-notifications.ts';
import { answerPtz, createFakePtz } from './fake-ptz.ts';
import type { FakePtzState } from './fake-ptz.ts';
import { answerSdCard, createFakeSdCards } from './fake-sd-card.ts';
import type { FakeSdCardState } from './fake-sd-card.ts';
import { createFakeSessions } from './fake-sessions.ts';
import { createFakeSocket } from './fake-socket.ts';
import type { FakeLiveSocket } from './fake-socket.ts';
import { answerVideoWall } from './fake-video-wall.ts';
import type { FakeVideoWallState } from './fake-video-wall.ts';

export interface FakeRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A server in memory that speaks the true protocol, for tests of what is built on this package. */
export interface FakeServer extends FakePushServer, FakeArchiveState, FakeEventState, FakeFirmwareState, FakeLocationsState, FakePtzState, FakeSdCardState, FakeVideoWallState {
  readonly fetch: typeof fetch;
  readonly webSocket: (url: string, protocols: string[]) => WebSocketLike;
  readonly requests: readonly FakeRequest[];
  readonly sockets: readonly FakeLiveSocket[];
  /** Those of live updates. */
  readonly mqttSockets: readonly FakeLiveSocket[];
  /** What live updates come from. */
  readonly broker: Pick<FakeBroker, 'tell' | 'topics'>;
  /** Requests to an endpoint, in order. */
  requestsTo(endpoint: Endpoint): readonly FakeRequest[];
  cameras: Camera[];
  deletionSummary: DeletionSummary;
  /** What arrived, each id once. */
  readonly feedbacks: FeedbackFields[];
  /** The static list beside the app, as the file has it. */
  cameraModels: readonly unknown[];
  /** The one-time code that is accepted. */
  code: string;
  /** Seconds. */
  tokenLifetime: number;
  /** No answers at all: requests fail, sockets do not open. Open sockets stay silent. */
  offline: boolean;
  /** Milliseconds by the injected clock before each answer. */
  latency: number;
  /** All access tokens given out so far are refused from now on. */
  expireAccessTokens(): void;
  /** The whole family is revoked: refresh tokens too. Device tokens stay unless said so. */
  revokeSessions(options?: { readonly deviceTokens?: boolean }): void;
  /** The next answers to an endpoint, one each: an error of the contract, a bare status, or an answer of one's own. */
  answerNext(endpoint: Endpoint, ...answers: (ErrorCode | number | (() => Response | Promise<Response>))[]): void;
}

export function createFakeServer({ clock }: { readonly clock: ClockPort }): FakeServer {
  const requests: FakeRequest[] = [];
  const sockets: FakeLiveSocket[] = [];
  const mqttSockets: FakeLiveSocket[] = [];
  const planned = new Map<Endpoint, (ErrorCode | number | (() => Response | Promise<Response>))[]>();
  const broker = createFakeBroker();
  const sessions = createFakeSessions(clock, () => server.tokenLifetime);

  const server: FakeServer = {
    fetch: async (input, init) => handle(new URL(input instanceof Request ? input.url : input), init ?? {}),
    webSocket,
    requests,
    sockets,
    mqttSockets,
    broker,
    requestsTo: (endpoint) => requests.filter(({ method, path }) => method === endpoint.method && matches(endpoint, path)),
    cameras: [],
    ...createFakeArchive(),
    ...createFakeSdCards(),
    ...createFakePtz(),
    ...createFakeFirmware(),
    deletionSummary: { ownedCameras: 0, sharedCameras: 0, peopleLosingAccess: 0, footageBytes: 0, graceDays: 7 },
    feedbacks: [],
    events: [],
    eventTimeline: { marks: [], activity: [] },
    motionDetection: new Map(),
    locations: { locations: [], rooms: [], cameras: [] },
    locationsRevision: 0,
    videoWall: { account: null, device: null },
    pushConfiguration: { kind: 'web-push', publicKey: 'server-key' },
    pushTokens: new Map(),
    statusNotified: new Set(),
    code: '123456',
    cameraModels: [],
    tokenLifetime: 900,
    offline: false,
    latency: 0,
    expireAccessTokens: sessions.expireAccessTokens,
    revokeSessions: (options) => sessions.revoke({ deviceTokens: options?.deviceTokens === true }),
    answerNext: (endpoint, ...answers) => void planned.set(endpoint, [...(planned.get(endpoint) ?? []), ...answers]),
  };
  return server;

  async function handle(url: URL, init: RequestInit): Promise<Response> {
    const request: FakeRequest = { method: init.method ?? 'GET', path: url.pathname + url.search, headers: new Headers(init.headers), body: readBody(init.body) };
    requests.push(request);
    await delay(init.signal ?? null);
    if (server.offline) throw new TypeError('fetch failed');
    for (const [endpoint, answers] of planned) {
      if (request.method !== endpoint.method || !matches(endpoint, request.path)) continue;
      const answer = answers.shift();
      if (typeof answer === 'function') return answer();
      if (typeof answer === 'number') return new Response('', { status: answer });
      if (answer !== undefined) return failure(answer);
    }
    return respond(request, url);
  }

  function respond(request: FakeRequest, { pathname: path, searchParams }: URL): Response {
    if (path === '/camera-models.json') return Response.json(server.cameraModels);
    const is = (endpoint: Endpoint): boolean => request.method === endpoint.method && matches(endpoint, path);
    const { body } = request;
    if (is(requestCode)) return Response.json({ resendAfterSeconds: 60 });
    if (is(confirmCode)) {
      if (body['otp'] !== server.code) return failure('invalid-code');
      return Response.json(sessions.signIn(body));
    }
    if (is(refreshSession)) return asResponse(sessions.refresh(body));
    const caller = sessions.deviceOf(request.headers.get('Authorization')?.replace('Bearer ', '') ?? '');
    if (!caller) return failure('unauthorized');
    if (is(signOut)) {
      sessions.signOut(caller);
      return new Response(null, { status: 204 });
    }
    const ofAccount = answerAccount(is, path, body, caller, sessions, server);
    if (ofAccount !== null) return asResponse(ofAccount);
    const ofPush = answerNotifications(is, path, body, caller, server);
    if (ofPush !== null) return asResponse(ofPush);
    const ofEvents = answerEvents(is, path, searchParams, body, server);
    if (ofEvents !== null) return ofEvents;
    const ofLocations = answerLocations(is, body, request.headers, server);
    if (ofLocations !== null) return asResponse(ofLocations);
    const ofFirmware = answerFirmware(is, server);
    if (ofFirmware !== null) return ofFirmware;
    const ofPtz = answerPtz(is, path, body, server);
    if (ofPtz !== null) return asResponse(ofPtz);
    const ofSdCard = answerSdCard(is, path, searchParams, body, server);
    if (ofSdCard !== null) return ofSdCard;
    const ofWall = answerVideoWall(is, body, server);
    if (ofWall !== null) return ofWall;
    if (is(authorizeMqtt)) return Response.json(broker.authorize(server.cameras.map(({ id }) => id), clock.now() + 1_800_000));
    if (is(listCameras)) return Response.json(server.cameras);
    const ofArchive = answerArchive(is, path, searchParams, request, server);
    if (ofArchive !== null) return ofArchive;
    const camera = server.cameras.find(({ id }) => path.endsWith(`/cameras/${id}`) || path.endsWith(`/cameras/${id}/about`));
    if (!camera) return failure('not-found');
    if (is(getCamera)) return Response.json(camera);
    if (is(getCameraAbout)) return Response.json(aboutOf(camera));
    if (is(renameCamera)) {
      const renamed = { ...camera, title: String(body['name']) };
      server.cameras = server.cameras.map((other) => (other === camera ? renamed : other));
      return Response.json(renamed);
    }
    if (is(removeCamera)) {
      server.cameras = server.cameras.filter((other) => other !== camera);
      return new Response(null, { status: 204 });
    }
    return failure('not-found');
  }

  function webSocket(url: string, protocols: string[]): WebSocketLike {
    const isMqtt = new URL(url).pathname === mqttSocket.path;
    const pair = createFakeSocket(url, protocols, (message, socket) => {
      if (server.offline) return;
      if (message.type === 'ping') socket.send({ type: 'pong', id: message.id, serverTime: clock.now() });
      if (message.type !== 'authorize') return;
      if (sessions.deviceOf(message.token)) socket.send({ type: 'authorized', serverTime: clock.now() });
      else socket.send({ type: 'error', channel: null, error: { code: 'unauthorized', message: errorMessages.en.unauthorized } });
    }, (data, socket) => isMqtt && !server.offline && broker.receive(data, socket));
    (isMqtt ? mqttSockets : sockets).push(pair.server);
    queueMicrotask(() => (server.offline ? pair.server.drop() : pair.open()));
    return pair.client;
  }

  function delay(signal: AbortSignal | null): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (server.latency === 0) queueMicrotask(resolve);
      else clock.after(server.latency, resolve);
    });
  }
}

/** As the server tells it: to whom only watches neither serial number nor device id. */
function aboutOf({ id, title, isFullAccess }: Camera): CameraAbout {
  return { name: title, model: 'Dome 4', firmwareVersion: null, serialNumber: isFullAccess ? 'WP-0001' : null, appVersion: null, deviceId: isFullAccess ? id : null };
}

function matches(endpoint: Endpoint, path: string): boolean {
  return new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path.split('?')[0] ?? '');
}

function failure(code: ErrorCode): Response {
  return Response.json({ error: { code, message: errorMessages.en[code] } }, { status: errorStatus[code] });
}

function asResponse(answer: Response | ErrorCode | object): Response {
  if (answer instanceof Response) return answer;
  return isCode(answer) ? failure(answer) : Response.json(answer);
}

function isCode(answer: ErrorCode | object): answer is ErrorCode {
  return typeof answer === 'string';
}

/** JSON, or the fields of a form. */
function readBody(body: RequestInit['body']): Readonly<Record<string, unknown>> {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : {};
}
