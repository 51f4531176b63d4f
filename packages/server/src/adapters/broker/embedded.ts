import { createClients, type ClientsDeps } from './clients.ts';
import type { Broker } from './port.ts';
import { createListeners } from './listeners.ts';

/** Creates a broker inside the server: nothing to install, and nothing outside can subscribe. */
export function createEmbeddedBroker(deps: ClientsDeps): Broker {
  const listeners = createListeners(deps.log);
  const clients = createClients(deps, listeners.emit);
  return {
    publish: clients.deliver,
    listen: listeners.add,
    handleUpgrade: clients.handleUpgrade,
    recheck: clients.recheck,
    clients: clients.count,
    close: clients.close,
  };
}
