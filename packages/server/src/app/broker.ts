import type { Broker, BrokerRules } from '../adapters/broker/port.ts';
import { isRetainedTopic } from '../features/events/index.ts';
import type { Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';

/** Lets clients of the broker in: each feature that has clients says who is one of its own. */
export interface Doorkeeper extends BrokerRules {
  add(rules: BrokerRules): void;
}

export function createDoorkeeper(): Doorkeeper {
  const all: BrokerRules[] = [];
  return {
    add: (rules) => void all.push(rules),
    admit: async (credentials) => {
      for (const rules of all) {
        const client = await rules.admit(credentials);
        if (client) return client;
      }
      return null;
    },
  };
}

/** The embedded broker, or the way to the one that is named; each is loaded only where it is used. */
export async function createBroker({ mqttUrl }: Pick<ServerConfig, 'mqttUrl'>, deps: { readonly rules: BrokerRules; readonly clock: Clock; readonly log: Logger }): Promise<Broker> {
  if (mqttUrl === null) {
    const { createEmbeddedBroker } = await import('../adapters/broker/embedded.ts');
    return createEmbeddedBroker(deps);
  }
  const { createOutsideBroker } = await import('../adapters/broker/outside.ts');
  return createOutsideBroker({ url: mqttUrl, isRetained: isRetainedTopic, ...deps });
}
