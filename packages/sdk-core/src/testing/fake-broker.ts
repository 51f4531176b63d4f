import { customerCamerasTopic, cameraEventsTopic, cameraStateTopic } from '@watchpost/contract/protocols/mqtt';
import type { MqttAuthorization } from '@watchpost/contract/schemas/events';
import type { FakeLiveSocket } from './fake-socket.ts';

/** The in-memory server's broker for live events. It knows topics and nothing else. */
export interface FakeBroker {
  authorize(cameraIds: readonly string[], expiresAt: number): MqttAuthorization;
  /** Handles what a client sends. */
  receive(data: Uint8Array, socket: FakeLiveSocket): void;
  /** Publishes to all subscribers of the topic. @returns the number of subscribers */
  publish(topic: string, message: object): number;
  /** Subscribed topics on open connections. */
  topics(): string[];
}

const customerId = 'cus_fake';

export function createFakeBroker(): FakeBroker {
  const subscriptions = new Map<FakeLiveSocket, Set<string>>();
  return {
    authorize: (cameraIds, expiresAt) => ({
      url: '/public/api/v3/mqtt',
      clientId: 'page',
      username: customerId,
      password: 'secret',
      topics: [customerCamerasTopic(customerId), ...cameraIds.flatMap((id) => [cameraStateTopic(id), cameraEventsTopic(id)])],
      expiresAt,
    }),
    receive: (data, socket) => {
      const reply = (...bytes: number[]): void => socket.sendRaw(Uint8Array.from(bytes).buffer);
      const type = (data[0] ?? 0) >> 4;
      if (type === 1) reply(0x20, 2, 0, 0);
      if (type === 12) reply(0xd0, 0);
      if (type !== 8) return;
      const { id, topics } = readSubscribe(data);
      const known = subscriptions.get(socket) ?? new Set();
      for (const topic of topics) known.add(topic);
      subscriptions.set(socket, known);
      reply(0x90, 2 + topics.length, id >> 8, id & 255, ...topics.map(() => 0));
    },
    publish: (topic, message) => {
      const listening = [...subscriptions].filter(([socket, topics]) => socket.isOpen && topics.has(topic));
      for (const [socket] of listening) socket.sendRaw(publishPacket(topic, JSON.stringify(message)));
      return listening.length;
    },
    topics: () => [...subscriptions].flatMap(([socket, topics]) => (socket.isOpen ? [...topics] : [])),
  };
}

function readSubscribe(data: Uint8Array): { id: number; topics: string[] } {
  const start = data.findIndex((byte, index) => index > 0 && byte < 128) + 1;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const topics: string[] = [];
  for (let at = start + 2; at < data.length;) {
    const length = view.getUint16(at);
    topics.push(new TextDecoder().decode(data.subarray(at + 2, at + 2 + length)));
    at += length + 3;
  }
  return { id: view.getUint16(start), topics };
}

function publishPacket(topic: string, payload: string): ArrayBuffer {
  const [name, text] = [new TextEncoder().encode(topic), new TextEncoder().encode(payload)];
  const length = 2 + name.length + text.length;
  return Uint8Array.from([0x30, (length & 127) | 128, length >> 7, name.length >> 8, name.length & 255, ...name, ...text]).buffer;
}
