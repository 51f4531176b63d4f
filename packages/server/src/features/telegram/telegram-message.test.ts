import { expect, test } from 'vitest';
import { eventMessage, shorten, snoozeData } from './telegram-message.ts';

const event = {
  eventId: 'evt_1',
  type: 'human',
  cameraId: 'cam_1',
  cameraTitle: 'Front door',
  cameraTimeZone: 'Europe/Moscow',
  label: null,
  at: Date.UTC(2026, 10, 27, 13, 36, 8),
  count: 1,
  lastAt: 0,
  canPlay: true,
  canMark: true,
} as const;
const moscow = { locale: 'en', timeZone: 'Europe/Moscow' };
const moments = (clip: string, falseAlarm: string) => [
  { text: clip, data: 'clip evt_1' },
  { text: falseAlarm, data: 'false evt_1' },
];
const snooze = { text: 'Snooze 1 h', data: snoozeData };

test('a message says what happened, where and when, in the language and time zone of its reader', () => {
  expect(eventMessage(event, moscow, null, 'https://cams.example')).toEqual({
    text: 'Person, Front door\n27\u00A0November, 16:36:08',
    boldLength: 'Person, Front door'.length,
    picture: null,
    buttons: [[{ text: 'Open', url: `https://cams.example/cameras/cam_1?t=${event.at}` }, snooze], moments('10 s clip', 'False alarm')],
  });
  const russian = eventMessage(event, { locale: 'ru', timeZone: 'Asia/Yekaterinburg' }, null, null);
  expect([russian.text, russian.buttons]).toEqual([
    'Человек, Front door\n27\u00A0ноября, 18:36:08',
    [[{ text: 'Пауза на 1 час', data: snoozeData }], moments('Фрагмент 10 с', 'Ложная тревога')],
  ]);
});

test('a message that was changed says how much happened, and when the last of it', () => {
  const changed = { ...event, count: 2, lastAt: event.at + 61_000 };
  const lastLine = (count: number, locale: string): string | undefined =>
    eventMessage({ ...changed, count }, { ...moscow, locale }, null, null).text.split('\n')[2];
  expect(lastLine(2, 'en')).toBe('Updated 16:37:09: 2\u00A0events');
  expect([2, 5, 21].map((count) => lastLine(count, 'ru'))).toEqual([
    'Обновлено в 16:37:09: 2\u00A0события',
    'Обновлено в 16:37:09: 5\u00A0событий',
    'Обновлено в 16:37:09: 21\u00A0событие',
  ]);
});

test('the line or the zone is named, as in every other channel', () => {
  const crossing = { ...event, type: 'lineCrossing', label: 'Gate line' } as const;
  expect(eventMessage(crossing, moscow, null, null).text).toBe('Line crossed, Front door\nGate line\n27\u00A0November, 16:36:08');
  expect(eventMessage({ ...crossing, label: '📷'.repeat(300) }, moscow, null, null).text.length).toBeLessThan(1024);
});

test('a button that its reader could not use is left out', () => {
  const labels = (over: object): string[][] =>
    eventMessage({ ...event, ...over }, moscow, null, null).buttons.map((row) => row.map(({ text }) => text));
  expect(labels({ canMark: false })).toEqual([['Snooze 1 h'], ['10 s clip']]);
  expect(labels({ canPlay: false, canMark: false })).toEqual([['Snooze 1 h']]);
});

test('a film is of a day where its camera is, and one that could not be made does not blame the recording', () => {
  // 27 November has begun in Vladivostok, and not in Moscow.
  const at = Date.UTC(2026, 10, 26, 14);
  const film = { ...event, type: 'timelapse', cameraTimeZone: 'Asia/Vladivostok', at } as const;
  const textOf = (label: string | null, picture: Uint8Array | null, locale = 'en'): string =>
    eventMessage({ ...film, label }, { ...moscow, locale }, picture, null).text;
  expect(textOf(null, Uint8Array.of(1))).toBe('Timelapse of the day, Front door\n27\u00A0November');
  expect(textOf('empty', null)).toBe('No timelapse: nothing was recorded, Front door\n27\u00A0November');
  expect(textOf('failed', null)).toBe('The timelapse could not be made, Front door\n27\u00A0November');
  expect(textOf('failed', null, 'ru')).toBe('Не удалось создать таймлапс, Front door\n27\u00A0ноября');
});

test('an address that Telegram would refuse is no button', () => {
  for (const address of [null, 'http://localhost:8080', 'http://nas'])
    expect(eventMessage(event, moscow, null, address).buttons[0]).toEqual([snooze]);
  expect(eventMessage(event, moscow, null, 'http://192.168.1.5:8080').buttons[0]).toHaveLength(2);
});

test('a name of 200 emoji stays within the caption, and no character is cut', () => {
  const { text, boldLength } = eventMessage({ ...event, cameraTitle: '📷'.repeat(200) }, moscow, null, null);
  expect(text.length).toBeLessThan(1024);
  expect(text.slice(0, boldLength)).toBe(`Person, ${'📷'.repeat(99)}…`);
  expect(shorten('Yard', 4)).toBe('Yard');
  expect(shorten('Yard', 3)).toBe('Ya…');
});
