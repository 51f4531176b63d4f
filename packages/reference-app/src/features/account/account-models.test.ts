import { describe, expect, test } from 'vitest';
import { deviceTitle, isHere, isPhone, sortDevices } from './account-device-model.ts';

describe('devices', () => {
  test.each([
    ['web', 'Chrome', 'Windows', 'Chrome, Windows'],
    ['web', 'Firefox', null, 'Firefox'],
    ['web', null, 'Android', 'Android'],
    ['web', null, null, null],
    ['Guard’s tablet', null, null, 'Guard’s tablet'],
  ])('named %s, %s on %s: %s', (name, browser, system, title) => {
    expect(deviceTitle({ name, browser, system })).toBe(title);
  });

  test('phones have their own icon', () => {
    expect(['Android', 'iOS', 'iPadOS'].map((system) => isPhone({ system }))).toEqual([true, true, true]);
    expect(['Windows', 'macOS', 'Linux', null].map((system) => isPhone({ system }))).toEqual([false, false, false, false]);
  });

  const now = 1_763_700_000_000;
  test.each([
    [false, -300_000, true],
    [false, 0, true],
    [false, 119_999, true],
    [false, 120_000, false],
    [true, 86_400_000, true],
  ])('this device: %s, seen %d ms ago: present %s', (isCurrent, age, here) => {
    expect(isHere({ isCurrent, lastSeenAt: now - age }, now)).toBe(here);
  });

  test('this device comes first, then the most recently seen', () => {
    const devices = [
      { id: 'a', isCurrent: false, lastSeenAt: 1 },
      { id: 'b', isCurrent: false, lastSeenAt: 3 },
      { id: 'c', isCurrent: true, lastSeenAt: 2 },
    ];
    expect(sortDevices(devices).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });
});
