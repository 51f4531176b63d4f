import { expect, test } from 'vitest';
import { decoderDescription, initMimeType } from './init-mime-type.ts';

const box = (name: string, ...bytes: number[]) => [...name].map((letter) => letter.charCodeAt(0)).concat(bytes);

test('derives the H.264 codec from its configuration, and audio if present', () => {
  const video = [0, 0, ...box('avcC', 1, 0x4d, 0x40, 0x1f)];
  expect(initMimeType(Uint8Array.from([...video, 0]))).toBe('video/mp4; codecs="avc1.4d401f"');
  expect(initMimeType(Uint8Array.from([...video, ...box('mp4a')]))).toBe('video/mp4; codecs="avc1.4d401f,mp4a.40.2"');
  expect(initMimeType(Uint8Array.from([...video, ...box('Opus'), ...box('dOps')]))).toBe('video/mp4; codecs="avc1.4d401f,opus"');
});

test('derives the H.265 codec from its configuration: profile, compatibility, tier and level, constraints', () => {
  const main = box('hvcC', 1, 0x01, 0x60, 0, 0, 0, 0xb0, 0, 0, 0, 0, 0, 93, 0);
  expect(initMimeType(Uint8Array.from([0, 0, 0, ...main]))).toBe('video/mp4; codecs="hvc1.1.6.L93.B0"');
  const main10High = box('hvcC', 1, 0x22, 0x20, 0, 0, 0, 0x90, 0, 0, 0, 0, 0x08, 153, 0);
  expect(initMimeType(Uint8Array.from(main10High))).toBe('video/mp4; codecs="hvc1.2.4.H153.90.0.0.0.0.8"');
});

test('configures a decoder with the content of the box', () => {
  expect([...(decoderDescription(Uint8Array.from([9, 9, 0, 0, 0, 12, ...box('avcC', 1, 2, 3, 4), 9])) ?? [])]).toEqual([1, 2, 3, 4]);
  expect(decoderDescription(new Uint8Array(50))).toBeNull();
});

test('rejects anything else', () => {
  expect(() => initMimeType(new Uint8Array(100))).toThrow(TypeError);
  expect(() => initMimeType(Uint8Array.from(box('avcC', 1)))).toThrow(TypeError);
});
