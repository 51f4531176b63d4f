import { describe, expect, test } from 'vitest';
import { createAutoQuality } from './auto-quality.ts';

const wide = 1_200;

describe('by size', () => {
  test('a small picture uses the substream; only a change of more than a few pixels switches', () => {
    const auto = createAutoQuality(300);
    const widths = [300, 640, 700, 719, 720, 700, 641, 640, 700];
    expect(widths.map((width) => auto.choose({ now: 0, width }))).toEqual([
      'low',
      'low',
      'low',
      'low',
      'high',
      'high',
      'high',
      'low',
      'low',
    ]);
  });
});

describe('by the network', () => {
  test('ignores one sign of congestion, but not two within 10 s; after 15 s tries the main stream again', () => {
    const auto = createAutoQuality(wide);
    auto.congested(0);
    auto.congested(11_000);
    expect(auto.choose({ now: 11_000, width: wide })).toBe('high');
    auto.congested(12_000);
    expect(auto.choose({ now: 12_000, width: wide })).toBe('low');
    expect(auto.choose({ now: 26_900, width: wide })).toBe('low');
    expect(auto.choose({ now: 27_000, width: wide })).toBe('high');
  });

  test('each repeated failure of the main stream doubles the time on the substream, up to four minutes; a calm period resets it', () => {
    const auto = createAutoQuality(wide);
    const stays: number[] = [];
    let now = 0;
    for (let time = 0; time < 7; time += 1) {
      auto.congested(now, true);
      const from = now;
      while (auto.choose({ now, width: wide }) === 'low') now += 1_000;
      stays.push((now - from) / 1000);
    }
    expect(stays).toEqual([15, 30, 60, 120, 240, 240, 240]);
    now += 300_000;
    auto.congested(now, true);
    expect(auto.choose({ now: now + 14_000, width: wide })).toBe('low');
    expect(auto.choose({ now: now + 15_000, width: wide })).toBe('high');
  });

  test('congestion on the substream changes nothing', () => {
    const auto = createAutoQuality(wide);
    auto.congested(0, true);
    for (let now = 0; now < 15_000; now += 1_000) auto.congested(now, true);
    expect(auto.choose({ now: 15_000, width: wide })).toBe('high');
  });
});
