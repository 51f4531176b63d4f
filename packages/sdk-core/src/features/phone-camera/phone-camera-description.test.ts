import { h264Codec, readParameterSets } from '@watchpost/mp4';
import { expect, test } from 'vitest';
import { describeFrame } from './phone-camera-description.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/[\da-f]{2}/g) ?? [], (byte) => Number.parseInt(byte, 16));
const text = (bytes: Uint8Array | null): string | null => bytes && [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const frameOf = (...units: readonly string[]): Uint8Array =>
  hex(units.map((unit) => (unit.length / 2).toString(16).padStart(8, '0') + unit).join(''));

/** Constrained baseline 3.1, 1280 × 720, from Firefox 153 with its stand-in for a camera. */
const sps = '6742c01fd9005005ba10000003001001e84800f1832480';
const pps = '68cb8cb2';
const slice = '65b80004000009';
const right = `0142c01fffe10017${sps}010004${pps}`;
/** What the same Firefox writes beside that frame: `H264::WriteExtraData` puts a header before units that have one. */
const doubled = `0142c01f0301001867${sps}01000568${pps}`;

test('Firefox: the frame’s own parameter sets count, not the description with doubled headers', () => {
  const made = describeFrame(frameOf(sps, pps, slice), hex(doubled));
  expect(text(made)).toBe(right);
  expect(readParameterSets('avc1', made ?? new Uint8Array()).map(text)).toEqual([sps, pps]);
  expect(h264Codec(made ?? new Uint8Array())).toBe('avc1.42c01f');
});

test('a description with doubled headers beside a frame without parameter sets is repaired', () => {
  expect(text(describeFrame(frameOf(slice), hex(doubled)))).toBe(right);
});

test.each([
  ['Chromium describes a frame that has no parameter sets', frameOf(slice), right, right],
  ['a description that can’t be read stays what the encoder said', frameOf(slice), '0142c01fffe1', '0142c01fffe1'],
  ['a key frame like the one before has neither', frameOf(slice), null, null],
  ['a frame with one of the two only', frameOf(sps, slice), right, right],
])('%s', (_, frame, described, expected) => {
  expect(text(describeFrame(frame, described === null ? null : hex(described)))).toBe(expected);
});

test('high profile adds its fields', () => {
  const high = '6764001facd9405005bb';
  expect(text(describeFrame(frameOf(high, pps, slice), null))).toBe(`0164001fffe1000a${high}010004${pps}fdf8f800`);
});

test('a frame that is cut off is read as far as it is whole', () => {
  const whole = frameOf(sps, pps, slice);
  expect(text(describeFrame(whole.subarray(0, whole.length - 2), null))).toBe(right);
  expect(describeFrame(whole.subarray(0, 9), null)).toBe(null);
  expect(describeFrame(new Uint8Array(3), null)).toBe(null);
});
