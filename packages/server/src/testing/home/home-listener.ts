import { randomUUID } from 'node:crypto';
import mqtt, { type MqttClient } from 'mqtt';

/** What other software receives. */
interface ReceivedMessage {
  readonly topic: string;
  readonly payload: Buffer;
  /** Stored before the subscription. */
  readonly isRetained: boolean;
}

/** Other software at the broker of a home. */
export interface HomeListener {
  readonly messages: readonly ReceivedMessage[];
  /** Returns the payloads of a topic, in order. */
  textsOf(topic: string): string[];
  publish(topic: string, payload: string | Buffer, options?: { readonly retain?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Subscribes to everything. */
export async function listenAtHome(
  url: string,
  options: { readonly username?: string; readonly password?: string } = {},
): Promise<HomeListener> {
  const client = await connect(url, options);
  const messages: ReceivedMessage[] = [];
  client.on('message', (topic, payload, { retain }) => messages.push({ topic, payload, isRetained: retain }));
  await client.subscribeAsync('#', { qos: 1 });
  return {
    messages,
    textsOf: (topic) => messages.filter((message) => message.topic === topic).map(({ payload }) => payload.toString()),
    publish: async (topic, payload, { retain = false } = {}) => void (await client.publishAsync(topic, payload, { qos: 1, retain })),
    close: () => client.endAsync(true),
  };
}

/** Returns everything that the broker retains, by topic. */
export async function retainedAt(url: string): Promise<Map<string, Buffer>> {
  const client = await connect(url, {});
  const retained = new Map<string, Buffer>();
  const mark = `mark/${randomUUID()}`;
  // Stored messages come with the subscription, so before anything that is published afterwards.
  const marked = new Promise<void>((resolve) =>
    client.on('message', (topic, payload, { retain }) => {
      if (topic === mark) resolve();
      else if (retain) retained.set(topic, payload);
    }),
  );
  await client.subscribeAsync('#', { qos: 1 });
  await client.publishAsync(mark, 'x', { qos: 1 });
  await marked;
  await client.endAsync(true);
  return retained;
}

function connect(url: string, options: object): Promise<MqttClient> {
  return mqtt.connectAsync(url, { ...options, reconnectPeriod: 0 });
}
