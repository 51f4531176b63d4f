/** The part of MQTT 3.1.1 that subscribing and publishing with quality of service 0 needs: 1 KB instead of a library's 100. */

export type MqttPacket =
  | { readonly type: 'connected'; /** 0: welcome. */ readonly code: number }
  | { readonly type: 'granted'; readonly id: number; /** One for each topic; 128 is a refusal. */ readonly codes: readonly number[] }
  | { readonly type: 'message'; readonly topic: string; readonly payload: string }
  | { readonly type: 'pong' };

export interface MqttCredentials {
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
}

const types = { connect: 1, connack: 2, publish: 3, subscribe: 8, suback: 9, pingreq: 12, pingresp: 13 } as const;
/** A larger packet can't come from our server. */
const maxPacketBytes = 65_536;

/** @param keepAlive seconds of silence after which the broker may disconnect */
export function encodeConnect({ clientId, username, password }: MqttCredentials, keepAlive: number): Uint8Array<ArrayBuffer> {
  // Version 4 (3.1.1), with user name and password; clean session: the broker stores nothing for an offline client.
  const header = [...text('MQTT'), 4, 0b1100_0010, keepAlive >> 8, keepAlive & 255];
  return packet(types.connect, 0, [...header, ...text(clientId), ...text(username), ...text(password)]);
}

/** @param id 1 to 65535, repeated in the answer */
export function encodeSubscribe(id: number, topics: readonly string[]): Uint8Array<ArrayBuffer> {
  return packet(types.subscribe, 2, [id >> 8, id & 255, ...topics.flatMap((topic) => [...text(topic), 0])]);
}

/** Quality of service 0: a message is sent once, without an acknowledgement, and stored nowhere. */
export function encodePublish(topic: string, payload: string): Uint8Array<ArrayBuffer> {
  return packet(types.publish, 0, [...text(topic), ...new TextEncoder().encode(payload)]);
}

export function encodePing(): Uint8Array<ArrayBuffer> {
  return packet(types.pingreq, 0, []);
}

/**
 * Assembles packets from pieces of any size.
 * @returns a function that accepts the next piece and returns the completed packets in order; throws a TypeError for anything but MQTT
 */
export function createPacketReader(): (piece: Uint8Array) => MqttPacket[] {
  let rest = new Uint8Array(0);
  return (piece) => {
    const bytes = new Uint8Array(rest.length + piece.length);
    bytes.set(rest);
    bytes.set(piece, rest.length);
    const packets: MqttPacket[] = [];
    let at = 0;
    for (;;) {
      const length = readLength(bytes, at + 1);
      if (!length || length.end + length.value > bytes.length) break;
      const known = readPacket(bytes[at] ?? 0, bytes.subarray(length.end, length.end + length.value));
      if (known) packets.push(known);
      at = length.end + length.value;
    }
    rest = bytes.slice(at);
    return packets;
  };
}

/** Null while the packet is incomplete. */
function readLength(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let index = 0; index < 4; index++) {
    const byte = bytes[from + index];
    if (byte === undefined) return null;
    value += (byte & 127) << (7 * index);
    if (value > maxPacketBytes) throw new TypeError('The packet is too long.');
    if (byte < 128) return { value, end: from + index + 1 };
  }
  throw new TypeError('This is no length of an MQTT packet.');
}

/** Null for a packet that doesn't concern a subscriber. */
function readPacket(first: number, body: Uint8Array): MqttPacket | null {
  const type = first >> 4;
  if (type === types.connack) return { type: 'connected', code: byteAt(body, 1) };
  if (type === types.suback) return { type: 'granted', id: (byteAt(body, 0) << 8) | byteAt(body, 1), codes: [...body.subarray(2)] };
  if (type === types.pingresp) return { type: 'pong' };
  if (type !== types.publish) return null;
  const length = (byteAt(body, 0) << 8) | byteAt(body, 1);
  if (length + 2 > body.length) throw new TypeError('The topic is longer than its packet.');
  // A quality of service above 0 adds an id, which we never request.
  const start = 2 + length + ((first & 6) === 0 ? 0 : 2);
  const decoder = new TextDecoder();
  return { type: 'message', topic: decoder.decode(body.subarray(2, 2 + length)), payload: decoder.decode(body.subarray(start)) };
}

function byteAt(bytes: Uint8Array, index: number): number {
  const byte = bytes[index];
  if (byte === undefined) throw new TypeError('The packet is too short.');
  return byte;
}

function packet(type: number, flags: number, body: readonly number[]): Uint8Array<ArrayBuffer> {
  const length: number[] = [];
  let left = body.length;
  do {
    length.push((left & 127) | (left > 127 ? 128 : 0));
    left >>= 7;
  } while (left > 0);
  return Uint8Array.from([(type << 4) | flags, ...length, ...body]);
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [bytes.length >> 8, bytes.length & 255, ...bytes];
}
