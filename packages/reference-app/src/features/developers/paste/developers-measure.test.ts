// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { firstPictureOf, scriptBytesOf } from './developers-measure.ts';

function entry(name: string, encodedBodySize: number): PerformanceEntry {
  const base = { name, entryType: 'resource', startTime: 0, duration: 1, encodedBodySize };
  return { ...base, toJSON: () => base };
}

test('the player’s scripts are added up, each once, and nothing else', () => {
  const server = 'https://cams.example';
  const entries = [
    entry(`${server}/embed/v1/watchpost.js`, 400),
    entry(`${server}/embed/0.2.0/camera.js`, 24_000),
    entry(`${server}/embed/0.2.0/camera.js`, 0),
    entry(`${server}/assets/app.js`, 90_000),
    entry('https://elsewhere.example/embed/x.js', 5),
    entry(`${server}/embed/sri.json`, 5),
  ];
  expect(scriptBytesOf(entries, server)).toBe(24_400);
  expect(scriptBytesOf([], server)).toBeNull();
});

test('only the event of the first frame has its time', () => {
  expect(firstPictureOf(new CustomEvent('watchpost-quality', { detail: { type: 'first-frame', after: 310 } }))).toBe(310);
  for (const detail of [{ type: 'latency', latency: 4 }, { type: 'first-frame' }, null, 'text'])
    expect(firstPictureOf(new CustomEvent('watchpost-quality', { detail }))).toBeNull();
  expect(firstPictureOf(new Event('watchpost-quality'))).toBeNull();
});
