import { getPushConfiguration, sendTestPush, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { PushConfiguration } from '@watchpost/contract/schemas/notifications';
import type { FakeDevice } from './fake-sessions.ts';

/** The part of the server in memory that push needs. */
export interface FakePushServer {
  pushConfiguration: PushConfiguration;
  /** The token of each device, by device id. */
  readonly pushTokens: Map<string, string>;
}

/** The answer to a call about push; null when the call is none of these. */
export function answerNotifications(is: (endpoint: Endpoint) => boolean, body: Readonly<Record<string, unknown>>, caller: FakeDevice, state: FakePushServer): Response | ErrorCode | null {
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
  if (is(sendTestPush)) return state.pushTokens.has(caller.id) ? new Response(null, { status: 204 }) : 'not-found';
  return null;
}
