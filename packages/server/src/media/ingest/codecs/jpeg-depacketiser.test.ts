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

// ngraziano/SharpRTSP PR #95.
test.each<[string, string, [number, number] | null]>([
  ['its size in ONVIF’s extension', 'ffd80005ffc000110805b00a00', [2560, 1456]],
  ['other segments and fill bytes before it', 'ffd80007ffdd00040010ffffffc000110805b00a00', [2560, 1456]],
  ['another extension', 'abac0005ffc000110805b00a00', null],
  ['an extension without a size', 'ffd80002ffdd00040010ffff', null],
  ['half a size', 'ffd80002ffc000110805b0', null],
  ['a size that no camera has', 'ffd80005ffc0001108ffffffff', null],
  ['segments of no length', 'ffd80005ffdd0000ffdd0000ffdd0000', null],
  ['no extension', '', null],
])('a picture of more than 2040 pixels with %s', (_, hex, expected) => {
  const sizes: [number, number][] = [];
  const push = createJpegDepacketiser(({ data }) => {
    const frame = data.indexOf(Buffer.of(0xff, 0xc0));
    sizes.push([data.readUInt16BE(frame + 7), data.readUInt16BE(frame + 5)]);
  });
  const payload = Buffer.concat([Buffer.from([0, 0, 0, 0, 1, 50, 0, 0]), Buffer.alloc(partBytes, 1)]);
  const extension = Buffer.from(hex, 'hex');
  push({ payloadType: 26, marker: true, sequence: 1, timestamp: 0, payload, ...(hex !== '' && { extension }) });
  expect(sizes).toEqual(expected ? [expected] : []);
});
