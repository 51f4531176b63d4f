import { expect, test } from 'vitest';
import { fieldScene } from '../../../testing/field-cameras/field-media.ts';
import { createParameterSets } from './h264-parameter-sets.ts';
import { createH265ParameterSets } from './h265-parameter-sets.ts';
import type { StreamParameters } from './stream-parameters.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const keyFrameOf = (name: 'h264' | 'second' | 'h265'): readonly Buffer[] => {
  const { parameterSets, pictures } = fieldScene(name);
  return [...parameterSets, ...(pictures[0]?.units ?? [])];
};
const show = (sets: StreamParameters, units: readonly Buffer[]) => {
  for (const unit of units) sets.add(unit);
  return sets.current(units);
};

test.skipIf(missing.includes('ffmpeg'))('a picture is decoded with the parameter sets that it names, whichever came last', () => {
  const sets = createParameterSets();
  const [first, second] = [keyFrameOf('h264'), keyFrameOf('second')];
  expect(show(sets, first)?.track.width).toBe(320);
  const later = [second, first, second, first].map((units) => show(sets, units)?.track);
  expect(later.map((track) => track?.width)).toEqual([160, 320, 160, 320]);
  // Each configuration holds its own parameter sets alone.
  const [small, large] = later.map((track) => Buffer.from(track?.configuration ?? []));
  for (const unit of fieldScene('h264').parameterSets) expect([large?.includes(unit), small?.includes(unit)]).toEqual([true, false]);
  // Without changes, it stays the same object.
  expect(show(sets, first)).toBe(show(sets, first));
  // A picture that names none of them is decoded as before.
  expect(sets.current([Buffer.of(0x65)])?.track.width).toBe(320);
});

test.skipIf(missing.includes('ffmpeg'))('H.265: a picture names its parameter sets, too', () => {
  const sets = createH265ParameterSets();
  const units = keyFrameOf('h265');
  expect(show(sets, units)?.track).toMatchObject({ width: 320, height: 180 });
  expect(show(sets, units)).toBe(show(sets, units));
  expect(sets.current([Buffer.of(0x26, 1)])?.track.width).toBe(320);
});
