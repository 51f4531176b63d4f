import { expect, test } from 'vitest';
import { initMimeType } from './init-mime-type.ts';

const box = (name: string, ...bytes: number[]) => [...name].map((letter) => letter.charCodeAt(0)).concat(bytes);

test('H.264 from its configuration, sound when there is some', () => {
  const video = [0, 0, ...box('avcC', 1, 0x4d, 0x40, 0x1f)];
  expect(initMimeType(Uint8Array.from([...video, 0]))).toBe('video/mp4; codecs="avc1.4d401f"');
  expect(initMimeType(Uint8Array.from([...video, ...box('mp4a')]))).toBe('video/mp4; codecs="avc1.4d401f,mp4a.40.2"');
});

test('anything else is refused', () => {
  expect(() => initMimeType(new Uint8Array(100))).toThrow(TypeError);
  expect(() => initMimeType(Uint8Array.from(box('avcC', 1)))).toThrow(TypeError);
});
