import fc from 'fast-check';
import mqtt from 'mqtt-packet';
import type { Packet } from 'mqtt-packet';
import { expect, test } from 'vitest';
import { createPacketReader, encodeConnect, encodePing, encodePublish, encodeSubscribe, type MqttPacket } from './mqtt-codec.ts';

/** How an independent parser reads our bytes. */
function parse(bytes: Uint8Array): Packet[] {
  const packets: Packet[] = [];
  const parser = mqtt.parser();
  parser.on('packet', (packet) => packets.push(packet));
  parser.on('error', (error) => {
    throw error;
  });
  parser.parse(bytes);
  return packets;
}
function concat(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
const topic = fc.stringMatching(/^[\w/ю-]{1,60}$/);

test('an independent parser reads our packets', () => {
  fc.assert(
    fc.property(
      topic,
      fc.string({ maxLength: 300, unit: 'grapheme' }),
      fc.integer({ min: 1, max: 65_535 }),
      fc.array(topic, { minLength: 1, maxLength: 60 }),
      (clientId, password, id, topics) => {
        const [connect] = parse(encodeConnect({ clientId, username: 'anna', password }, 60));
        expect(connect).toMatchObject({ cmd: 'connect', protocolVersion: 4, clean: true, keepalive: 60, clientId, username: 'anna' });
        expect(connect?.cmd === 'connect' && new TextDecoder().decode(connect.password)).toBe(password);
        expect(parse(encodeSubscribe(id, topics))).toMatchObject([
          { cmd: 'subscribe', messageId: id, subscriptions: topics.map((name) => ({ topic: name, qos: 0 })) },
        ]);
      },
    ),
  );
  fc.assert(
    fc.property(topic, fc.string({ maxLength: 400, unit: 'grapheme' }), (name, payload) => {
      const [packet] = parse(encodePublish(name, payload));
      expect(packet).toMatchObject({ cmd: 'publish', topic: name, qos: 0, retain: false, dup: false });
      expect(packet?.cmd === 'publish' && typeof packet.payload !== 'string' && new TextDecoder().decode(packet.payload)).toBe(payload);
    }),
  );
  expect(parse(encodePing())).toMatchObject([{ cmd: 'pingreq' }]);
});

test('our parser reads independent packets in pieces of any size', () => {
  const message = fc.record({
    topic,
    payload: fc.string({ maxLength: 400, unit: 'grapheme' }),
    qos: fc.constantFrom<0 | 1>(0, 1),
    retain: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 8 }),
      fc.array(fc.integer({ min: 0, max: 255 }), { minLength: 1, maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (messages, codes, cuts) => {
        const bytes = concat([
          mqtt.generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
          ...messages.map((one) => mqtt.generate({ cmd: 'publish', dup: false, messageId: 7, ...one })),
          mqtt.generate({ cmd: 'suback', messageId: 500, granted: codes.map((code) => (code % 2 === 0 ? 0 : 128)) }),
          mqtt.generate({ cmd: 'pingresp' }),
        ]);
        const read = createPacketReader();
        const packets: MqttPacket[] = [];
        for (let at = 0, cut = 0; at < bytes.length; cut += 1) {
          const size = cuts[cut % cuts.length] ?? 1;
          packets.push(...read(bytes.subarray(at, at + size)));
          at += size;
        }
        expect(packets).toEqual([
          { type: 'connected', code: 0 },
          ...messages.map(({ topic: name, payload }) => ({ type: 'message', topic: name, payload })),
          { type: 'granted', id: 500, codes: codes.map((code) => (code % 2 === 0 ? 0 : 128)) },
          { type: 'pong' },
        ]);
      },
    ),
  );
});

test('any input yields packets or a TypeError, and buffers at most 64 KB', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 20 }), (pieces) => {
      const read = createPacketReader();
      try {
        for (const piece of pieces) read(piece);
      } catch (error) {
        expect(error).toBeInstanceOf(TypeError);
      }
    }),
    { numRuns: 500 },
  );
  for (const bytes of [
    [0x30, 0xff, 0xff, 0xff, 0x7f],
    [0x30, 0xff, 0xff, 0xff, 0xff, 0x01],
    [0x30, 0x02, 0x00, 0x09],
  ])
    expect(() => createPacketReader()(Uint8Array.from(bytes))).toThrow(TypeError);
});
