import { expect, test, vi } from 'vitest';
import { createJpegDepacketiser } from './jpeg-depacketiser.ts';

const partBytes = 100;
const parts = 3;

/** One packet of a picture of 160×80. */
function packet(picture: number, part: number) {
  const header = Buffer.from([0, 0, 0, 0, 1, 50, 20, 10]);
  header.writeUIntBE(part * partBytes, 1, 3);
  return {
    payloadType: 26,
    marker: part === parts - 1,
    sequence: (0xfffa + picture * parts + part) & 0xffff,
    timestamp: picture * 3600,
    payload: Buffer.concat([header, Buffer.alloc(partBytes, picture)]),
  };
}

/** Receives six pictures without the packets that are named `picture.part`. @returns the pictures, and what each says was dropped before */
function receive(missing: readonly string[], change: (packets: ReturnType<typeof packet>[]) => void = () => undefined): [number, number][] {
  const seen: [number, number][] = [];
  const push = createJpegDepacketiser(({ timestamp, dropped }) => void seen.push([timestamp / 3600, dropped]));
  const packets = Array.from({ length: 6 * parts }, (_, index) => [Math.floor(index / parts), index % parts] as const)
    .filter(([picture, part]) => !missing.includes(`${picture}.${part}`))
    .map(([picture, part]) => packet(picture, part));
  change(packets);
  for (const one of packets) push(one);
  return seen;
}

const whole = [0, 1, 2, 3, 4, 5].map((picture) => [picture, 0]);

test('pictures that arrive whole are passed on, and none is counted', () => {
  expect(receive([])).toEqual(whole);
});

test.each([
  ['its first packet', ['2.0'], [2]],
  ['a packet in its middle', ['2.1'], [2]],
  ['its last packet', ['2.2'], [2]],
  ['all its packets', ['2.0', '2.1', '2.2'], [2]],
  ['the end of one and the beginning of the next', ['2.2', '3.0'], [2, 3]],
  ['packets of two pictures in a row', ['2.0', '3.2'], [2, 3]],
])('a picture without %s is dropped, and the next one says so', (_, missing, lost) => {
  const seen = receive(missing);
  expect(seen.map(([picture]) => picture)).toEqual([0, 1, 2, 3, 4, 5].filter((picture) => !lost.includes(picture)));
  expect(seen.filter(([, dropped]) => dropped > 0)).toEqual([[Math.max(...lost) + 1, lost.length]]);
});

test('the rest of a picture that began before the connection is not counted, nor is its last packet that comes twice', () => {
  expect(receive(['0.0'])).toEqual(whole.slice(1));
  expect(receive([], (packets) => void packets.splice(8, 0, ...packets.slice(8, 9)))).toEqual(whole);
});

test('packets that are too short, and those of pictures that the format does not describe, are counted as pictures', () => {
  const short = receive([], (packets) => void packets.splice(6, 3, { ...packet(2, 0), payload: Buffer.alloc(3) }));
  expect(short.filter(([, dropped]) => dropped > 0)).toEqual([[3, 1]]);
});

test('empty packets within a picture are not kept', () => {
  const concat = vi.spyOn(Buffer, 'concat');
  try {
    const header = packet(0, 1).payload.subarray(0, 8);
    const seen = receive([], (packets) => {
      packets.splice(1, 0, ...Array.from({ length: 1000 }, () => ({ ...packet(0, 1), marker: false, payload: header })));
    });
    expect(seen).toEqual(whole);
    expect(Math.max(...concat.mock.calls.map(([list]) => list.length))).toBeLessThan(10);
  } finally {
    concat.mockRestore();
  }
});
