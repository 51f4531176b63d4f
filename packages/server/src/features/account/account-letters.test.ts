import { expect, test } from 'vitest';
import { addressChangedLetter, deletedLetter, deletionCodeLetter, newAddressLetter, restoredLetter } from './account-letters.ts';

const to = 'anna@example.com';
const until = Date.UTC(2026, 10, 28, 8, 4);
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test.each(['en', 'ru'] as const)('a code is in the subject, the text and the HTML (%s)', (locale) => {
  for (const letter of [newAddressLetter(to, '012345', locale), deletionCodeLetter(to, '012345', locale)]) {
    for (const part of [letter.subject, letter.text, letter.html]) expect(part).toContain('012345');
  }
});

test('the letter of a deletion names the day, the time and whose time it is', () => {
  const facts = { until, contact: null, publicOrigin: null };
  const english = deletedLetter(to, { ...facts, locale: 'en' });
  expect(plain(english.subject)).toContain('until 28 November');
  expect(plain(english.text)).toContain('before 28 November 2026 at 11:04 GMT+3');
  const russian = deletedLetter(to, { ...facts, locale: 'ru' });
  expect(plain(russian.subject)).toContain('до 28 ноября');
  expect(plain(russian.text)).toContain('до 28 ноября 2026 г. в 11:04 GMT+3');
  // No line ends between a day and its month.
  expect(russian.html).toContain('28\u00A0ноября');
});

test('a link is there only where the address of the app is known', () => {
  const letter = (publicOrigin: string | null) => deletedLetter(to, { until, contact: null, publicOrigin, locale: 'en' });
  expect(letter(null).html).not.toContain('href');
  expect(letter('https://cams.example').html).toContain('href="https://cams.example/signin"');
  expect(letter('https://cams.example').text).toContain('https://cams.example/signin');
});

test('who did not do it learns whom to write to', () => {
  for (const locale of ['en', 'ru'] as const) {
    const letters = (contact: string | null) => [
      addressChangedLetter(to, { newEmail: 'boris@example.com', at: until, contact, locale }),
      deletedLetter(to, { until, contact, publicOrigin: null, locale }),
      restoredLetter(to, { contact, locale }),
    ];
    for (const { text, html } of letters('help@cams.example')) for (const part of [text, html]) expect(part).toContain('help@cams.example');
    for (const { text } of letters(null)) expect(text.replace('b•••@example.com', '')).not.toMatch(/null|undefined|@/);
  }
});
