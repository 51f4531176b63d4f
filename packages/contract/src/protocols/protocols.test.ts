import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentHeaderBytes, decodeAgentSample, encodeAgentSample } from './agent-protocol.ts';
import { decodeLiveMedia, decodeTalk, encodeLiveMedia, encodeTalk, liveHeaderBytes } from './live-protocol.ts';

const bytes = fc.uint8Array({ maxLength: 300 });
/** Rounds to tenths of a millisecond, the header's precision. */
const shortTime = fc.integer({ min: 0, max: 0xffff }).map((ticks) => ticks / 10_000);

describe('live protocol', () => {
  test('speech survives a round trip with its channel; other messages are rejected', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff }), bytes, (channel, payload) => {
        expect(decodeTalk(encodeTalk(channel, payload))).toEqual({ channel, payload });
      }),
    );
    for (const wrong of [[], [3, 0, 0], [2, 0, 0, 1]]) expect(() => decodeTalk(Uint8Array.from(wrong))).toThrow(TypeError);
  });
  test('messages survive a round trip', () => {
    fc.assert(
      fc.property(
        fc.record({
          kind: fc.constantFrom('init', 'fragment'),
          keyFrame: fc.boolean(),
          discontinuity: fc.boolean(),
          channel: fc.integer({ min: 0, max: 0xffff }),
          time: fc.double({ noNaN: true }),
          payload: bytes,
        }),
        (media) => {
          const message = encodeLiveMedia(media);
          expect(message.byteLength).toBe(liveHeaderBytes + media.payload.byteLength);
          expect(decodeLiveMedia(message.slice().buffer)).toEqual(media);
        },
      ),
    );
  });
  test('random bytes are decoded or rejected with a TypeError, nothing else', () => {
    fc.assert(
      fc.property(bytes, (noise) => {
        try {
          expect(decodeLiveMedia(noise.slice().buffer).payload.byteLength).toBe(noise.byteLength - liveHeaderBytes);
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError);
        }
      }),
    );
  });
  test('short messages and unknown kinds are rejected', () => {
    expect(() => decodeLiveMedia(new ArrayBuffer(liveHeaderBytes - 1))).toThrow(TypeError);
    expect(() => decodeLiveMedia(new Uint8Array(liveHeaderBytes).fill(9).buffer)).toThrow(/Unknown kind/);
  });
});

describe('agent protocol', () => {
  test('samples survive a round trip', () => {
    fc.assert(
      fc.property(
        fc.record({
          stream: fc.constantFrom('main', 'low'),
          kind: fc.constantFrom('video', 'audio'),
          keyFrame: fc.boolean(),
          decodeTime: fc.double({ min: -1e10, max: 1e10, noNaN: true }),
          compositionOffset: shortTime,
          duration: shortTime,
          data: bytes,
          late: fc.boolean(),
        }),
        (sample) => {
          expect(decodeAgentSample(encodeAgentSample(sample))).toEqual(sample);
        },
      ),
    );
  });
  test('a sample inside a larger buffer is read from its own offset', () => {
    fc.assert(
      fc.property(bytes, fc.nat(40), (data, offset) => {
        const sample = {
          stream: 'main',
          kind: 'video',
          keyFrame: true,
          decodeTime: 1.5,
          compositionOffset: 0,
          duration: 0.04,
          data,
          late: false,
        } as const;
        const encoded = encodeAgentSample(sample);
        const buffer = new Uint8Array(offset + encoded.byteLength + 7).fill(0xee);
        buffer.set(encoded, offset);
        expect(decodeAgentSample(buffer.subarray(offset, offset + encoded.byteLength))).toEqual(sample);
      }),
    );
  });
  test('durations out of range are clamped, not wrapped', () => {
    const sample = {
      stream: 'low',
      kind: 'audio',
      keyFrame: false,
      decodeTime: 0,
      compositionOffset: 100,
      duration: 100,
      data: new Uint8Array(),
    } as const;
    expect(decodeAgentSample(encodeAgentSample(sample))).toMatchObject({ compositionOffset: 6.5535, duration: 6.5535 });
  });
  test('short messages are rejected', () => {
    expect(() => decodeAgentSample(new Uint8Array(agentHeaderBytes - 1))).toThrow(TypeError);
  });
  // Ticks of such a time are no whole numbers, which a fragment needs.
  test.each([Number.POSITIVE_INFINITY, Number.NaN, 3.4e187, -1e11, 1.1e10])('a decode time of %d s is rejected', (seconds) => {
    const message = new Uint8Array(agentHeaderBytes);
    new DataView(message.buffer).setFloat64(4, seconds);
    expect(() => decodeAgentSample(message)).toThrow(/number of seconds/);
  });
});
