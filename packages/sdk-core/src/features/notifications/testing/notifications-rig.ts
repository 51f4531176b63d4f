import type { WatchpostErrorCode } from '../../../kernel/errors.ts';
import { createFakePush, createTestClient, signIn } from '../../../testing/index.ts';
import type { FakePush, TestClient, TestClientOptions } from '../../../testing/index.ts';
import type { NotificationsApi } from '../notifications-types.ts';

export interface NotificationsRig extends TestClient {
  readonly notifications: NotificationsApi;
  readonly push: FakePush;
  /** Codes of all failures, in order. */
  readonly errors: WatchpostErrorCode[];
  /** Each state as `permission connection`, in order. */
  readonly states: string[];
}

/** A signed-in client with a push service in memory. */
export async function createNotificationsRig(
  push: FakePush = createFakePush(),
  options: TestClientOptions = {},
): Promise<NotificationsRig> {
  const parts = createTestClient({ push: push.ports, ...options });
  if (parts.client.session.current.peek() === null) await signIn(parts.client, parts.server);
  const { notifications } = parts.client;
  const errors: WatchpostErrorCode[] = [];
  const states: string[] = [];
  notifications.onError(({ code }) => errors.push(code));
  notifications.state.subscribe(({ permission, connection }) => void states.push(`${permission} ${connection.kind}`));
  return { ...parts, push, notifications, errors, states };
}
