import { expect, test } from 'vitest';
import { receiverOf } from './player-quality-target.ts';

test.each([
  ['https://metrics.example/video#part', 'https://metrics.example/video'],
  ['http://localhost:8787/', 'http://localhost:8787/'],
  ['http://127.0.0.1:8787/v', 'http://127.0.0.1:8787/v'],
  ['http://metrics.example/video', null],
  ['http://localhost.example/', null],
  ['javascript:alert(1)', null],
  ['data:text/plain,x', null],
  ['server', null],
  ['/video', null],
  ['', null],
])('%s is sent to %s', (target, address) => {
  expect(receiverOf(target)).toBe(address);
});
