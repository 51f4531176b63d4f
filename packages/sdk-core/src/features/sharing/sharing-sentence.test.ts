import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Grant } from '@watchpost/contract/access/capabilities';
import { grantSentence, limitsSentence, type SentenceOptions, type SentenceSubject } from './sharing-sentence.ts';
import type { SentenceVoice } from './sharing-sentence-messages.ts';

const now = Date.UTC(2026, 10, 21, 13, 38);
const day = 86_400_000;
const timeZone = 'Europe/Moscow';
const plain: Grant = {
  access: 'view',
  withAudio: true,
  withArchive: true,
  archiveFrom: now,
  archiveUntil: null,
  withPtz: false,
  dailyWindow: null,
  hasWatermark: false,
  expiresAt: now + 7 * day,
};

function textOf(voice: SentenceVoice, subject: SentenceSubject, locale: SentenceOptions['locale']): string {
  return (
    grantSentence(voice, subject, { locale, timeZone, now })
      .map((part) => part.text)
      .join('')
      // The test machine may be in another zone, which the times then name.
      .replaceAll('\u00A0GMT+3', '')
  );
}

describe('a sentence', () => {
  test.each<[SentenceVoice, Partial<Grant>, Partial<SentenceSubject>, string, string]>([
    [
      'link',
      {},
      { maxUsers: 5 },
      'Up to 5 people with this link can watch 2 cameras, with sound and recordings from now on, until 28 November, 16:38.',
      'По этой ссылке до 5 человек могут смотреть 2 камеры со звуком и открывать записи с этого момента. Доступ до 28 ноября, 16:38.',
    ],
    [
      'link',
      { withAudio: false, archiveFrom: null, expiresAt: null, hasWatermark: true },
      { cameraCount: 1, allowsGuests: true },
      'Anyone with this link can watch 1 camera and play all recordings, without sound. No account is needed to watch. Their e-mail address is shown over the picture.',
      'Любой, у кого есть эта ссылка, может смотреть 1 камеру без звука и открывать все записи. Аккаунт для просмотра не нужен. Поверх изображения виден адрес почты зрителя.',
    ],
    [
      'link',
      { withArchive: false, expiresAt: null, withPtz: true, dailyWindow: { fromMinutes: 480, untilMinutes: 1080 } },
      { cameraCount: 21, maxUsers: 21, maxViewers: 21 },
      'Up to 21 people with this link can watch 21 cameras live only, with sound, every day from 08:00 to 18:00. They can also move the cameras. At most 21 viewers at a time.',
      'По этой ссылке до 21 человека могут смотреть 21 камеру только в прямом эфире, со звуком, каждый день с 08:00 до 18:00. Ещё можно поворачивать камеры. Одновременно — не больше 21 зрителя.',
    ],
    [
      'you',
      {},
      {},
      'You can watch live, with sound, and play recordings from now on, until 28 November, 16:38.',
      'Можно смотреть в прямом эфире со звуком и открывать записи с этого момента. Доступ до 28 ноября, 16:38.',
    ],
    [
      'you',
      { access: 'full', archiveFrom: null, expiresAt: null },
      {},
      'You can watch live, with sound, and play all recordings. You can also change settings and share.',
      'Можно смотреть в прямом эфире со звуком и открывать все записи. Ещё можно менять настройки и делиться доступом.',
    ],
    [
      'user',
      { withAudio: false, archiveFrom: Date.UTC(2026, 10, 13, 21), archiveUntil: Date.UTC(2026, 10, 20, 9) },
      { maxViewers: 1 },
      'Watches live and recordings from 14 November to 20 November, 12:00, without sound, until 28 November, 16:38. One viewer at a time.',
      'Смотрит прямой эфир и записи с 14 ноября до 20 ноября, 12:00, без звука. Доступ до 28 ноября, 16:38. Одновременно — не больше 1 зрителя.',
    ],
  ])('%s: %j %j', (voice, change, options, english, russian) => {
    const subject = { grant: { ...plain, ...change }, cameraCount: 2, ...options };
    expect(textOf(voice, subject, 'en')).toBe(english);
    expect(textOf(voice, subject, 'ru')).toBe(russian);
  });

  test('is strong where it was decided', () => {
    const parts = grantSentence('link', { grant: plain, cameraCount: 2, maxUsers: 5 }, { locale: 'en', timeZone, now });
    expect(parts.filter((part) => part.isStrong).map((part) => part.text.replace('\u00A0GMT+3', ''))).toEqual([
      '5 people',
      'watch 2 cameras',
      'with sound',
      'from now on',
      '28 November, 16:38',
    ]);
  });
});

test('view only says what it does not allow; full access allows everything', () => {
  const options = { locale: 'en', timeZone, now } as const;
  expect(limitsSentence('you', { grant: plain, cameraCount: 2 }, options)).toBe('You can’t change settings or share the cameras.');
  expect(limitsSentence('you', { grant: plain, cameraCount: 1 }, { ...options, locale: 'ru' })).toBe(
    'Менять настройки и делиться камерой нельзя.',
  );
  expect(limitsSentence('user', { grant: { ...plain, access: 'full' }, cameraCount: 1 }, options)).toBeNull();
});

const minutes = fc.integer({ min: 0, max: 1439 });
const moment = fc.integer({ min: -500_000, max: 500_000 }).map((offset) => now + offset * 60_000);
const grants: fc.Arbitrary<Grant> = fc.record({
  access: fc.constantFrom('view', 'full'),
  withAudio: fc.boolean(),
  withArchive: fc.boolean(),
  archiveFrom: fc.option(moment),
  archiveUntil: fc.option(moment),
  withPtz: fc.boolean(),
  dailyWindow: fc.option(fc.record({ fromMinutes: minutes, untilMinutes: minutes })),
  hasWatermark: fc.boolean(),
  expiresAt: fc.option(moment),
});
const subjects = fc.record({
  grant: grants,
  cameraCount: fc.integer({ min: 1, max: 100 }),
  maxUsers: fc.option(fc.integer({ min: 1, max: 10_000 })),
  maxViewers: fc.option(fc.integer({ min: 1, max: 1000 })),
  allowsGuests: fc.boolean(),
});
const voices = fc.constantFrom<SentenceVoice[]>('link', 'you', 'user');
const languages = fc.constantFrom<SentenceOptions['locale'][]>('en', 'ru');

test('every combination of options is a well-formed sentence', () => {
  fc.assert(
    fc.property(voices, subjects, languages, (voice, subject, locale) => {
      const text = textOf(voice, subject, locale);
      expect(text).toMatch(/^\p{Lu}/u);
      expect(text).toMatch(/[^.]\.$/);
      expect(text).not.toMatch(/ {2}|,,|\.\.| [,.]|, \.|undefined|null|NaN|[{}*|]/);
      if (locale === 'ru') expect(text).not.toMatch(/[a-z]/);
      else expect(text).not.toMatch(/[а-я]/);
    }),
  );
});

test('a sentence changes with every option', () => {
  fc.assert(
    fc.property(voices, subjects, languages, (voice, subject, locale) => {
      const { grant } = subject;
      const text = textOf(voice, subject, locale);
      const changedGrants: Partial<Grant>[] = [
        { access: grant.access === 'full' ? 'view' : 'full' },
        { withAudio: !grant.withAudio },
        { withArchive: !grant.withArchive },
        { hasWatermark: !grant.hasWatermark },
        { dailyWindow: grant.dailyWindow ? null : { fromMinutes: 480, untilMinutes: 1080 } },
        { expiresAt: grant.expiresAt === null ? now : null },
      ];
      if (grant.access === 'view') changedGrants.push({ withPtz: !grant.withPtz });
      if (grant.withArchive) {
        changedGrants.push({ archiveFrom: grant.archiveFrom === null ? now - day : null });
        changedGrants.push({ archiveUntil: grant.archiveUntil === null ? now - day : null });
      }
      const changed: SentenceSubject[] = [
        ...changedGrants.map((change) => ({ ...subject, grant: { ...grant, ...change } })),
        { ...subject, maxViewers: subject.maxViewers ? null : 3 },
        { ...subject, allowsGuests: !subject.allowsGuests },
      ];
      if (voice === 'link') {
        changed.push({ ...subject, cameraCount: subject.cameraCount + 1 }, { ...subject, maxUsers: subject.maxUsers ? null : 1 });
      }
      for (const other of changed) expect(textOf(voice, other, locale), JSON.stringify(other)).not.toBe(text);
    }),
  );
});
