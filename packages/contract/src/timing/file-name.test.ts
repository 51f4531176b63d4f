import fc from 'fast-check';
import { expect, test } from 'vitest';
import { footageFileName } from './file-name.ts';

const hour = 3_600_000;
const time = Date.UTC(2026, 9, 25, 1, 30);

test.each([
  ['Front door', time, hour, 'Front door 2026-10-25 02.30.00+0100.mp4'],
  ['Front door', time - hour, 2 * hour, 'Front door 2026-10-25 02.30.00+0200.mp4'],
  ['Двор №2', time, 5.75 * hour, 'Двор №2 2026-10-25 07.15.00+0545.mp4'],
  ['Pier', time, -3.5 * hour, 'Pier 2026-10-24 22.00.00-0330.mp4'],
  ['Pier', time, 0, 'Pier 2026-10-25 01.30.00+0000.mp4'],
  ['../../etc/passwd', time, 0, 'etc passwd 2026-10-25 01.30.00+0000.mp4'],
  ['a"; filename="b.exe', time, 0, 'a ; filename= b.exe 2026-10-25 01.30.00+0000.mp4'],
  ['C:\\\u202Egpj.exe\r\nSet-Cookie: a=b', time, 0, 'C gpj.exe Set-Cookie a=b 2026-10-25 01.30.00+0000.mp4'],
  ['-rf .hidden', time, 0, 'rf .hidden 2026-10-25 01.30.00+0000.mp4'],
  ['\u0000', time, 0, 'camera 2026-10-25 01.30.00+0000.mp4'],
  ['', time, 0, 'camera 2026-10-25 01.30.00+0000.mp4'],
])('%j at %i', (title, at, offsetMs, name) => expect(footageFileName({ title, time: at, offsetMs }, 'mp4')).toBe(name));

test('is valid on every file system, whatever the camera’s name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 0, max: 8.64e15 }), (title, at) => {
      const name = footageFileName({ title, time: at, offsetMs: hour }, 'png');
      expect(name).toMatch(/^[^\p{C}"*/:<>?\\|.~\s-][^\p{C}"*/:<>?\\|]* \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\+0100\.png$/u);
      // Throws for a text that is no Unicode.
      expect(encodeURIComponent(name).replaceAll(/%../g, '1').length).toBeLessThan(200);
    }),
    { numRuns: 50 },
  );
});
