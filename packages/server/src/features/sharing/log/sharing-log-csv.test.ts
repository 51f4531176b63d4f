import type { AccessEntry } from '@watchpost/contract/schemas/sharing';
import { expect, test } from 'vitest';
import { createAccessLogCsv } from './sharing-log-csv.ts';

const at = Date.UTC(2026, 0, 15, 12, 4, 5);
const entry: AccessEntry = {
  id: 'log_1',
  kind: 'archive',
  cameraId: 'cam',
  cameraTitle: 'Front door',
  at,
  until: at + 60_000,
  range: { from: at - 3_600_000, until: at - 3_500_000 },
  who: { kind: 'user', customerId: 'cus', email: 'm.levina@example.com' },
  subject: null,
  device: { browser: 'Chrome', system: 'Android' },
  grant: { kind: 'link', inviteId: 'inv', label: 'Courier door' },
};
const cells = (over: Partial<AccessEntry>, zone = 'UTC'): string => createAccessLogCsv('en', zone).rows([{ ...entry, ...over }]);

test('a line per entry, with local times and their offset', () => {
  expect(cells({}, 'Europe/Moscow')).toBe(
    '2026-01-15T15:04:05+03:00,2026-01-15T15:05:05+03:00,Front door,Archive playback,' +
      '2026-01-15T14:04:05+03:00,2026-01-15T14:05:45+03:00,m.levina@example.com,,Chrome,Android,By link,Courier door\r\n',
  );
  expect(cells({}, 'America/St_Johns')).toMatch(/^2026-01-15T08:34:05-03:30,/);
  expect(cells({}, 'Asia/Kathmandu')).toMatch(/^2026-01-15T17:49:05\+05:45,/);
});

test('the offset changes with the clocks, within one file', () => {
  const change = Date.UTC(2026, 2, 29, 1);
  const csv = createAccessLogCsv('en', 'Europe/Berlin');
  const lines = csv.rows([change - 1000, change].map((time) => ({ ...entry, at: time }))).split('\r\n');
  expect(lines.map((line) => line.split(',')[0])).toEqual(['2026-03-29T01:59:59+01:00', '2026-03-29T03:00:00+02:00', '']);
});

test('the header has a byte order mark and the language’s names, as many as a line has cells', () => {
  const { header } = createAccessLogCsv('en', 'UTC');
  expect(header).toBe('\uFEFFStart,End,Camera,Action,Recordings from,Recordings until,Who,Details,Browser,System,Access,Link\r\n');
  const russian = createAccessLogCsv('ru', 'UTC');
  expect(russian.header.split(',')).toHaveLength(cells({}).split(',').length);
  expect(russian.header).toMatch(/^\uFEFFНачало,Конец,Камера,/);
  expect(russian.rows([entry])).toContain('Просмотр архива');
});

test('no cell runs as a formula', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r']) {
    const line = cells({ cameraTitle: `${start}1+1` });
    expect(line.split(',')[2]?.replace(/^"/, '').startsWith(`'${start}`)).toBe(true);
  }
  expect(cells({ cameraTitle: 'a=1', subject: '=HYPERLINK("http://evil")' })).toContain(`a=1,`);
  expect(cells({ subject: '=HYPERLINK("http://evil","x")' })).toContain(`"'=HYPERLINK(""http://evil"",""x"")"`);
});

test('quotes, commas and line breaks stay within their cell', () => {
  expect(cells({ cameraTitle: 'a "b", c\nd' })).toContain(',"a ""b"", c\nd",');
});

test('everyone has a name, and every grant and refusal a text', () => {
  expect(cells({ who: { kind: 'deleted' } })).toContain(',Deleted account,');
  expect(cells({ who: { kind: 'guest', guestId: 'g' } })).toContain(',Guest,');
  const website = { kind: 'website', origin: 'https://shop.example' } as const;
  expect(cells({ who: { ...website, viewerId: null } })).toContain(',https://shop.example,');
  expect(cells({ who: { ...website, viewerId: 'order 1042' } })).toContain(',order 1042 (https://shop.example),');
  expect(cells({ who: { kind: 'api-key', apiKeyId: 'key_1', name: 'Website' } })).toContain(',API key Website,');
  expect(cells({ grant: { kind: 'api-key', name: 'Website' } })).toMatch(/,By API key,Website\r\n$/);
  expect(cells({ grant: { kind: 'embed-link', name: 'Beach' } })).toMatch(/,By embed link,Beach\r\n$/);
  expect(cells({ grant: { kind: 'owner' } })).toMatch(/,Owner,\r\n$/);
  expect(cells({ kind: 'refused', subject: 'hours' })).toContain(',Outside the permitted hours,');
  expect(cells({ until: null, range: null, device: null })).toMatch(/^2026-01-15T12:04:05\+00:00,,Front door,Archive playback,,,[^,]+,,,,/);
});
