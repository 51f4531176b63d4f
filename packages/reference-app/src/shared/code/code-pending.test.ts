import { describe, expect, test } from 'vitest';
import { clockText, parsePending, pendingCodeStore, secondsLeft } from './code-pending.ts';

describe('pending code', () => {
  test('survives storage; damaged text counts as none', () => {
    expect(parsePending('{"email":"a@b.ru","resendAt":5}')).toEqual({ email: 'a@b.ru', resendAt: 5 });
    for (const text of [null, '', '{', '{}', '{"email":1,"resendAt":5}', '{"email":"a","resendAt":null}', '[]', 'null'])
      expect(parsePending(text)).toBeNull();
  });

  test('a stored code is restored until it has certainly expired', () => {
    const kept = new Map<string, string>();
    const store = pendingCodeStore('pending', {
      read: (key) => kept.get(key) ?? null,
      write: (key, value) => void (value === null ? kept.delete(key) : kept.set(key, value)),
    });
    store.keep({ email: 'a@b.ru', resendAt: 60_000 });
    expect(store.read(0)).toEqual({ email: 'a@b.ru', resendAt: 60_000 });
    expect(store.read(599_999)).not.toBeNull();
    expect(store.read(600_000)).toBeNull();
    store.keep(null);
    expect(store.read(0)).toBeNull();
  });

  test('the countdown ends at zero and never exceeds a minute', () => {
    expect(secondsLeft(60_000, 0)).toBe(60);
    expect(secondsLeft(60_000, 59_001)).toBe(1);
    expect(secondsLeft(60_000, 60_000)).toBe(0);
    expect(secondsLeft(60_000, 99_000)).toBe(0);
    expect(secondsLeft(9_999_999_999_999, 0)).toBe(60);
    expect([60, 24, 0].map(clockText)).toEqual(['1:00', '0:24', '0:00']);
  });
});
