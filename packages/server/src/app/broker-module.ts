import type { Clock } from '@watchpost/contract/timing/clock';
import type { Broker, BrokerRules } from '../adapters/broker/port.ts';
import type { ConnectHomeBroker } from '../adapters/home-broker/port.ts';
import { isRetainedTopic } from '../features/events/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import type { Logger } from '../kernel/log.ts';
import type { ServerModule } from '../kernel/module/server-module.ts';

/** Authorizes the broker's clients: each feature with clients adds its rules. */
export interface BrokerAuthorizer extends BrokerRules {
  add(rules: BrokerRules): void;
}

interface BrokerModule extends ServerModule {
  readonly broker: Broker;
  readonly authorizer: BrokerAuthorizer;
}

interface BrokerModuleDeps {
  readonly config: Pick<ServerConfig, 'mqttUrl'>;
  readonly clock: Clock;
  readonly log: Logger;
}

export async function createBrokerModule({ config, clock, log }: BrokerModuleDeps): Promise<BrokerModule> {
  const authorizer = createBrokerAuthorizer();
  const broker = await createBroker(config, { rules: authorizer, clock, log });
  return { name: 'broker', broker, authorizer, stop: broker.close };
}

function createBrokerAuthorizer(): BrokerAuthorizer {
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

/** Starts the embedded broker, or connects to the one in `MQTT_URL`; only the driver in use is loaded. */
async function createBroker(
  { mqttUrl }: Pick<ServerConfig, 'mqttUrl'>,
  deps: { readonly rules: BrokerRules; readonly clock: Clock; readonly log: Logger },
): Promise<Broker> {
  if (mqttUrl === null) {
    const { createEmbeddedBroker } = await import('../adapters/broker/embedded.ts');
    return createEmbeddedBroker(deps);
  }
  const { createOutsideBroker } = await import('../adapters/broker/outside.ts');
  return createOutsideBroker({ url: mqttUrl, isRetained: isRetainedTopic, ...deps });
}

/** Returns how to connect to the broker in `HOME_MQTT_URL`; null, and nothing is loaded, without one. */
export async function createHomeBrokerConnect({
  config: { homeMqtt },
  clock,
  log,
}: Omit<BrokerModuleDeps, 'config'> & { readonly config: Pick<ServerConfig, 'homeMqtt'> }): Promise<ConnectHomeBroker | null> {
  if (!homeMqtt) return null;
  const { createHomeBroker } = await import('../adapters/home-broker/home-broker.ts');
  return (session) => createHomeBroker({ ...session, url: homeMqtt.url, clock, log });
}
