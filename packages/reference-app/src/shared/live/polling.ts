import type { Client } from '@watchpost/sdk-core';

/** Returns the polling interval, ms: long, or none, while the server pushes changes. */
export function pollingInterval(
  client: Pick<Client, 'events'>,
  { connectedMs, disconnectedMs }: { readonly connectedMs: number | false; readonly disconnectedMs: number },
): number | false {
  return client.events.live().state.peek() === 'open' ? connectedMs : disconnectedMs;
}
