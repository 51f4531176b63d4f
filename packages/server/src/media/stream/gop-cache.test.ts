import { expect, test } from 'vitest';
import { createGopCache } from './gop-cache.ts';

const entry = (keyFrame: boolean, bytes: number) =>
  ({
    sample: { kind: 'video', decodeTime: 1, compositionOffset: 0, duration: 1, keyFrame, data: new Uint8Array(bytes) },
    fragment: () => new Uint8Array(),
  }) as const;

test('40 s of 2 Mbit/s are cached for late viewers, four times that is not', () => {
  const cache = createGopCache();
  cache.add(entry(true, 10_000));
  for (let frame = 1; frame < 40 * 25; frame += 1) cache.add(entry(false, 10_000));
  expect(cache.entries).toHaveLength(1000);
  for (let frame = 0; frame < 3000; frame += 1) cache.add(entry(false, 10_000));
  expect(cache.entries).toHaveLength(0);
  cache.add(entry(true, 10_000));
  expect(cache.entries).toHaveLength(1);
});
