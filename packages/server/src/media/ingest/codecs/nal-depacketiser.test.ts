import { describe, expect, test } from 'vitest';
import { createH264Depacketiser, type AccessUnit } from './h264-depacketiser.ts';
import { createH265Depacketiser } from './h265-depacketiser.ts';
import type { Depacketiser } from './nal-depacketiser.ts';

type Packet = readonly [timestamp: number, marker: boolean, payload: string];

/** Pictures of packets that follow each other, as the hexadecimal text of their units. */
function pictures(create: (onPicture: (unit: AccessUnit) => void) => Depacketiser, packets: readonly Packet[]): string[][] {
  const found: string[][] = [];
  const depacketiser = create(({ units }) => void found.push(units.map((unit) => Buffer.from(unit).toString('hex'))));
  packets.forEach(([timestamp, marker, payload], index) =>
    depacketiser.push({
      payloadType: 96,
      sequence: (65_534 + index) & 0xffff,
      timestamp,
      marker,
      payload: Buffer.from(payload, 'hex'),
    }),
  );
  expect(depacketiser.dropped).toBe(0);
  return found;
}

describe('a camera in the field', () => {
  test.each<[does: string, packets: readonly Packet[], expected: string[][]]>([
    ['sends a unit as one fragment: bluenviron/gortsplib PR #649, scottlamb/retina PR #131', [[1, true, '7cc580aa']], [['6580aa']]],
    [
      'sets the reserved bit of fragments: scottlamb/retina PR #109',
      [
        [1, false, '7ca580'],
        [1, true, '7c6501'],
      ],
      [['658001']],
    ],
    [
      'sends empty fragments: scottlamb/retina #115',
      [
        [1, false, '7c8580'],
        [1, false, '7c05'],
        [1, true, '7c45'],
      ],
      [['6580']],
    ],
    [
      'never marks the end of a unit',
      [
        [1, false, '7c8580'],
        [1, true, '7c0501'],
        [2, false, '7c8180'],
        [2, true, '7c0102'],
        [3, true, '4180'],
      ],
      [['658001'], ['618002'], ['4180']],
    ],
    [
      'never marks the end of a slice',
      [
        [1, false, '6742'],
        [1, false, '7c8580'],
        [1, false, '7c0501'],
        [1, false, '7c8540'],
        [1, true, '7c0502'],
        [2, true, '4180'],
      ],
      [['6742', '658001', '654002'], ['4180']],
    ],
    [
      'never marks the end of a slice in front of a whole unit',
      [
        [1, false, '7c8580'],
        [1, false, '7c0501'],
        [1, true, '6540'],
      ],
      [['658001', '6540']],
    ],
    [
      'marks each packet as the last of its picture',
      [
        [1, true, '6742'],
        [1, true, '7c8580'],
        [1, true, '7c0501'],
        [1, true, '7c4502'],
        [2, true, '4180'],
      ],
      [['6742', '65800102'], ['4180']],
    ],
  ])('%s (H.264)', (_, packets, expected) => {
    expect(pictures(createH264Depacketiser, packets)).toEqual(expected);
  });

  test.each<[does: string, packets: readonly Packet[], expected: string[][]]>([
    ['sends a unit as one fragment: scottlamb/retina PR #131', [[1, true, '6201d380aa']], [['260180aa']]],
    [
      'sends empty fragments: scottlamb/retina #115',
      [
        [1, false, '62019380'],
        [1, false, '620113'],
        [1, true, '620153'],
      ],
      [['260180']],
    ],
    [
      'never marks the end of a unit',
      [
        [1, false, '62019380'],
        [1, true, '62011301'],
        [2, false, '62018180'],
        [2, true, '62010102'],
        [3, true, '020180'],
      ],
      [['26018001'], ['02018002'], ['020180']],
    ],
  ])('%s (H.265)', (_, packets, expected) => {
    expect(pictures(createH265Depacketiser, packets)).toEqual(expected);
  });
});

test('what lost its end on the way is dropped, not joined with what follows', () => {
  const found: number[] = [];
  const depacketiser = createH264Depacketiser(({ timestamp }) => void found.push(timestamp));
  const push = (sequence: number, timestamp: number, marker: boolean, payload: string): void =>
    depacketiser.push({ payloadType: 96, sequence, timestamp, marker, payload: Buffer.from(payload, 'hex') });
  push(1, 1, false, '7c8580');
  push(3, 2, true, '4180');
  push(4, 3, false, '7c8180');
  push(6, 3, true, '4140');
  push(7, 4, true, '4180');
  expect([found, depacketiser.dropped]).toEqual([[2, 4], 2]);
});
