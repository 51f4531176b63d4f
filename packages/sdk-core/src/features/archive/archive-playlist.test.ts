import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePlaylist } from './archive-playlist.ts';

const base = 'https://watchpost.test/public/api/v3/cameras/c/archive/index.m3u8';
const folder = 'https://watchpost.test/public/api/v3/cameras/c/archive/';

test('reads times, durations, init sections and gaps', () => {
  const text = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:6',
    '#EXT-X-MAP:URI="init-0a1b2c3d.mp4"',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.500Z',
    '#EXTINF:4.000,',
    '1.m4s',
    '#EXTINF:2.5,',
    '2.m4s',
    '',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:01:00.000Z',
    '#EXTINF:4,',
    '3.m4s',
    '#EXT-X-MAP:URI="init-ffffffff.mp4"',
    '#EXTINF:4,',
    '4.m4s',
    '#EXT-X-ENDLIST',
  ].join('\r\n');
  const start = Date.UTC(2026, 0, 1);
  expect(parsePlaylist(text, base).segments).toEqual([
    { url: `${folder}1.m4s`, startMs: start + 500, durationMs: 4000, initUrl: `${folder}init-0a1b2c3d.mp4`, discontinuity: false },
    { url: `${folder}2.m4s`, startMs: start + 4500, durationMs: 2500, initUrl: `${folder}init-0a1b2c3d.mp4`, discontinuity: false },
    { url: `${folder}3.m4s`, startMs: start + 60_000, durationMs: 4000, initUrl: `${folder}init-0a1b2c3d.mp4`, discontinuity: true },
    { url: `${folder}4.m4s`, startMs: start + 64_000, durationMs: 4000, initUrl: `${folder}init-ffffffff.mp4`, discontinuity: true },
  ]);
});

test('rejects playlists in another format', () => {
  expect(() => parsePlaylist('<html>', base)).toThrow(TypeError);
  expect(() => parsePlaylist('#EXTM3U\n1.m4s', base)).toThrow(/no duration, time or init section/);
  expect(parsePlaylist('#EXTM3U\n#EXT-X-ENDLIST', base).segments).toEqual([]);
});

test('round-trips any recording', () => {
  const segment = fc.record({
    gap: fc.constantFrom(0, 0, 0, 3_000, 60_000),
    duration: fc.integer({ min: 1, max: 10_000 }),
    init: fc.constantFrom('a', 'a', 'b'),
  });
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 30 }), fc.integer({ min: 0, max: 4e12 }), fc.boolean(), (recorded, from, withEveryTime) => {
      let time = from;
      let init = '';
      const lines = ['#EXTM3U'];
      const expected: { startMs: number; durationMs: number; initUrl: string; discontinuity: boolean }[] = [];
      for (const [index, part] of recorded.entries()) {
        time += part.gap;
        const breaks = index > 0 && (part.gap > 0 || part.init !== init);
        if (breaks) lines.push('#EXT-X-DISCONTINUITY');
        if (part.init !== init) lines.push(`#EXT-X-MAP:URI="init-${part.init}.mp4"`);
        if (index === 0 || breaks || withEveryTime) lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(time).toISOString()}`);
        lines.push(`#EXTINF:${(part.duration / 1000).toFixed(3)},`, `${time}.m4s`);
        init = part.init;
        expected.push({ startMs: time, durationMs: part.duration, initUrl: `${folder}init-${init}.mp4`, discontinuity: breaks });
        time += part.duration;
      }
      const { segments } = parsePlaylist(lines.join('\n'), base);
      expect(
        segments.map(({ startMs, durationMs, initUrl, discontinuity }) => ({
          startMs,
          durationMs: Math.round(durationMs),
          initUrl,
          discontinuity,
        })),
      ).toEqual(expected);
    }),
  );
});
