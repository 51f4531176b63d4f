import type { Broker } from './port.ts';
import { createViewers, type ViewersDeps } from './viewers.ts';

/** The broker inside of the server: nothing to install, and nobody outside hears it. */
export function createEmbeddedBroker(deps: ViewersDeps): Broker {
  const viewers = createViewers(deps);
  return {
    publish: viewers.deliver,
    handleUpgrade: viewers.handleUpgrade,
    recheck: viewers.recheck,
    viewers: viewers.count,
    close: viewers.close,
  };
}
