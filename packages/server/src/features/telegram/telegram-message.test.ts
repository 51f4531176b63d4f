import { expect, test } from 'vitest';
import { eventMessage, shorten, snoozeData } from './telegram-message.ts';

const event = { type: 'human', cameraId: 'cam_1', cameraTitle: 'Front door', at: Date.UTC(2026, 10, 27, 13, 36, 8) } as const;
const moscow = { locale: 'en', timeZone: 'Europe/Moscow' };
const snooze = { text: 'Snooze 1 h', data: snoozeData };

test('a message says what happened, where and when, in the language and time zone of its reader', () => {
  expect(eventMessage(event, moscow, null, 'https://cams.example')).toEqual({
    text: 'Person, Front door\n27\u00A0November, 16:36:08',
    boldLength: 'Person, Front door'.length,
    picture: null,
    buttons: [[{ text: 'Open', url: `https://cams.example/cameras/cam_1?t=${event.at}` }, snooze]],
  });
  const russian = eventMessage(event, { locale: 'ru', timeZone: 'Asia/Yekaterinburg' }, null, null);
  expect([russian.text, russian.buttons]).toEqual([
    'Человек, Front door\n27\u00A0ноября, 18:36:08',
    [[{ text: 'Пауза на 1 час', data: snoozeData }]],
  ]);
});

test('an address that Telegram would refuse is no button', () => {
  for (const address of [null, 'http://localhost:8080', 'http://nas'])
    expect(eventMessage(event, moscow, null, address).buttons).toEqual([[snooze]]);
  expect(eventMessage(event, moscow, null, 'http://192.168.1.5:8080').buttons[0]).toHaveLength(2);
});

test('a name of 200 emoji stays within the caption, and no character is cut', () => {
  const { text, boldLength } = eventMessage({ ...event, cameraTitle: '📷'.repeat(200) }, moscow, null, null);
  expect(text.length).toBeLessThan(1024);
  expect(text.slice(0, boldLength)).toBe(`Person, ${'📷'.repeat(99)}…`);
  expect(shorten('Yard', 4)).toBe('Yard');
  expect(shorten('Yard', 3)).toBe('Ya…');
});
