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
import { answerBilling, createFakeBilling } from './billing/fake-billing.ts';
import type { FakeBillingState } from './billing/fake-billing.ts';
import { createFakeBroker } from './fake-broker.ts';
import type { FakeBroker } from './fake-broker.ts';
import { answerApiKeys, apiKeyOf, createFakeApiKeys } from './developers/fake-api-keys.ts';
import type { FakeApiKeysState } from './developers/fake-api-keys.ts';
import { answerEmbeds, createFakeEmbeds } from './developers/fake-embeds.ts';
import type { FakeEmbedsState } from './developers/fake-embeds.ts';
import { answerWebhooks, createFakeWebhooks } from './developers/fake-webhooks.ts';
import type { FakeWebhooksState } from './developers/fake-webhooks.ts';
import { answerOperator, createFakeOperator } from './developers/fake-operator.ts';
import type { FakeOperatorState } from './developers/fake-operator.ts';
import { answerQuality, createFakeQuality } from './developers/fake-quality.ts';
import type { FakeQualityState } from './developers/fake-quality.ts';
import { answerBookmarks, answerSavedClips } from './fake-bookmarks.ts';
import type { FakeBookmarksState } from './fake-bookmarks.ts';
import { answerEvents } from './fake-events.ts';
import type { FakeEventState } from './fake-events.ts';
import { answerFirmware, createFakeFirmware } from './fake-firmware.ts';
import type { FakeFirmwareState } from './fake-firmware.ts';
import { answerGuest, answerInvitations, createFakeInvitations } from './sharing/fake-invitations.ts';
import type { FakeInvitationState } from './sharing/fake-invitations.ts';
import { answerLocations } from './fake-locations.ts';
import type { FakeLocationsState } from './fake-locations.ts';
import { answerNotifications } from './push/fake-notifications.ts';
import type { FakePushServer } from './push/fake-notifications.ts';
import { answerTelegram, createFakeTelegram } from './push/fake-telegram.ts';
import type { FakeTelegramState } from './push/fake-telegram.ts';
import { answerPtz, createFakePtz } from './fake-ptz.ts';
import type { FakePtzState } from './fake-ptz.ts';
import { answerSdCard, createFakeSdCards } from './fake-sd-card.ts';
import type { FakeSdCardState } from './fake-sd-card.ts';
import { createFakeSessions } from './fake-sessions.ts';
import { answerDeviceCodes, answerDeviceDecisions, createFakeDeviceCodes } from './session/fake-device-codes.ts';
import type { FakeDeviceCodesState } from './session/fake-device-codes.ts';
import { answerSharing, createFakeSharing } from './sharing/fake-sharing.ts';
import type { FakeSharingState } from './sharing/fake-sharing.ts';
import { answerSmartEvents, createFakeSmartEvents } from './smart-events/fake-smart-events.ts';
import type { FakeSmartEventState } from './smart-events/fake-smart-events.ts';
import { answerTimelapse, createFakeTimelapse } from './smart-events/fake-timelapse.ts';
import type { FakeTimelapseState } from './smart-events/fake-timelapse.ts';
import { createFakeSocket } from './fake-socket.ts';
import type { FakeLiveSocket } from './fake-socket.ts';
import { answerHomeMqtt, createFakeHomeMqtt } from './developers/fake-home-mqtt.ts';
import type { FakeHomeMqttState } from './developers/fake-home-mqtt.ts';
import { answerStreamLinks, createFakeStreamLinks } from './developers/fake-stream-links.ts';
import type { FakeStreamLinksState } from './developers/fake-stream-links.ts';
import { answerVideoWall } from './fake-video-wall.ts';
import type { FakeVideoWallState } from './fake-video-wall.ts';

/** A request that the server in memory has received. */
export interface FakeRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An in-memory server that speaks the real protocol, for tests of code that uses this package. */
export interface FakeServer
  extends
    FakePushServer,
    FakeApiKeysState,
    FakeArchiveState,
    FakeBillingState,
    FakeBookmarksState,
    FakeDeviceCodesState,
    FakeEmbedsState,
    FakeEventState,
    FakeFirmwareState,
    FakeInvitationState,
    FakeLocationsState,
    FakeOperatorState,
    FakePtzState,
    FakeQualityState,
    FakeSdCardState,
    FakeSharingState,
    FakeHomeMqttState,
    FakeTelegramState,
    FakeSmartEventState,
    FakeTimelapseState,
    FakeStreamLinksState,
    FakeVideoWallState,
    FakeWebhooksState {
  readonly fetch: typeof fetch;
  readonly webSocket: (url: string, protocols: string[]) => WebSocketLike;
  readonly requests: readonly FakeRequest[];
  readonly sockets: readonly FakeLiveSocket[];
  /** WebSockets of live events. */
  readonly mqttSockets: readonly FakeLiveSocket[];
  /** The broker behind live events. */
  readonly broker: Pick<FakeBroker, 'publish' | 'topics'>;
  /** Requests to an endpoint, in order. */
  requestsTo(endpoint: Endpoint): readonly FakeRequest[];
  cameras: Camera[];
  /** Codec of every camera's audio, for `about`; undefined if browsers can play it. */
  unplayedSound: string | undefined;
  deletionSummary: DeletionSummary;
  /** Received reports, each id once. */
  readonly feedbacks: FeedbackFields[];
  /** The app's static list of models, as the file contains it. */
  cameraModels: readonly unknown[];
  /** The one-time code that is accepted. */
  code: string;
  /** Lifetime of access tokens, seconds. */
  tokenLifetime: number;
  /** The server is unreachable: requests fail, sockets do not open, and open sockets stay silent. */
  offline: boolean;
  /** Delay before each answer, milliseconds by the injected clock. */
  latency: number;
  /** Refuses all access tokens issued so far. */
  expireAccessTokens(): void;
  /** Revokes the whole family, including refresh tokens. Device tokens stay valid unless requested. */
  revokeSessions(options?: { readonly deviceTokens?: boolean }): void;
  /** Plans the next answers to an endpoint, one each: an error of the contract, a bare status, or a custom answer. */
  answerNext(endpoint: Endpoint, ...answers: (ErrorCode | number | (() => Response | Promise<Response>))[]): void;
}

/** Creates an in-memory server without accounts or cameras. */
export function createFakeServer({ clock }: { readonly clock: ClockPort }): FakeServer {
  const requests: FakeRequest[] = [];
  const sockets: FakeLiveSocket[] = [];
  const mqttSockets: FakeLiveSocket[] = [];
  const planned = new Map<Endpoint, (ErrorCode | number | (() => Response | Promise<Response>))[]>();
  const broker = createFakeBroker();
  const sessions = createFakeSessions(clock, () => server.tokenLifetime);

  const server: FakeServer = {
    fetch: async (input, init) => dated(await handle(new URL(input instanceof Request ? input.url : input), init ?? {})),
    webSocket,
    requests,
    sockets,
    mqttSockets,
    broker,
    requestsTo: (endpoint) => requests.filter(({ method, path }) => method === endpoint.method && matches(endpoint, path)),
    cameras: [],
    unplayedSound: undefined,
    ...createFakeArchive(),
    ...createFakeBilling(),
    ...createFakeDeviceCodes(),
    ...createFakeSdCards(),
    ...createFakePtz(),
    ...createFakeFirmware(),
    ...createFakeSharing(),
    ...createFakeInvitations(),
    ...createFakeApiKeys(),
    ...createFakeEmbeds(),
    ...createFakeHomeMqtt(),
    ...createFakeTelegram(),
    ...createFakeSmartEvents(),
    ...createFakeTimelapse(),
    ...createFakeStreamLinks(),
    ...createFakeOperator(),
    ...createFakeQuality(),
    ...createFakeWebhooks(),
    deletionSummary: { ownedCameras: 0, sharedCameras: 0, peopleLosingAccess: 0, footageBytes: 0, graceDays: 7 },
    feedbacks: [],
    bookmarks: [],
    savedClips: [],
    events: [],
    eventMarkings: new Map(),
    eventTimeline: { marks: [], activity: [] },
    motionDetection: new Map(),
    locations: { locations: [], rooms: [], cameras: [] },
    locationsRevision: 0,
    videoWall: { account: null, device: null },
    pushConfiguration: { kind: 'web-push', publicKey: 'server-key' },
    pushTokens: new Map(),
    statusNotified: new Set(),
    statusEmailed: new Set(),
    snoozedUntil: new Map(),
    eventNotifications: new Map(),
    channelTests: [],
    presences: [{ locationId: null, presence: 'home', changedAt: null, changedBy: null }],
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

  function dated(answer: Response): Response {
    if (!answer.headers.has('Date')) answer.headers.set('Date', new Date(clock.now()).toUTCString());
    if (!answer.headers.has('Cache-Control')) answer.headers.set('Cache-Control', 'no-store');
    return answer;
  }

  async function handle(url: URL, init: RequestInit): Promise<Response> {
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.pathname + url.search,
      headers: new Headers(init.headers),
      body: readBody(init.body),
    };
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

  function respond(request: FakeRequest, { pathname: path, searchParams, origin }: URL): Response {
    if (path === '/camera-models.json') return Response.json(server.cameraModels);
    const is = (endpoint: Endpoint): boolean => request.method === endpoint.method && matches(endpoint, path);
    const { body } = request;
    if (is(requestCode)) return Response.json({ resendAfterSeconds: 60 });
    if (is(confirmCode)) {
      if (body['otp'] !== server.code) return failure('invalid-code');
      return Response.json(sessions.signIn(body));
    }
    if (is(refreshSession)) return asResponse(sessions.refresh(body));
    const ofDevice = answerDeviceCodes(is, body, { state: server, sessions, now: clock.now(), origin });
    if (ofDevice !== null) return asResponse(ofDevice);
    const asGuest = answerGuest(is, path, server, clock.now());
    if (asGuest !== null) return asResponse(asGuest);
    const bearer = request.headers.get('Authorization')?.replace('Bearer ', '') ?? '';
    const caller = sessions.deviceOf(bearer);
    const apiKey = apiKeyOf(bearer, server);
    if (!caller && !apiKey) return failure('unauthorized');
    if (caller && is(signOut)) {
      sessions.signOut(caller);
      return new Response(null, { status: 204 });
    }
    const ofUser = caller
      ? (answerAccount(is, path, body, caller, sessions, server) ??
        answerNotifications(is, path, body, caller, server) ??
        answerDeviceDecisions(is, body, { state: server, caller, now: clock.now() }))
      : null;
    if (ofUser !== null) return asResponse(ofUser);
    const ofDevelopers =
      answerApiKeys(is, path, body, apiKey, server, clock.now()) ??
      answerEmbeds(is, path, body, apiKey?.id ?? null, server, clock.now()) ??
      answerStreamLinks(is, path, body, server, clock.now()) ??
      answerHomeMqtt(is, path, body, server) ??
      answerTelegram(is, path, body, server, clock) ??
      answerOperator(is, path, searchParams, body, server) ??
      answerQuality(is, searchParams, server) ??
      answerWebhooks(is, path, searchParams, body, server, clock.now());
    if (ofDevelopers !== null) return asResponse(ofDevelopers);
    const ofBilling = answerBilling({ is, path, query: searchParams, body, headers: request.headers, now: clock.now() }, server);
    if (ofBilling !== null) return asResponse(ofBilling);
    const ofEvents =
      answerSmartEvents(is, path, body, server) ??
      answerTimelapse(is, path, body, server) ??
      answerEvents(is, path, searchParams, body, server);
    if (ofEvents !== null) return ofEvents;
    const ofBookmarks = answerBookmarks(is, path, body, server, clock.now()) ?? answerSavedClips(is, path, body, server, clock.now());
    if (ofBookmarks !== null) return asResponse(ofBookmarks);
    const ofLocations = answerLocations(is, body, request.headers, server);
    if (ofLocations !== null) return asResponse(ofLocations);
    const ofFirmware = answerFirmware(is, server);
    if (ofFirmware !== null) return ofFirmware;
    const ofPtz = answerPtz(is, path, body, server);
    if (ofPtz !== null) return asResponse(ofPtz);
    const ofSdCard = answerSdCard(is, path, searchParams, body, server);
    if (ofSdCard !== null) return ofSdCard;
    const ofInvitations = answerInvitations(is, path, body, server);
    if (ofInvitations !== null) return asResponse(ofInvitations);
    const ofSharing = answerSharing(is, path, searchParams, body, server);
    if (ofSharing !== null) return asResponse(ofSharing);
    const ofWall = answerVideoWall(is, body, server);
    if (ofWall !== null) return ofWall;
    if (is(authorizeMqtt))
      return Response.json(
        broker.authorize(
          server.cameras.map(({ id }) => id),
          clock.now() + 1_800_000,
        ),
      );
    if (is(listCameras)) return Response.json(server.cameras);
    const ofArchive = answerArchive(is, path, searchParams, request, server);
    if (ofArchive !== null) return ofArchive;
    const camera = server.cameras.find(({ id }) => path.endsWith(`/cameras/${id}`) || path.endsWith(`/cameras/${id}/about`));
    if (!camera) return failure('not-found');
    if (is(getCamera)) return Response.json(camera);
    if (is(getCameraAbout)) return Response.json({ ...aboutOf(camera), unplayedSound: server.unplayedSound });
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
    const pair = createFakeSocket(
      url,
      protocols,
      (message, socket) => {
        if (server.offline) return;
        if (message.type === 'ping') socket.send({ type: 'pong', id: message.id, serverTime: clock.now() });
        if (message.type !== 'authorize') return;
        if (sessions.deviceOf(message.token)) socket.send({ type: 'authorized', serverTime: clock.now() });
        else socket.send({ type: 'error', channel: null, error: { code: 'unauthorized', message: errorMessages.en.unauthorized } });
      },
      (data, socket) => isMqtt && !server.offline && broker.receive(data, socket),
    );
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

/** Hides serial number and device id from users without full access, like the server. */
function aboutOf({ id, title, isFullAccess }: Camera): CameraAbout {
  return {
    name: title,
    model: 'Dome 4',
    firmwareVersion: null,
    serialNumber: isFullAccess ? 'WP-0001' : null,
    appVersion: null,
    deviceId: isFullAccess ? id : null,
    clockRate: null,
  };
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

/** Reads JSON, or the fields of a form. */
function readBody(body: RequestInit['body']): Readonly<Record<string, unknown>> {
  if (body instanceof FormData) return Object.fromEntries(body);
  return typeof body === 'string' ? JSON.parse(body) : {};
}
