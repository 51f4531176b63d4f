import { expect, test } from 'vitest';
import {
  addressChangedEmailMessage,
  deletedEmailMessage,
  deletionCodeEmailMessage,
  newAddressEmailMessage,
  restoredEmailMessage,
} from './account-email-messages.ts';

const to = 'anna@example.com';
const until = Date.UTC(2026, 10, 28, 8, 4);
const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

test.each(['en', 'ru'] as const)('a code is in the subject, the text and the HTML (%s)', (locale) => {
  for (const emailMessage of [newAddressEmailMessage(to, '012345', locale), deletionCodeEmailMessage(to, '012345', locale)]) {
    for (const part of [emailMessage.subject, emailMessage.text, emailMessage.html]) expect(part).toContain('012345');
  }
});

test('the e-mail message of a deletion states the day, the time and the time zone', () => {
  const facts = { until, contact: null, publicUrl: null };
  const english = deletedEmailMessage(to, { ...facts, reader: { locale: 'en', timeZone: null } });
  expect(plain(english.subject)).toContain('until 28 November');
  expect(plain(english.text)).toContain('before 28 November 2026 at 11:04 GMT+3');
  const russian = deletedEmailMessage(to, { ...facts, reader: { locale: 'ru', timeZone: null } });
  expect(plain(russian.subject)).toContain('до 28 ноября');
  expect(plain(russian.text)).toContain('до 28 ноября 2026 г. в 11:04 GMT+3');
  // No line break separates a day from its month.
  expect(russian.html).toContain('28\u00A0ноября');
});

test('an e-mail message states times in its reader’s time zone', () => {
  const reader = { locale: 'en', timeZone: 'Europe/Berlin' } as const;
  const english = deletedEmailMessage(to, { until, contact: null, publicUrl: null, reader });
  expect(plain(english.text)).toContain('before 28 November 2026 at 09:04 CET');
  expect(english.text).toContain('09:04\u00A0CET');
  const late = Date.UTC(2026, 10, 28, 22, 30);
  expect(
    plain(
      deletedEmailMessage(to, { until: late, contact: null, publicUrl: null, reader: { locale: 'ru', timeZone: 'Asia/Tokyo' } }).subject,
    ),
  ).toContain('до 29 ноября');
  expect(plain(addressChangedEmailMessage(to, { newEmail: 'boris@example.com', at: until, contact: null, reader }).text)).toContain(
    '09:04 CET',
  );
});

test('a link is included only when the address of the app is known', () => {
  const emailMessage = (publicUrl: string | null) =>
    deletedEmailMessage(to, { until, contact: null, publicUrl, reader: { locale: 'en', timeZone: null } });
  expect(emailMessage(null).html).not.toContain('href');
  expect(emailMessage('https://cams.example').html).toContain('href="https://cams.example/signin"');
  expect(emailMessage('https://cams.example').text).toContain('https://cams.example/signin');
});

test('a user who did not do it is given a contact', () => {
  for (const locale of ['en', 'ru'] as const) {
    const emailMessages = (contact: string | null) => [
      addressChangedEmailMessage(to, { newEmail: 'boris@example.com', at: until, contact, reader: { locale, timeZone: null } }),
      deletedEmailMessage(to, { until, contact, publicUrl: null, reader: { locale, timeZone: null } }),
      restoredEmailMessage(to, { contact, locale }),
    ];
    for (const { text, html } of emailMessages('help@cams.example'))
      for (const part of [text, html]) expect(part).toContain('help@cams.example');
    for (const { text } of emailMessages(null)) expect(text.replace('b•••@example.com', '')).not.toMatch(/null|undefined|@/);
  }
});
