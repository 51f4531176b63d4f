import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ParseError } from '../codecs/parse-error.ts';
import { createRtspReader } from './rtsp-reader.ts';

const answer = Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 1\r\n\r\n');
const frame = (channel: number, index: number, bytes = 30): Buffer => {
  const data = Buffer.alloc(bytes, index);
  data[0] = 0x80;
  return Buffer.concat([Buffer.of(0x24, channel, data.length >> 8, data.length & 255), data]);
};

function read(chunks: readonly Buffer[]): string[] {
  const seen: string[] = [];
  const push = createRtspReader({
    onMessage: ({ startLine }) => void seen.push(startLine),
    onFrame: (channel, data) => void seen.push(`${channel}:${data[1]}`),
  });
  for (const chunk of chunks) push(chunk);
  return seen;
}

const split = (data: Buffer, size: number): Buffer[] =>
  Array.from({ length: Math.ceil(data.length / size) }, (_, index) => Buffer.from(data.subarray(index * size, (index + 1) * size)));

test('of frames that are split between chunks, only those are copied: the others are views of what has come', () => {
  const stream = Buffer.concat([answer, ...Array.from({ length: 120 }, (_, index) => frame(0, index, 1400))]);
  // Everywhere in a frame, its header included.
  for (const size of [16_384, 16_385, 16_386, 16_387, 20_001, 65_536]) {
    const chunks = split(stream, size).map((chunk) => Buffer.from(new Uint8Array(chunk).buffer));
    const sources: ReadonlySet<ArrayBufferLike> = new Set(chunks.map(({ buffer }) => buffer));
    const seen: number[] = [];
    let copied = 0;
    const push = createRtspReader({
      onMessage: () => {},
      onFrame: (_, data) => {
        seen.push(data[1] ?? -1);
        if (!sources.has(data.buffer)) copied += data.length;
      },
    });
    for (const chunk of chunks) push(chunk);
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index));
    expect(copied).toBeLessThanOrEqual((chunks.length - 1) * 1400);
  }
});

describe('stray bytes between frames', () => {
  test.each([
    ['bytes', Buffer.from('8060123499', 'hex')],
    ['a dollar', Buffer.from('$')],
    ['dollars', Buffer.from('$$$$$$$$')],
    ['a frame of another channel without RTP', Buffer.from('240700400011223344', 'hex')],
    ['text', Buffer.from('hello world')],
    ['an answer that is cut', Buffer.from('RTSP/1.0 2')],
    ['half a word', Buffer.from('RTS')],
    ['HTTP', Buffer.from('HTTP/1.1 200 OK\r\n\r\n')],
    ['zeros', Buffer.alloc(2000)],
    ['what follows a frame whose length is too small', Buffer.alloc(1000, 0xa5)],
  ])('%s: no frame is lost, however the bytes are split', (_, stray) => {
    const stream = Buffer.concat([
      answer,
      frame(0, 1),
      frame(1, 2),
      stray,
      frame(0, 3),
      frame(1, 4),
      stray,
      answer,
      frame(0, 5),
      frame(0, 6),
    ]);
    const ok = 'RTSP/1.0 200 OK';
    for (const size of [1, 7, 64, stream.length])
      expect(read(split(stream, size))).toEqual([ok, '0:1', '1:2', '0:3', '1:4', ok, '0:5', '0:6']);
  });

  test('a frame that is shorter than it says takes at most its neighbour with it', () => {
    const short = frame(0, 2).subarray(0, 20);
    const seen = read([Buffer.concat([answer, frame(0, 1), short, frame(0, 3), frame(0, 4), frame(0, 5), frame(0, 6)])]);
    expect(seen.slice(-3)).toEqual(['0:4', '0:5', '0:6']);
  });

  test('random bytes: everything behind them is read, as soon as it has something behind itself', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 97 }), (bytes, size) => {
        // A header with a length of its own may hide what follows; the reader can't know better.
        const stray = Buffer.from(bytes).map((byte) => (byte === 0x24 || (byte >= 0x41 && byte <= 0x5a) ? 1 : byte));
        const stream = Buffer.concat([answer, frame(0, 1), Buffer.from(stray), frame(0, 2), frame(2, 3), frame(0, 4)]);
        expect(read(split(stream, size)).slice(0, 2)).toEqual(['RTSP/1.0 200 OK', '0:1']);
        expect(read(split(stream, size)).at(-1)).toBe('0:4');
        expect(read(split(stream, size))).toContain('0:2');
      }),
      { numRuns: 200 },
    );
  });

  test('a peer that never comes back is given up after a megabyte', () => {
    const garbage = Buffer.alloc(64 * 1024, 0xa5);
    expect(() => read([answer, frame(0, 1), ...Array.from({ length: 17 }, () => garbage)])).toThrow(ParseError);
  });

  test('beginnings of messages that never come do not count as coming back', () => {
    const garbage = Buffer.from('RTSP/1.'.repeat(10_000));
    expect(() => read([answer, frame(0, 1), ...Array.from({ length: 17 }, () => garbage)])).toThrow(ParseError);
  });

  test('a peer that has never spoken RTSP gets no second chance', () => {
    for (const text of ['HTTP/1.1 400 Bad Request\r\n\r\n', '\r\n<html>', '\u0000RTSP/1.0 200 OK\r\n\r\n'])
      expect(() => read([Buffer.from(text)])).toThrow(ParseError);
  });
});
