import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPhoneTimeline } from './phone-camera-timeline.ts';

test('frames keep the spacing of their capture, whatever their arrival', () => {
  const place = createPhoneTimeline();
  const arrivals = [100.05, 100.04, 100.11, 100.13, 100.16];
  const places = arrivals.map((now, index) => place(index * 0.04, now));
  for (let index = 2; index < places.length; index += 1) expect((places[index] ?? 0) - (places[index - 1] ?? 0)).toBeCloseTo(0.04, 6);
});
test('no frame is later than its arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 0.2, noNaN: true }), { minLength: 1 }), (delays) => {
      const place = createPhoneTimeline();
      for (const [index, delay] of delays.entries())
        expect(place(index * 0.04, 50 + index * 0.04 + delay)).toBeLessThanOrEqual(50 + index * 0.04 + delay + 1e-9);
    }),
  );
});
test('a source that slept resumes at the clock’s time', () => {
  const place = createPhoneTimeline();
  place(1, 11);
  expect(place(1.04, 71.04)).toBeCloseTo(71.04, 6);
  // A new camera counts from its own origin.
  expect(place(0, 80)).toBeCloseTo(80, 6);
});
