import { createClients, type ClientsDeps } from './clients.ts';
import type { Broker } from './port.ts';
import { createListeners } from './listeners.ts';

/** The broker inside of the server: nothing to install, and nobody outside hears it. */
export function createEmbeddedBroker(deps: ClientsDeps): Broker {
  const listeners = createListeners(deps.log);
  const clients = createClients(deps, listeners.tell);
  return {
    publish: clients.deliver,
    listen: listeners.add,
    handleUpgrade: clients.handleUpgrade,
    recheck: clients.recheck,
    clients: clients.count,
    close: clients.close,
  };
}
