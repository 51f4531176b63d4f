import { systemClock } from '@watchpost/sdk-core';
import type { Client } from '@watchpost/sdk-core';
import { forgetPerson } from '../../shared/browser/preferences.ts';

/** Maximum wait for the push service, ms: navigation would abort its request, but a service that does not answer must not block the sign-out. */
const pushTimeoutMs = 3000;

/** Waits until this browser receives no more push messages for the user who signed out. */
function pushIsGone({ state, disconnect }: Client['notifications']): Promise<void> {
  if (state.peek().connection.kind === 'disconnected') return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = systemClock.after(pushTimeoutMs, resolve);
    void disconnect().finally(() => {
      cancel();
      resolve();
    });
  });
}

/** Ends the session and removes what the user left in this browser. A new page must load next, so that no data of the user stays in memory. */
export async function endSession(client: Pick<Client, 'notifications' | 'session'>): Promise<void> {
  await client.session.signOut();
  forgetPerson();
  await pushIsGone(client.notifications);
}
