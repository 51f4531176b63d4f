import {
  getCameraNotifications,
  getEventNotifications,
  getPushConfiguration,
  sendTestPush,
  subscribeToPush,
  testNotifications,
  unsubscribeFromPush,
  updateCameraNotifications,
  updateEventNotifications,
} from '@watchpost/contract/endpoints/notifications';
import { getPresence, updatePresence } from '@watchpost/contract/endpoints/locations';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { PlacePresence } from '@watchpost/contract/schemas/locations';
import type { ChannelTest, EventNotifications, PushConfiguration } from '@watchpost/contract/schemas/notifications';
import type { FakeDevice } from '../fake-sessions.ts';

/** The in-memory server's push state. */
export interface FakePushServer {
  pushConfiguration: PushConfiguration;
  /** The token of each device, by device id. */
  readonly pushTokens: Map<string, string>;
  /** Ids of cameras whose status changes notify the user. */
  readonly statusNotified: Set<string>;
  /** Those of them that also get e-mail messages. */
  readonly statusEmailed: Set<string>;
  /** Until when the events of a camera are not announced, Unix ms, by its id. */
  readonly snoozedUntil: Map<string, number>;
  /** Changed notification settings by camera id and event type, `yard human`. */
  readonly eventNotifications: Map<string, EventNotifications>;
  /** What a test of all channels finds. */
  channelTests: ChannelTest[];
  /** Who is home where: all places of the user. */
  presences: PlacePresence[];
}

const defaultEventNotifications: EventNotifications = {
  isEnabled: true,
  isEmailEnabled: false,
  cooldownSeconds: 300,
  schedule: null,
  onlyWhenAway: false,
};

/** Answers a call about push; null for any other call. */
export function answerNotifications(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  caller: FakeDevice,
  state: FakePushServer & { readonly cameras: readonly { readonly id: string }[] },
): Response | ErrorCode | null {
  if (is(getPushConfiguration)) return Response.json(state.pushConfiguration);
  if (is(subscribeToPush)) {
    const { token } = body;
    if (typeof token !== 'string' || token === '') return 'invalid-request';
    // A token belongs to one device: it moves to the caller.
    for (const [device, known] of state.pushTokens) if (known === token) state.pushTokens.delete(device);
    state.pushTokens.set(caller.id, token);
    return Response.json({ kind: state.pushConfiguration.kind });
  }
  if (is(unsubscribeFromPush)) {
    state.pushTokens.delete(caller.id);
    return new Response(null, { status: 204 });
  }
  if (is(getCameraNotifications) || is(updateCameraNotifications)) {
    const cameraId = path.split('/').at(-2) ?? '';
    if (!state.cameras.some(({ id }) => id === cameraId)) return 'not-found';
    if (body['isStatusNotified'] === true) state.statusNotified.add(cameraId);
    if (body['isStatusNotified'] === false) state.statusNotified.delete(cameraId);
    if (body['isStatusEmailed'] === true) state.statusEmailed.add(cameraId);
    if (body['isStatusEmailed'] === false) state.statusEmailed.delete(cameraId);
    const until = body['snoozedUntil'];
    if (typeof until === 'number') state.snoozedUntil.set(cameraId, until);
    if (until === null) state.snoozedUntil.delete(cameraId);
    return Response.json({
      isStatusNotified: state.statusNotified.has(cameraId),
      isStatusEmailed: state.statusEmailed.has(cameraId),
      snoozedUntil: state.snoozedUntil.get(cameraId) ?? null,
    });
  }
  if (is(getEventNotifications) || is(updateEventNotifications)) {
    const [, cameraId = '', eventType = ''] = /\/cameras\/([^/]+)\/event-types\/([^/]+)\//.exec(path) ?? [];
    if (!state.cameras.some(({ id }) => id === cameraId)) return 'not-found';
    const key = `${cameraId} ${eventType}`;
    const settings = { ...(state.eventNotifications.get(key) ?? defaultEventNotifications), ...body };
    state.eventNotifications.set(key, settings);
    return Response.json(settings);
  }
  if (is(testNotifications)) return Response.json({ results: state.channelTests });
  if (is(getPresence)) return Response.json(state.presences);
  if (is(updatePresence)) {
    const { presence, locationId } = body;
    if (presence !== 'home' && presence !== 'away') return 'invalid-request';
    if (locationId !== undefined && !state.presences.some((place) => place.locationId === locationId)) return 'not-found';
    state.presences = state.presences.map((place) =>
      locationId === undefined || place.locationId === locationId ? { ...place, presence, changedAt: 0, changedBy: 'app' } : place,
    );
    return Response.json(state.presences);
  }
  if (is(sendTestPush)) return state.pushTokens.has(caller.id) ? new Response(null, { status: 204 }) : 'not-found';
  return null;
}
