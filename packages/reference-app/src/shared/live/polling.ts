import type { Client } from '@watchpost/sdk-core';

/** How often to ask: seldom, or not at all, while the server tells by itself. Milliseconds. */
export function pollingInterval(client: Pick<Client, 'events'>, { told, alone }: { readonly told: number | false; readonly alone: number }): number | false {
  return client.events.live().state.peek() === 'open' ? told : alone;
}
